import {
  applyToConversation,
  applyToList,
  applyToThread,
  applyToUnread,
  type ListNeeds,
  withOlder,
} from '@parley/core/live'
import { type ConversationEntity, readConversations } from '@parley/core/read/conversation'
import { readHistory } from '@parley/core/read/message'
import { readUnreadStats } from '@parley/core/read/unread-stats'
import { type ConversationFilter, compareConversations } from '@parley/core/rules/conversation'
import { conversationStatuses } from '@parley/core/words/conversations'
import { ApiFailure, isMissing } from '../client/api-failure.ts'
import type { Answer } from '../client/caller.ts'
import type { api } from '../client/client.ts'
import type { HeldConversation, HeldList, HeldThread, HeldUnread, StatusCounts } from './cache-keys.ts'
import type { RecentFrames } from './recent-frames.ts'
import type { Needs } from './refetch-needs.ts'

/*
 * From an answer to what the cache holds. An answer is true for the moment before its rows were read; what changed since
 * may have arrived already, so those frames are played onto it. Where they are not all held, it is asked for again.
 */

/** The calls that are cached. */
export type Asks = Pick<
  typeof api,
  | 'conversations'
  | 'history'
  | 'historyFallback'
  | 'unreadStats'
  | 'tickets'
  | 'ticket'
  | 'ticketByNumber'
  | 'issues'
  | 'availableAgents'
  | 'pollNotifications'
>

/** Everything a load needs. */
export interface Source {
  readonly ask: Asks
  readonly recent: RecentFrames
  /** Hears what is lacking after frames were played onto an answer. */
  readonly needs: Needs
}

export const listPageSize = 500
export const threadPageSize = 60
const mostMessages = 1_000
const mostTries = 4

/** Asks until the frames since the answer are all held, which a reconnect in between may prevent. */
export async function asked<T>(recent: RecentFrames, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  let answer = await ask()
  for (let tries = 1; answer.seq !== null && !recent.covers(answer.seq) && tries < mostTries; tries += 1) {
    answer = await ask()
  }
  return answer
}

const queryOf = ({ status, search, assigneeId }: ConversationFilter) => ({
  status,
  search,
  assignee_id: assigneeId,
})

/** The newest rows of a list, as many pages as are held already, so that a reader far down stays there. */
export async function loadList(
  source: Source,
  filter: ConversationFilter,
  held: HeldList | undefined,
): Promise<HeldList> {
  const wanted = held?.rows.length ?? 0
  let list = await firstPage(source, filter)
  const isMore = list.hasMore && list.rows.length < wanted
  while (list.hasMore && list.rows.length < wanted) list = (await loadNextPage(source, list))(list)
  // Frames that came between the pages are in the rows, but not in the counts of the first page.
  if (isMore) source.needs.tell('counts')
  return list
}

/**
 * The first page before what is held behind it. For as long as no frames come: then a list is fetched again and again, and
 * a long one must not cost a call for each page. What it leaves old is fetched once frames come again.
 */
export async function loadListHead(
  source: Source,
  filter: ConversationFilter,
  held: HeldList | undefined,
): Promise<HeldList> {
  const head = await firstPage(source, filter)
  const { edge } = head
  if (held === undefined || edge === null || !head.hasMore) return head
  const inHead = new Set(head.rows.map(row => row.id))
  const tail = held.rows.filter(row => !inHead.has(row.id) && compareConversations(row, edge) > 0)
  if (tail.length === 0) return head
  return { ...head, rows: [...head.rows, ...tail], hasMore: held.hasMore, edge: held.edge, isTailOld: true }
}

async function firstPage(source: Source, filter: ConversationFilter): Promise<HeldList> {
  const { ask, recent } = source
  const answer = await asked(recent, () =>
    ask.conversations({ query: { limit: listPageSize, ...queryOf(filter) } }),
  )
  const rows = readConversations(answer.value)
  const last = rows.at(-1)
  const list: HeldList = {
    filter,
    rows,
    hasMore: rows.length >= listPageSize,
    edge: last === undefined ? null : { id: last.id, last_activity: last.last_activity },
    counts: readCounts(answer.counts),
    seq: answer.seq ?? 0,
  }
  return withFramesAfter(list, list.seq, source)
}

/** Passes on what a list needs. */
export function tellNeeds(needs: Needs, { row, counts }: ListNeeds): void {
  if (row !== null) needs.tell({ row })
  if (counts) needs.tell('counts')
}

/** A list with the frames above a number played onto it. */
export function withFramesAfter(list: HeldList, seq: number, { recent, needs }: Source): HeldList {
  let played = list
  for (const frame of recent.after(seq)) {
    const applied = applyToList(played, frame)
    tellNeeds(needs, applied.needs)
    played = { ...played, ...applied.list }
  }
  return played
}

/** The page behind a list's edge, as a step from what the cache holds when it arrives to what it holds then. */
export async function loadNextPage(source: Source, list: HeldList): Promise<(held: HeldList) => HeldList> {
  const { ask, recent } = source
  const after = list.edge?.id
  if (after === undefined) return held => held
  const answer = await asked(recent, () =>
    ask.conversations({ query: { limit: listPageSize, after, ...queryOf(list.filter) } }),
  )
  const page = readConversations(answer.value)
  return held => (held.edge?.id === after ? withPage(held, page, source) : held)
}

/**
 * Rows that the server chose need no filter here. Frames are played from where the list began, for a list that is being
 * put together misses those that come between its pages. Counts stay: they do
 * not depend on how far one has read.
 */
function withPage(held: HeldList, page: readonly ConversationEntity[], source: Source): HeldList {
  const inPage = new Set(page.map(row => row.id))
  const last = page.at(-1)
  const longer: HeldList = {
    ...held,
    rows: [...held.rows.filter(row => !inPage.has(row.id)), ...page].toSorted(compareConversations),
    hasMore: page.length >= listPageSize,
    edge: last === undefined ? held.edge : { id: last.id, last_activity: last.last_activity },
  }
  return { ...withFramesAfter(longer, held.seq, source), counts: held.counts }
}

/** Parley-Counts; empty where a server gives none. */
export function readCounts(header: string | null): StatusCounts {
  if (header === null) return {}
  try {
    const parsed = JSON.parse(header) as Record<string, unknown>
    return Object.fromEntries(conversationStatuses.map(status => [status, Number(parsed[status] ?? 0)]))
  } catch (cause) {
    throw new ApiFailure({ kind: 'malformed', cause })
  }
}

/** One conversation. An answer that starts with another one counts as none. */
export async function loadConversation({ ask, recent }: Source, id: string): Promise<HeldConversation> {
  const answer = await asked(recent, () =>
    ask.conversations({ query: { conversation_id: id } }).catch((cause: unknown) => {
      if (isMissing(cause)) return { value: [], seq: null, total: 0, counts: null }
      throw cause
    }),
  )
  const seq = answer.seq ?? 0
  const [first] = readConversations(answer.value)
  if (first === undefined || first.id !== id) return { conversation: null, seq }
  return { conversation: recent.after(seq).reduce(applyToConversation, first), seq }
}

type HistoryQuery = Parameters<Asks['history']>[0]['query']

/** The history by its path, then by the other one on any failure but 401. The second failure is the one told. */
async function history({ ask }: Source, id: string, query: HistoryQuery) {
  const args = { params: { id }, query: { include_attachments: 'true', ...query } }
  try {
    return await ask.history(args)
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.status === 401) throw cause
    return ask.historyFallback(args)
  }
}

/** The newest messages of a thread, as many as are held already. */
export async function loadThread(
  source: Source,
  id: string,
  held: HeldThread | undefined,
): Promise<HeldThread> {
  const limit = Math.min(mostMessages, Math.max(threadPageSize, held?.messages.length ?? 0))
  const answer = await asked(source.recent, () => history(source, id, { limit }))
  const { messages, has_more } = readHistory(answer.value)
  const thread: HeldThread = { conversationId: id, messages, hasMore: has_more, seq: answer.seq ?? 0 }
  return withFrames(thread, thread.seq, source.recent)
}

const withFrames = (thread: HeldThread, seq: number, recent: RecentFrames): HeldThread => ({
  ...thread,
  ...recent.after(seq).reduce<ReturnType<typeof applyToThread>>(applyToThread, thread),
})

/** The page before a message, as a step from what the cache holds when it arrives to what it holds then. */
export async function loadOlder(
  source: Source,
  id: string,
  before: string,
): Promise<(held: HeldThread) => HeldThread> {
  const answer = await asked(source.recent, () => history(source, id, { limit: threadPageSize, before }))
  const { messages, has_more } = readHistory(answer.value)
  return held =>
    held.messages[0]?.id === before
      ? withFrames({ ...held, ...withOlder(held, messages, has_more) }, answer.seq ?? held.seq, source.recent)
      : held
}

/** The unread counts. `rowOf` finds the row that the cache holds, for frames that came since. */
export async function loadUnread(
  { ask, recent, needs }: Source,
  rowOf: (id: string) => Parameters<typeof applyToUnread>[2],
): Promise<HeldUnread> {
  const answer = await asked(recent, () => ask.unreadStats())
  const seq = answer.seq ?? 0
  let stats = readUnreadStats(answer.value)
  for (const frame of recent.after(seq)) {
    if (frame.event === 'notification') needs.tell('unread')
    const id = frame.event === 'read' ? frame.data.conversation_id : frame.data.id
    const applied = applyToUnread(stats, frame, rowOf(id))
    if (applied === null) needs.tell('unread')
    stats = applied ?? stats
  }
  return { stats, seq }
}
