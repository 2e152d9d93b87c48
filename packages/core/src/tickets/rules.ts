import { t } from '../text/translate.ts'
import { byTime, type Tone } from '../conversations/rules.ts'
import { inWords } from '../text/words.ts'
import type { TicketPriority, TicketRowEntity, TicketStatus } from './api.ts'
import { closedStatuses, type ticketListStatuses, ticketPlaceForm } from './constants.ts'

/** The n-th ticket's number, n from 1: TCK-00001 upward. */
export const ticketNumber = (n: number): string => `TCK-${String(n).padStart(5, '0')}`

/** "Waiting on third party" for WAITING_ON_THIRD_PARTY: badges, menus and buttons agree; the API has the raw value. */
export const ticketStatusLabel = (status: TicketStatus): string => inWords(status)

/** "High" for HIGH. */
export const priorityLabel = (priority: TicketPriority): string => inWords(priority)

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

export const isClosed = (status: TicketStatus): boolean => closedStatuses.some(one => one === status)

/** Whether the Resolve button is offered; the menu offers any status. */
export const canResolve = (status: TicketStatus): boolean =>
  status === 'IN_PROGRESS' || status === 'WAITING_ON_CUSTOMER' || status === 'WAITING_ON_THIRD_PARTY'

export const canReopen = isClosed

/** The console's reason for reopening. */
export const reopenReason = t('Reopened by agent')

/** A reopened ticket keeps its old resolution hidden. */
export const showsResolution = (ticket: {
  readonly status: TicketStatus
  readonly resolved_at: string | null
}): boolean => isClosed(ticket.status) && ticket.resolved_at !== null

/** The effect of a change of status on the times. */
interface StatusEffect {
  readonly resolvedAt: 'set' | 'keep' | 'clear'
  /** Sets `reopened_at`. */
  readonly reopens: boolean
}

/** Invariant: a ticket has `resolved_at` exactly while it is RESOLVED or CLOSED. */
export function statusEffect(from: TicketStatus, to: TicketStatus): StatusEffect {
  if (from === to) return { resolvedAt: 'keep', reopens: false }
  if (isClosed(to)) return { resolvedAt: isClosed(from) ? 'keep' : 'set', reopens: false }
  return { resolvedAt: isClosed(from) ? 'clear' : 'keep', reopens: isClosed(from) || to === 'REOPENED' }
}

interface Summarised {
  readonly id: string
  readonly status: TicketStatus
  readonly created_at: string
}

/** The list's order: newest first, then the greater id. */
export const compareTickets = byTime('created_at', 'newest')

/** The ticket of a conversation's row: the named one, else the newest open one, else the newest. */
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

type TicketListStatus = (typeof ticketListStatuses)[number]

/** `assigneeId` "none": conversations without an owner. */
export interface TicketFilter {
  readonly status?: TicketListStatus | undefined
  readonly priority?: TicketPriority | undefined
  readonly assigneeId?: string | undefined
  readonly search?: string | undefined
}

/** The place of a ticket in the list's order. */
export type TicketPlace = Pick<TicketRowEntity, 'id' | 'priority' | 'updated_at'>

/** A place in the form of the API: "HIGH_2026-03-01T09:00:00.000Z_7". */
export const ticketPlaceText = ({ priority, updated_at, id }: TicketPlace): string =>
  `${priority}_${updated_at}_${id}`

/** Null: the text is no place. */
export function readTicketPlace(text: string): TicketPlace | null {
  const [, priority, updated_at, id] = ticketPlaceForm.exec(text) ?? []
  if (priority === undefined || updated_at === undefined || id === undefined) return null
  return { priority: priority as TicketPriority, updated_at, id }
}

const isOfStatus = (status: TicketStatus, wanted: TicketListStatus | undefined): boolean =>
  wanted === undefined || (wanted === 'OPEN' ? !isClosed(status) : wanted === status)

/** The count of a status filter, from the counts by status. */
export const countOfStatus = (
  counts: Readonly<Partial<Record<TicketStatus, number>>>,
  wanted: TicketListStatus | undefined,
): number =>
  Object.entries(counts)
    .filter(([status]) => isOfStatus(status as TicketStatus, wanted))
    .reduce((sum, [, count]) => sum + count, 0)
