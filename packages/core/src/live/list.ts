import type { ConversationEntity, ConversationStatus } from '../conversations/api.ts'
import type { LiveEvent } from '../sockets/api.ts'
import { readConversation } from '../read/entities.ts'
import { type ConversationFilter, matchesFilter, orderOf, type Placed } from '../conversations/rules.ts'
import { markedConversation } from './conversation.ts'
import { type Counts, moveCount } from './unread.ts'
import { stateIn } from './visibility.ts'

/*
 * How an event updates cached data. Every function is pure and idempotent. An event whose entity is newer than its number is
 * harmless: events carry state, never instructions. The invariant, tested for every action: the old state with the action's
 * events applied equals a fresh response.
 */

/**
 * The cached list: the rows in the order of the filter, from the first down to `edge`, the last row of the newest page fetched.
 */
export interface ListState {
  readonly filter: ConversationFilter
  readonly rows: readonly ConversationEntity[]
  /** Older rows exist beyond the edge. */
  readonly hasMore: boolean
  readonly edge: Placed | null
  /** The number of conversations by status, for the filter without its status. */
  readonly counts: Counts<ConversationStatus>
}

/** Data that an event could not give a list. */
export interface ListNeeds {
  /** A row that belongs here and is not cached: fetch it, since events carry no read cursor of the viewer. */
  readonly row: string | null
  /** The counts changed by an amount that only the server knows. */
  readonly counts: boolean
}

const settled: ListNeeds = { row: null, counts: false }

/** The fields that decide a row's position. */
export const placeOf = ({
  id,
  last_activity,
  waiting_since,
  ticket_priority,
  closes_within_hour,
  acknowledgement,
  last_reply,
  reach,
  snoozed,
  mentioned,
}: Placed): Placed => ({
  id,
  last_activity,
  waiting_since,
  ticket_priority,
  closes_within_hour,
  acknowledgement,
  last_reply,
  reach,
  snoozed,
  mentioned,
})

const insideWindow = (
  list: Pick<ListState, 'filter' | 'hasMore' | 'edge'>,
  row: ConversationEntity,
): boolean => !list.hasMore || list.edge === null || orderOf(list.filter)(row, list.edge) <= 0

/** If the edge row moves, the row before it becomes the edge: the next page starts after it. */
function withRow(list: ListState, row: ConversationEntity): ListState {
  const order = orderOf(list.filter)
  const others = list.rows.filter(other => other.id !== row.id)
  const belongs = matchesFilter(row, list.filter)
  const last = others.at(-1)
  const leavesEdge =
    list.edge?.id === row.id && last !== undefined && !(belongs && order(row, list.edge) === 0)
  const edge = leavesEdge ? placeOf(last) : list.edge
  if (!belongs || !insideWindow({ ...list, edge }, row)) return { ...list, edge, rows: others }
  const at = others.findIndex(other => order(row, other) < 0)
  const rows = at === -1 ? [...others, row] : [...others.slice(0, at), row, ...others.slice(at)]
  return { ...list, edge, rows }
}

/** A list after one event, and the data it still needs. Message events do not concern it: rows carry the last message. */
export function applyToList(
  list: ListState,
  event: LiveEvent,
): { readonly list: ListState; readonly needs: ListNeeds } {
  if (event.event === 'read') {
    const cached = list.rows.find(row => row.id === event.data.conversation_id)
    return {
      list: cached === undefined ? list : withRow(list, markedConversation(cached, event.data.seen_no)),
      needs: settled,
    }
  }
  // A conversation that is not cached may still be in the counts.
  if (event.event === 'sight' && event.data.conversation === null)
    return { list: without(list, event.data.conversation_id), needs: { row: null, counts: true } }
  const state = stateIn(event)
  if (state === null) return { list, needs: settled }
  const cached = list.rows.find(row => row.id === state.id)
  if (cached === undefined) {
    const row = readConversation(state)
    const matches = matchesFilter(row, list.filter)
    // Every counted row is cached: this one was not counted, and is not now.
    if (!matches && !list.hasMore && list.filter.status === undefined) return { list, needs: settled }
    return { list, needs: { row: matches && insideWindow(list, row) ? row.id : null, counts: true } }
  }
  const row = readConversation({ seen_no: cached.seen_no, ...state })
  const narrowed = { ...list.filter, status: undefined }
  const counted = matchesFilter(cached, narrowed) === matchesFilter(row, narrowed)
  const counts = counted ? moveCount(list.counts, cached.status, row.status) : list.counts
  return { list: { ...withRow(list, row), counts }, needs: { row: null, counts: !counted } }
}

const without = (list: ListState, id: string): ListState => {
  const rows = list.rows.filter(row => row.id !== id)
  return rows.length === list.rows.length ? list : { ...list, rows }
}

/** A list after rows were fetched by id. A cached row that the response lacks is left unchanged. */
export const withFetchedRows = (list: ListState, rows: readonly ConversationEntity[]): ListState =>
  rows.reduce((held, row) => (insideWindow(held, row) ? withRow(held, row) : held), list)
