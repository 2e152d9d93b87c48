import type { TicketPriority, TicketStatus, UpdateTicketBody } from '../api/tickets.ts'
import type { TicketEntity, TicketNoteEntity } from '../entities/ticket.ts'
import {
  closedStatuses,
  creationStatuses,
  maxTicketText,
  ticketPriorities,
  ticketStatuses,
} from '../words/tickets.ts'
import { compareIds, type Tone } from './conversation.ts'

/** The n-th ticket's number, n from 1: TCK-00001 upward. */
export const ticketNumber = (n: number): string => `TCK-${String(n).padStart(5, '0')}`

/** "Waiting on third party" for WAITING_ON_THIRD_PARTY: badges, menus and buttons say the same; the wire has the raw word. */
export const ticketStatusLabel = (status: TicketStatus): string =>
  status[0] + status.slice(1).toLowerCase().replaceAll('_', ' ')

/** "High" for HIGH. */
export const priorityLabel = (priority: TicketPriority): string =>
  priority[0] + priority.slice(1).toLowerCase()

/** The badge's colour: green is untouched, yellow is being worked on, grey waits, blue and lighter grey are done. */
export const ticketTone: Readonly<Record<TicketStatus, Tone>> = {
  NEW: 'ok',
  ASSIGNED: 'ok',
  IN_PROGRESS: 'warn',
  WAITING_ON_CUSTOMER: 'grey',
  WAITING_ON_THIRD_PARTY: 'grey',
  RESOLVED: 'info',
  CLOSED: 'pale',
  REOPENED: 'warn',
}

/** Whether nothing is left to do. */
export const isClosed = (status: TicketStatus): boolean => closedStatuses.some(one => one === status)

/** Whether the short way to RESOLVED is offered; any status may be picked besides. */
export const canResolve = (status: TicketStatus): boolean =>
  status === 'IN_PROGRESS' || status === 'WAITING_ON_CUSTOMER' || status === 'WAITING_ON_THIRD_PARTY'

/** Whether opening again is offered. */
export const canReopen = isClosed

/** What the console says when it opens a ticket again. */
export const reopenReason = 'Reopened by agent'

/** Whether the resolution is shown: an old one of a reopened ticket is kept, and hidden. */
export const showsResolution = (ticket: {
  readonly status: TicketStatus
  readonly resolved_at: string | null
}): boolean => isClosed(ticket.status) && ticket.resolved_at !== null

/** One line of a menu: the word of the wire, and how people read it. */
export interface TicketChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

/**
 * What a menu of a ticket's status offers: any status may follow any other (TICKET-32). The header's has all eight
 * (CDET-27); where "Reopen Ticket" stands beside it REOPENED is left to that button, and stands in the menu, disabled, while
 * it is the present one (TICKET-15, Q-107).
 */
export const statusChoices = (
  current: TicketStatus,
  menu: 'header' | 'manager',
): readonly TicketChoice<TicketStatus>[] =>
  ticketStatuses
    .filter(status => menu === 'header' || status !== 'REOPENED' || current === 'REOPENED')
    .map(value => ({
      value,
      label: ticketStatusLabel(value),
      disabled: menu === 'manager' && value === 'REOPENED',
    }))

/** What a new ticket may be raised with. */
export const creationChoices: readonly TicketChoice<(typeof creationStatuses)[number]>[] =
  creationStatuses.map(value => ({ value, label: ticketStatusLabel(value) }))

/** The priorities, the least urgent first. */
export const priorityChoices: readonly TicketChoice<TicketPriority>[] = ticketPriorities.map(value => ({
  value,
  label: priorityLabel(value),
}))

/**
 * What an agent's status and note make of a ticket, wherever they are given; null while nothing can be saved. A note is
 * needed, for a change of status too (TICKET-17, TICKET-18), and is at most 4,096 characters long.
 */
export function editWithNote(
  current: TicketStatus,
  picked: TicketStatus | null,
  note: string,
): Pick<UpdateTicketBody, 'agent_notes' | 'status'> | null {
  const words = note.trim()
  if (words === '' || words.length > maxTicketText) return null
  return { agent_notes: words, ...(picked !== null && picked !== current && { status: picked }) }
}

/** Whether the note of such an edit becomes the ticket's resolution. */
export const noteIsResolution = (current: TicketStatus, picked: TicketStatus | null): boolean =>
  picked !== null && isClosed(picked) && !isClosed(current)

/** What a change of status does to the times: every status may follow every other. */
export interface StatusEffect {
  readonly resolvedAt: 'set' | 'keep' | 'clear'
  /** It counts as opened again: `reopened_at` is set. */
  readonly reopens: boolean
}

/** Keeps it true that a ticket has `resolved_at` exactly while it is RESOLVED or CLOSED. */
export function statusEffect(from: TicketStatus, to: TicketStatus): StatusEffect {
  if (from === to) return { resolvedAt: 'keep', reopens: false }
  if (isClosed(to)) return { resolvedAt: isClosed(from) ? 'keep' : 'set', reopens: false }
  return { resolvedAt: isClosed(from) ? 'clear' : 'keep', reopens: isClosed(from) || to === 'REOPENED' }
}

/**
 * The resolution that an edit leaves: where it closes an open ticket and gives none, its note is the summary, since that
 * says how it ended. Undefined: it stays as it is.
 */
export function resolutionOf(
  from: TicketStatus,
  to: TicketStatus,
  { resolution, note }: { readonly resolution: string | undefined; readonly note: string },
): string | undefined {
  const isGiven = resolution !== undefined && resolution.trim() !== ''
  return !isGiven && note !== '' && noteIsResolution(from, to) ? note : resolution
}

/** The updates that resolve a ticket, to be made one after the other: the status, then how it was resolved. */
export const resolveSteps = (resolution: string, now: Date): readonly UpdateTicketBody[] => {
  const text = resolution.trim()
  const status = { status: 'RESOLVED' } as const
  return text === '' ? [status] : [status, { resolution: text, resolved_at: now.toISOString() }]
}

/** What became of resolving, by which of its steps worked: it failed only if both did. */
export const resolveOutcome = (statusSaved: boolean, textSaved: boolean) =>
  statusSaved ? (textSaved ? 'resolved' : 'without-text') : textSaved ? 'without-status' : 'failed'

interface Summarised {
  readonly id: string
  readonly status: TicketStatus
  readonly created_at: string
}

/** The list's order: newest first, then the greater id. */
export const compareTickets = (a: Omit<Summarised, 'status'>, b: Omit<Summarised, 'status'>): number =>
  a.created_at === b.created_at ? compareIds(b.id, a.id) : a.created_at < b.created_at ? 1 : -1

/** Which ticket stands for the conversation: the one its row names, else the newest open one, else the newest. */
export function summaryTicket<T extends Summarised>(tickets: readonly T[], named: string | null): T | null {
  const newestFirst = tickets.toSorted(compareTickets)
  return (
    newestFirst.find(ticket => ticket.id === named) ??
    newestFirst.find(ticket => !isClosed(ticket.status)) ??
    newestFirst[0] ??
    null
  )
}

/** All notes as one text: each with its time and author on a line before it, an empty line between two. */
export const notesText = (
  notes: readonly { readonly at: string; readonly by: string; readonly text: string }[],
): string | null =>
  notes.length === 0 ? null : notes.map(({ at, by, text }) => `${at} ${by}\n${text}`).join('\n\n')

const editedFields = ['title', 'description', 'status', 'priority', 'resolution'] as const

/** What became different in a ticket between two of its versions. */
export type TicketChange =
  | { readonly what: (typeof editedFields)[number]; readonly from: string; readonly to: string }
  | { readonly what: 'note'; readonly by: string | null; readonly text: string }

const newNotes = (before: TicketEntity, after: TicketEntity): readonly TicketNoteEntity[] =>
  after.notes.filter(
    note => !before.notes.some(old => old.at === note.at && old.by === note.by && old.text === note.text),
  )

/** What an agent who knows the older version has to be shown before an edit is put on the newer one. */
export const ticketChanges = (before: TicketEntity, after: TicketEntity): readonly TicketChange[] => [
  ...editedFields
    .map(what => ({ what, from: before[what] ?? '', to: after[what] ?? '' }))
    .filter(({ from, to }) => from !== to),
  ...newNotes(before, after).map(({ by, text }) => ({ what: 'note' as const, by, text })),
]

/**
 * Whether an edit that was based on the older version is in the newer one: it was saved though its answer was lost, and
 * must not be made again.
 */
export function holdsEdit(before: TicketEntity, after: TicketEntity, edit: UpdateTicketBody): boolean {
  const isIn = editedFields.every(field => edit[field] === undefined || edit[field] === (after[field] ?? ''))
  const note = edit.agent_notes?.trim() ?? ''
  return isIn && (note === '' || newNotes(before, after).some(({ text }) => text === note))
}
