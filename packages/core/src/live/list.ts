import type { ConversationEntity, ConversationStatus } from '../conversations/api.ts'
import type { LiveEvent } from '../sockets/api.ts'
import { readConversation } from '../read/entities.ts'
import { type ConversationFilter, matchesFilter, orderOf, type Placed } from '../conversations/rules.ts'
import { markedConversation } from './conversation.ts'
import { type Counts, moveCount } from './unread.ts'
import { stateIn } from './visibility.ts'

/*
 * How a change reaches what a client holds. Every function is pure, gives the same result when a frame is applied twice,
 * and is harmless with a frame whose entity is newer than its number: frames carry state, never instructions.
 * The law, tested for every action: the old state with the action's frames applied equals a fresh answer.
 */

/** The list as held: the rows in the order of the filter, from the first down to `edge`, the last row of the newest page fetched. */
export interface ListState {
  readonly filter: ConversationFilter
  readonly rows: readonly ConversationEntity[]
  /** Older rows exist behind the edge. */
  readonly hasMore: boolean
  readonly edge: Placed | null
  /** How many conversations there are by status, for the filter without its status. */
  readonly counts: Counts<ConversationStatus>
}

/** What applying a frame to a list could not settle by itself. */
export interface ListNeeds {
  /** A row that belongs here and is not held: fetch it, since frames carry no mark of the viewer. */
  readonly row: string | null
  /** The counts changed by an amount that only the server knows. */
  readonly counts: boolean
}

const settled: ListNeeds = { row: null, counts: false }

/** What says where a row stands. */
export const placeOf = ({
  id,
  last_activity,
  waiting_since,
  ticket_priority,
  reach,
  snoozed,
  mentioned,
}: Placed): Placed => ({
  id,
  last_activity,
  waiting_since,
  ticket_priority,
  reach,
  snoozed,
  mentioned,
})

const insideWindow = (
  list: Pick<ListState, 'filter' | 'hasMore' | 'edge'>,
  row: ConversationEntity,
): boolean => !list.hasMore || list.edge === null || orderOf(list.filter)(row, list.edge) <= 0

/** A row that leaves its place at the edge gives the edge to the one before it: the next page begins behind that. */
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

/** A list after one frame, and what it still needs. Message frames do not concern it: rows carry the last message. */
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
  // One that is not held may have been counted all the same.
  if (event.event === 'sight' && event.data.conversation === null)
    return { list: without(list, event.data.conversation_id), needs: { row: null, counts: true } }
  const state = stateIn(event)
  if (state === null) return { list, needs: settled }
  const cached = list.rows.find(row => row.id === state.id)
  if (cached === undefined) {
    const row = readConversation(state)
    const matches = matchesFilter(row, list.filter)
    // All that is counted is held: it was not counted, and is not.
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

/** A list after rows were fetched by id; a row that is not among them any more is left as it is. */
export const withFetchedRows = (list: ListState, rows: readonly ConversationEntity[]): ListState =>
  rows.reduce((held, row) => (insideWindow(held, row) ? withRow(held, row) : held), list)
