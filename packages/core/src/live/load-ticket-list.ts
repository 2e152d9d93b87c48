import type * as z from 'zod'
import type { ticketCalls } from '../api/tickets.ts'
import { readTicketRows } from '../read/ticket-row.ts'
import { compareTicketRows, type TicketFilter, ticketPlaceOf, ticketPlaceText } from '../rules/ticket-list.ts'
import { ticketStatuses } from '../words/tickets.ts'
import type { Answer } from './answer.ts'
import { readCounts } from './counts.ts'
import type { HeldTicketList } from './held.ts'
import { asked } from './load.ts'
import type { RecentFrames } from './recent-frames.ts'
import { addFrameReducer } from './reducers.ts'
import { applyToTicketList, type TicketListState } from './ticket-list.ts'

/*
 * From an answer about tickets of all conversations to what is held, and how frames change that. This file is part of no
 * first load: it tells `reducers.ts` of its word when it is loaded, which is before anything is held under it.
 */

/** Where the answers come from. */
export interface TicketListWorld {
  readonly ask: (query: z.input<typeof ticketCalls.ticketList.query>) => Promise<Answer<unknown>>
  readonly recent: RecentFrames
  /** How many rows one answer is asked for. */
  readonly pageSize: number
}

export const ticketPageSize = 100

addFrameReducer<TicketListState>('ticket-list', applyToTicketList)

const page = ({ ask, pageSize }: TicketListWorld, filter: TicketFilter, after: string | undefined) => {
  const { status, priority, assigneeId, search } = filter
  return ask({ status, priority, assignee_id: assigneeId, search, limit: pageSize, after })
}

/** The first rows of a list: as many pages as are held already, so that a reader far down stays there. */
export async function loadTicketList(
  world: TicketListWorld,
  filter: TicketFilter,
  held: HeldTicketList | undefined,
): Promise<HeldTicketList> {
  const rowsHeld = held?.value.rows.length ?? 0
  const answer = await asked(world.recent, () => page(world, filter, undefined))
  const rows = readTicketRows(answer.value)
  const last = rows.at(-1)
  const seq = answer.seq ?? 0
  let list: HeldTicketList = {
    value: {
      filter,
      rows,
      hasMore: rows.length >= world.pageSize,
      edge: last === undefined ? null : ticketPlaceOf(last),
      counts: readCounts(answer.counts, ticketStatuses),
      // What was missed in between may have changed what frames said.
      last: held !== undefined && world.recent.covers(held.seq) ? held.value.last : {},
      lacks: false,
    },
    seq,
  }
  list = { ...list, value: world.recent.after(seq).reduce(applyToTicketList, list.value) }
  while (list.value.hasMore && list.value.rows.length < rowsHeld)
    list = (await loadMoreTickets(world, list))(list)
  return list
}

/** The page behind a list's edge, as a step from what the cache holds when it arrives to what it holds then. */
export async function loadMoreTickets(
  world: TicketListWorld,
  { value: { filter, edge } }: HeldTicketList,
): Promise<(held: HeldTicketList) => HeldTicketList> {
  if (edge === null) return held => held
  const answer = await asked(world.recent, () => page(world, filter, ticketPlaceText(edge)))
  const rows = readTicketRows(answer.value)
  return held => {
    const before = held.value
    if (before.edge === null || compareTicketRows(before.edge, edge) !== 0) return held
    const inPage = new Set(rows.map(({ id }) => id))
    const longer: TicketListState = {
      ...before,
      rows: [...before.rows.filter(({ id }) => !inPage.has(id)), ...rows].toSorted(compareTicketRows),
      hasMore: rows.length >= world.pageSize,
      edge: ticketPlaceOf(rows.at(-1) ?? edge),
    }
    // Rows move by what came since the page was read; the counts had it already.
    const played = world.recent.after(answer.seq ?? held.seq).reduce(applyToTicketList, longer)
    return { ...held, value: { ...played, counts: before.counts } }
  }
}
