import type { TicketEntity, TicketNoteEntity, TicketPriority, TicketStatus, UpdateTicketBody } from './api.ts'
import { lengthOf } from '../text/length.ts'
import { creationStatuses, maxTicketText, ticketPriorities, ticketStatuses } from './constants.ts'
import { isClosed, priorityLabel, ticketStatusLabel } from './rules.ts'

/** An item of a menu. */
export interface TicketChoice<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

/**
 * The items of a status menu: any status may follow any other (TICKET-32). The header's has all eight (CDET-27). The
 * manager has a "Reopen Ticket" button, so its menu shows REOPENED only as the present status, disabled (TICKET-15, Q-107).
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

/** The statuses of a new ticket. */
export const creationChoices: readonly TicketChoice<(typeof creationStatuses)[number]>[] =
  creationStatuses.map(value => ({ value, label: ticketStatusLabel(value) }))

/** The priorities, the least urgent first. */
export const priorityChoices: readonly TicketChoice<TicketPriority>[] = ticketPriorities.map(value => ({
  value,
  label: priorityLabel(value),
}))

/**
 * The edit of an agent's status and note; null while it cannot be saved. A note is required, for a change of status too
 * (TICKET-17, TICKET-18), and has at most 4,096 characters.
 */
export function editWithNote(
  current: TicketStatus,
  picked: TicketStatus | null,
  note: string,
): Pick<UpdateTicketBody, 'agent_notes' | 'status'> | null {
  const words = note.trim()
  if (words === '' || lengthOf(words) > maxTicketText) return null
  return { agent_notes: words, ...(picked !== null && picked !== current && { status: picked }) }
}

/** Whether the note of such an edit becomes the ticket's resolution. */
export const noteIsResolution = (current: TicketStatus, picked: TicketStatus | null): boolean =>
  picked !== null && isClosed(picked) && !isClosed(current)

/** The resolution of an edit: if it closes an open ticket and gives none, its note. Undefined: unchanged. */
export function resolutionOf(
  from: TicketStatus,
  to: TicketStatus,
  { resolution, note }: { readonly resolution: string | undefined; readonly note: string },
): string | undefined {
  const isGiven = resolution !== undefined && resolution.trim() !== ''
  return !isGiven && note !== '' && noteIsResolution(from, to) ? note : resolution
}

/** The updates that resolve a ticket, in order: the status, then the resolution. */
export const resolveSteps = (resolution: string, now: Date): readonly UpdateTicketBody[] => {
  const text = resolution.trim()
  const status = { status: 'RESOLVED' } as const
  return text === '' ? [status] : [status, { resolution: text, resolved_at: now.toISOString() }]
}

/** The result of both steps: it failed only if both did. */
export const resolveOutcome = (statusSaved: boolean, textSaved: boolean) =>
  statusSaved ? (textSaved ? 'resolved' : 'without-text') : textSaved ? 'without-status' : 'failed'

const editedFields = ['title', 'description', 'status', 'priority', 'resolution'] as const

/** A difference between two versions of a ticket. */
export type TicketChange =
  | { readonly what: (typeof editedFields)[number]; readonly from: string; readonly to: string }
  | { readonly what: 'note'; readonly by: string | null; readonly text: string }

const newNotes = (before: TicketEntity, after: TicketEntity): readonly TicketNoteEntity[] =>
  after.notes.filter(
    note => !before.notes.some(old => old.at === note.at && old.by === note.by && old.text === note.text),
  )

/** The changes that an agent must see before their edit of the older version is saved on the newer one. */
export const ticketChanges = (before: TicketEntity, after: TicketEntity): readonly TicketChange[] => [
  ...editedFields
    .map(what => ({ what, from: before[what] ?? '', to: after[what] ?? '' }))
    .filter(({ from, to }) => from !== to),
  ...newNotes(before, after).map(({ by, text }) => ({ what: 'note' as const, by, text })),
]

/** Whether the newer version already contains the edit: it was saved, but its response was lost, so it must not be repeated. */
export function holdsEdit(before: TicketEntity, after: TicketEntity, edit: UpdateTicketBody): boolean {
  const isIn = editedFields.every(field => edit[field] === undefined || edit[field] === (after[field] ?? ''))
  const note = edit.agent_notes?.trim() ?? ''
  return isIn && (note === '' || newNotes(before, after).some(({ text }) => text === note))
}
