/*
 * From a response to a cache entry. A response is current as of the moment before its rows were read. Later events may have
 * arrived already, so they are replayed onto it. If some of them are no longer cached, the request is repeated.
 */
import type { ConversationEntity } from '../conversations/api.ts'
import { conversationStatuses } from '../conversations/constants.ts'
import { type ConversationFilter, orderOf } from '../conversations/rules.ts'
import { readConversations, readHistory, readUnreadStats } from '../read/entities.ts'
import type { LiveEvent } from '../sockets/api.ts'
import type { CachedConversation, CachedList, CachedThread, CachedUnread } from './cached.ts'
import { applyToConversation } from './conversation.ts'
import type { Answer, Fetchers, Needs } from './fetchers.ts'
import { applyToList, type ListNeeds, placeOf } from './list.ts'
import type { RecentEvents } from './recent-events.ts'
import { applyToThread, type ThreadState, withNewer, withOlder } from './thread.ts'
import { applyToUnread, readCounts } from './unread.ts'

export interface Source {
  readonly ask: Fetchers
  readonly recent: RecentEvents
  /** Receives the data still lacking after the replay. */
  readonly needs: Needs
  readonly pageSizes: PageSizes
  /** Whose console it is; null while nobody is signed in. */
  readonly viewerId: () => string | null
}

/** The number of rows to request at once. */
export interface PageSizes {
  /** The first page of the list: a few screens, since a whole page costs a slow connection a second or two. */
  readonly conversations: number
  /** Each later page. */
  readonly conversationsBehind: number
  readonly messages: number
}

export const pageSizes: PageSizes = {
  conversations: 100,
  conversationsBehind: 500,
  messages: 60,
}
/** The most messages that one response holds. */
export const mostMessages = 1_000
const mostTries = 4

/** Requests again until all events since the response are cached; a reconnect in between may prevent that. */
export async function asked<T>(recent: RecentEvents, ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  let answer = await ask()
  for (let tries = 1; answer.seq !== null && !recent.covers(answer.seq) && tries < mostTries; tries += 1) {
    answer = await ask()
  }
  return answer
}

/** A filter as query parameters. */
export const queryOf = ({
  status,
  search,
  assigneeId,
  hasOpenIssues,
  queue,
  mentionedId,
  order,
}: ConversationFilter) => ({
  status,
  search,
  assignee_id: assigneeId,
  queue,
  mentioned_id: mentionedId,
  order,
  ...(hasOpenIssues !== undefined && {
    has_open_issues: hasOpenIssues ? ('true' as const) : ('false' as const),
  }),
})

/** The newest rows of a list: as many pages as are cached, so that the scroll position stays valid. */
export async function loadList(
  source: Source,
  filter: ConversationFilter,
  cached: CachedList | undefined,
): Promise<CachedList> {
  const wanted = cached?.rows.length ?? 0
  let list = await firstPage(source, filter)
  const isMore = list.hasMore && list.rows.length < wanted
  while (list.hasMore && list.rows.length < wanted) list = (await loadNextPage(source, list))(list)
  // Events that arrived between the pages are in the rows, but not in the counts of the first page.
  if (isMore) source.needs.tell('counts')
  return list
}

/**
 * Refreshes the first page and keeps the pages behind it. Used while no events arrive: the list is then polled, and a long one
 * must not cost a call per page. The pages left stale are fetched once events arrive again.
 */
export async function loadListHead(
  source: Source,
  filter: ConversationFilter,
  cached: CachedList | undefined,
): Promise<CachedList> {
  const head = await firstPage(source, filter)
  const { edge } = head
  if (cached === undefined || edge === null || !head.hasMore) return head
  const inHead = new Set(head.rows.map(row => row.id))
  const order = orderOf(filter)
  const tail = cached.rows.filter(row => !inHead.has(row.id) && order(row, edge) > 0)
  if (tail.length === 0) return head
  return {
    ...head,
    rows: [...head.rows, ...tail],
    hasMore: cached.hasMore,
    edge: cached.edge,
    isTailOld: true,
  }
}

async function firstPage(source: Source, filter: ConversationFilter): Promise<CachedList> {
  const { ask, recent, pageSizes } = source
  const answer = await asked(recent, () =>
    ask.conversations({ limit: pageSizes.conversations, ...queryOf(filter) }),
  )
  const rows = readConversations(answer.value)
  const last = rows.at(-1)
  const list: CachedList = {
    filter,
    rows,
    hasMore: rows.length >= pageSizes.conversations,
    edge: last === undefined ? null : placeOf(last),
    counts: readCounts(answer.counts, conversationStatuses),
    seq: answer.seq ?? 0,
  }
  return withEventsAfter(list, list.seq, source)
}

export function tellNeeds(needs: Needs, { row, counts }: ListNeeds): void {
  if (row !== null) needs.tell({ row })
  if (counts) needs.tell('counts')
}

/** A list with the events above a number replayed onto it. */
export function withEventsAfter(list: CachedList, seq: number, { recent, needs }: Source): CachedList {
  let played = list
  for (const event of recent.after(seq)) {
    const applied = applyToList(played, event)
    tellNeeds(needs, applied.needs)
    played = { ...played, ...applied.list }
  }
  return played
}

/** The page after a list's edge. It returns a function from the cached list at the page's arrival to the new list. */
export async function loadNextPage(
  source: Source,
  list: CachedList,
): Promise<(cached: CachedList) => CachedList> {
  const { ask, recent, pageSizes } = source
  const after = list.edge?.id
  if (after === undefined) return cached => cached
  const answer = await asked(recent, () =>
    ask.conversations({ limit: pageSizes.conversationsBehind, after, ...queryOf(list.filter) }),
  )
  const page = readConversations(answer.value)
  return cached => (cached.edge?.id === after ? withPage(cached, page, source) : cached)
}

/**
 * The server chose these rows, so they need no filter here. Events are replayed from the number at which the list began: a list
 * under construction misses the events between its pages. Counts stay: they do not depend on the pages loaded.
 */
function withPage(cached: CachedList, page: readonly ConversationEntity[], source: Source): CachedList {
  const inPage = new Set(page.map(row => row.id))
  const last = page.at(-1)
  const longer: CachedList = {
    ...cached,
    rows: [...cached.rows.filter(row => !inPage.has(row.id)), ...page].toSorted(orderOf(cached.filter)),
    hasMore: page.length >= source.pageSizes.conversationsBehind,
    edge: last === undefined ? cached.edge : placeOf(last),
  }
  return { ...withEventsAfter(longer, cached.seq, source), counts: cached.counts }
}

/** One conversation. A response that starts with another one counts as none. */
export async function loadConversation({ ask, recent }: Source, id: string): Promise<CachedConversation> {
  const answer = await asked(recent, () => ask.conversation(id))
  const seq = answer.seq ?? 0
  const [first] = readConversations(answer.value)
  if (first === undefined || first.id !== id) return { conversation: null, seq }
  return {
    conversation: recent.after(seq).reduce<ConversationEntity | null>(applyToConversation, first),
    seq,
  }
}

/** The newest messages of a thread: as many as are cached, at least one page. */
export async function loadThread(
  source: Source,
  id: string,
  cached: CachedThread | undefined,
): Promise<CachedThread> {
  const limit = Math.min(mostMessages, Math.max(source.pageSizes.messages, cached?.messages.length ?? 0))
  const answer = await asked(source.recent, () => source.ask.history(id, { limit }))
  const { messages, has_more } = readHistory(answer.value)
  const thread: CachedThread = { conversationId: id, messages, hasMore: has_more, seq: answer.seq ?? 0 }
  return withEvents(thread, thread.seq, source.recent)
}

const withEvents = (thread: CachedThread, seq: number, recent: RecentEvents): CachedThread => ({
  ...thread,
  ...recent.after(seq).reduce<ThreadState>(applyToThread, thread),
})

/**
 * The page before a message, with at most `limit` messages. It returns a function from the cached thread at the page's arrival to
 * the new thread.
 */
export async function loadOlder(
  source: Source,
  id: string,
  before: string,
  limit = source.pageSizes.messages,
): Promise<(cached: CachedThread) => CachedThread> {
  const answer = await asked(source.recent, () => source.ask.history(id, { limit, before }))
  const { messages, has_more } = readHistory(answer.value)
  return cached =>
    cached.messages[0]?.id === before
      ? withEvents(
          { ...cached, ...withOlder(cached, messages, has_more) },
          answer.seq ?? cached.seq,
          source.recent,
        )
      : cached
}

/** The messages around one message of a thread. If some are cached: at least as many again, around the middle one. */
export async function loadStretch(
  source: Source,
  id: string,
  message: string,
  cached: CachedThread | undefined,
): Promise<CachedThread> {
  const middle = cached?.messages[Math.floor(cached.messages.length / 2)]
  const around = middle?.id ?? message
  const limit = Math.min(mostMessages, Math.max(source.pageSizes.messages, cached?.messages.length ?? 0))
  const answer = await asked(source.recent, () => source.ask.history(id, { limit, around }))
  const { messages, has_more, has_newer } = readHistory(answer.value)
  const seq = answer.seq ?? 0
  const stretch = { conversationId: id, messages, hasMore: has_more, hasNewer: has_newer, seq }
  return withEvents(stretch, seq, source.recent)
}

/** The page after the last message of a message window; the counterpart of `loadOlder`. */
export async function loadNewer(
  source: Source,
  id: string,
  after: string,
): Promise<(cached: CachedThread) => CachedThread> {
  const limit = source.pageSizes.messages
  const answer = await asked(source.recent, () => source.ask.history(id, { limit, after }))
  const { messages, has_newer } = readHistory(answer.value)
  return cached =>
    cached.messages.at(-1)?.id === after
      ? withEvents(
          { ...cached, ...withNewer(cached, messages, has_newer) },
          answer.seq ?? cached.seq,
          source.recent,
        )
      : cached
}

/** The unread counts. `rowOf` finds the cached row, for events that arrived since. */
export async function loadUnread(
  { ask, recent, needs, viewerId }: Source,
  rowOf: (id: string) => Parameters<typeof applyToUnread>[2],
): Promise<CachedUnread> {
  const answer = await asked(recent, () => ask.unreadStats())
  const seq = answer.seq ?? 0
  let stats = readUnreadStats(answer.value)
  for (const event of recent.after(seq)) {
    if (event.event === 'notification') needs.tell('unread')
    const applied = applyToUnread(stats, event, rowOf(rowIdOf(event)), viewerId())
    if (applied === null) needs.tell('unread')
    stats = applied ?? stats
  }
  return { stats, seq }
}

/** The conversation whose row decides how an event changes the unread counts; any other id for events that do not change them. */
export const rowIdOf = (event: LiveEvent): string =>
  event.event === 'read' || event.event === 'sight' || event.event === 'draft'
    ? event.data.conversation_id
    : event.data.id
