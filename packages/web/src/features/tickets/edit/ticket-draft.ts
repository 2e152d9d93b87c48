import { t } from '@parley/core/text/translate'
import type { TicketEntity, UpdateTicketBody } from '@parley/core/tickets/api'
import { characters, lengthOf } from '@parley/core/text/length'
import { ticketStatusLabel } from '@parley/core/tickets/rules'
import { editWithNote, type TicketChange, ticketChanges } from '@parley/core/tickets/edit'
import { maxTicketText, maxTicketTitle } from '@parley/core/tickets/constants'
import {
  ticketDescription,
  ticketQuote,
  type TicketSource,
  ticketTitle,
} from '@parley/core/tickets/new-ticket'
import {
  type NewTicketDraft,
  type TicketDraft,
  type TicketDrafts,
  ticketDrafts,
  ticketDraftsKey,
} from '../../../data/tickets/drafts.ts'
import { useKeptDraft } from '../../../client/device/kept-draft.ts'

const noWords = { title: '', description: '' }

/** A form as it opens, filled in with these words. */
export const newTicketDraft = (clientId: string, filled = noWords): NewTicketDraft => ({
  clientId,
  ...filled,
  filled,
  priority: 'MEDIUM',
  status: 'NEW',
  isUndecided: false,
})

/** Nothing begun on a ticket yet. */
export const ticketDraft = (ticket: TicketEntity): TicketDraft => ({
  base: ticket,
  status: null,
  note: '',
  resolution: null,
})

/** Whether anything stands in a draft; an empty one is not kept. */
export const isBegun = ({ status, note, resolution }: TicketDraft): boolean =>
  status !== null || note !== '' || resolution !== null

const hasWords = (text: string | null) => text !== null && text.trim() !== ''

/** Whether the agent has written in the form of a new ticket. */
const isWritten = ({ title, description, filled = noWords }: NewTicketDraft): boolean =>
  (hasWords(title) && title !== filled.title) || (hasWords(description) && description !== filled.description)

/**
 * The form as it opens for this. What the agent has begun in it stays, and the message is quoted below it; one that was sent,
 * and may have arrived, stays as it is.
 */
export function beganTicket(
  now: NewTicketDraft | null,
  clientId: string,
  source: TicketSource,
): NewTicketDraft {
  const { words } = source
  if (now === null || (!isWritten(now) && !now.isUndecided)) {
    const title = words === null ? '' : ticketTitle(words)
    return newTicketDraft(clientId, { title, description: ticketDescription(source) })
  }
  if (words === null || now.isUndecided || now.description.includes(ticketQuote(words))) return now
  return { ...now, description: [now.description, ticketQuote(words)].filter(hasWords).join('\n\n') }
}

/** The same form once the handoff summary is there; it changes no word of the agent's. */
export function briefedTicket(
  now: NewTicketDraft | null,
  clientId: string,
  source: TicketSource,
): NewTicketDraft | null {
  if (now === null || now.clientId !== clientId || now.isUndecided) return now
  const { filled = noWords } = now
  if (now.description !== filled.description) return now
  const description = ticketDescription(source)
  return { ...now, description, filled: { ...filled, description } }
}

/** Whether closing would lose words; a status that was only picked is no loss. */
export const isUnsaved = ({ creating, edits }: TicketDrafts): boolean =>
  (creating !== null && (creating.isUndecided || isWritten(creating))) ||
  Object.values(edits).some(({ note, resolution }) => hasWords(note) || hasWords(resolution))

/** The picked status, unless the ticket has it already. */
const nextStatus = (ticket: TicketEntity, { status }: TicketDraft) =>
  status === null || status === ticket.status ? null : status

/** The words of the update button: the status as badges and menus say it. */
export function updateLabel(ticket: TicketEntity, draft: TicketDraft): string {
  const status = nextStatus(ticket, draft)
  return status === null
    ? t('Update Ticket Notes')
    : t('Update to {status}', { status: ticketStatusLabel(status) })
}

/** What the update button sends; null while it is off. */
export const editOf = (ticket: TicketEntity, { status, note }: TicketDraft): UpdateTicketBody | null =>
  editWithNote(ticket.status, status, note)

/** What others did to the ticket since the draft was begun; an edit waits until it was looked at. */
export const changesSince = ({ base }: TicketDraft, ticket: TicketEntity): readonly TicketChange[] =>
  base.version === ticket.version ? [] : ticketChanges(base, ticket)

/** The version that the draft is to be saved on. */
export const baseOf = (draft: TicketDraft, ticket: TicketEntity): TicketEntity =>
  changesSince(draft, ticket).length === 0 ? ticket : draft.base

/** Why words do not fit; undefined while they do. */
export const tooLong = (text: string, most: number): string | undefined => {
  const over = lengthOf(text.trim()) - most
  return over > 0 ? t('{over} too many', { over: characters(over) }) : undefined
}

/** Whether the form can be sent: a title of more than blanks, and no text too long. */
export const canCreate = ({ title, description }: NewTicketDraft): boolean =>
  title.trim() !== '' &&
  tooLong(title, maxTicketTitle) === undefined &&
  tooLong(description, maxTicketText) === undefined

/** Whether the resolve form can be sent. */
export const canSendResolution = (text: string): boolean =>
  text.trim() !== '' && tooLong(text, maxTicketText) === undefined

export type TicketDraftsState = ReturnType<typeof useTicketDrafts>

/** What an agent has begun on a conversation's tickets; kept on this device until it is saved or discarded. */
export function useTicketDrafts(agentId: string, conversationId: string) {
  'use memo'
  const { draft: drafts, kept } = useKeptDraft(ticketDraftsKey(agentId, conversationId), ticketDrafts)
  const changeCreating = (change: (draft: NewTicketDraft | null) => NewTicketDraft | null) =>
    kept.change(now => ({ ...now, creating: change(now.creating) }))
  return {
    drafts,
    changeCreating,
    setCreating: (creating: NewTicketDraft | null) => changeCreating(() => creating),
    setEdit: (ticketId: string, change: EditChange) => kept.change(now => withEdit(now, ticketId, change)),
    discard: () => kept.change(ticketDrafts.empty),
  }
}

type EditChange = (draft: TicketDraft | null) => TicketDraft | null

/** The drafts with what is begun on a ticket changed; nothing begun is not kept. */
function withEdit(now: TicketDrafts, ticketId: string, change: EditChange): TicketDrafts {
  const { [ticketId]: held = null, ...others } = now.edits
  const next = change(held)
  return { ...now, edits: next === null || !isBegun(next) ? others : { ...others, [ticketId]: next } }
}
