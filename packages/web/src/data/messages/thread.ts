import type { MessageEntity, SendBody } from '@parley/core/messages/api'
import { markedConversation } from '@parley/core/live/conversation'
import {
  type CachedConversation,
  type CachedList,
  type CachedThread,
  type CachedUnread,
  keys,
} from '@parley/core/live/cached'
import { loadOlder, loadThread, mostMessages } from '@parley/core/live/load'
import { applyToThread, withMessage } from '@parley/core/live/thread'
import { readMessage } from '@parley/core/read/entities'
import { believedOwner, type OutboxEntry } from '@parley/core/messages/outbox'
import { withUnread } from '@parley/core/conversations/unread'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { isAnsweredSince } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { editCached, editQuery } from '../../sync/cache-edit.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { recentEvents, source } from '../../sync/source.ts'
import { usePagedList } from '../../sync/use-paged-list.ts'
import { linkSent } from '../issues/queries.ts'
import { isSampleIssue } from '../issues/sample-source.ts'
import { stepFields } from './own-drafts.ts'
import { newestSent } from './sent-away.ts'

/** What the specification says in the thread when its history cannot be loaded (ERR-05). */
export const historyFailure = 'Unable to load message history. Please try again later.'

const noMessages: readonly MessageEntity[] = []

/** A conversation's messages as the screen shows them, oldest first. */
export interface ThreadView extends Loaded {
  readonly messages: readonly MessageEntity[]
  readonly hasOlder: boolean
  readonly older: 'idle' | 'loading' | 'failed'
  /** Fetches the page before the first message, unless one is on its way or failed. */
  readonly loadOlder: () => void
  /** As `loadOlder`, but as much as one answer holds: for what may lie far back. */
  readonly loadFarther: () => void
  /** Fetches the page that failed. */
  readonly retryOlder: () => void
  /** Of a stretch around a message: newer messages stand behind its last. */
  readonly hasNewer: boolean
  readonly newer: 'idle' | 'loading' | 'failed'
  /** Fetches the page after the last message, unless one is on its way or failed. */
  readonly loadNewer: () => void
  readonly retryNewer: () => void
  /** Leaves a stretch for the newest messages. */
  readonly toNewest: () => void
  /** Another one for each time that the newest messages were gone to. */
  readonly visit: number
}

const nothing = () => undefined
/** It reaches the newest message. */
const wholly = {
  hasNewer: false,
  newer: 'idle',
  loadNewer: nothing,
  retryNewer: nothing,
  toNewest: nothing,
  visit: 0,
} as const

/** The thread of a conversation, kept current by the socket. */
export function useThread(id: string): ThreadView {
  const client = useQueryClient()
  const key = keys.thread(id)
  const query = useLiveQuery<CachedThread>({ key, load: cached => loadThread(source, id, cached) })
  const first = query.data?.messages[0]?.id
  const hasOlder = query.data?.hasMore ?? false
  const page = (limit: number) =>
    first === undefined
      ? null
      : async () => editCached<CachedThread>(client, key, await loadOlder(source, id, first, limit))
  const { more, loadMore, loadThis, retryMore } = usePagedList({
    list: id,
    hasMore: hasOlder,
    loadNext: page(source.pageSizes.messages),
    onFailure: cause => console.warn(historyFailure, cause),
  })
  return {
    ...loadedOf(query),
    messages: query.data?.messages ?? noMessages,
    hasOlder,
    older: more === 'none' ? 'idle' : more,
    loadOlder: loadMore,
    loadFarther: () => loadThis(page(mostMessages)),
    retryOlder: retryMore,
    ...wholly,
  }
}

/**
 * Sends one message of the outbox and puts the answer into the thread; or, where another has answered since, what the
 * agent has not seen. A sample issue means nothing to the server: the message is attached to it here. `unasked`: nobody has
 * pressed for this try, so the server refuses it where the conversation was taken over since. Rejects with `ApiFailure`.
 */
export async function sendEntry(
  client: QueryClient,
  id: string,
  entry: OutboxEntry,
  unasked: boolean,
): Promise<void> {
  const bookmark = recentEvents.arrived
  try {
    const { value } = await api.send({
      params: { id },
      body: { ...bodyOf(entry), ...(unasked && { believed_assignee_id: believedOwner(entry) }) },
    })
    const message = readMessage(value)
    putAnswer(client, message, bookmark)
    linkSent(client, entry.issueId, message)
    if (message.status === 'queued' && message.leaves_at !== null)
      newestSent.set({ conversationId: id, messageId: message.id, leavesAt: message.leaves_at })
  } catch (cause) {
    const unseen = isAnsweredSince(cause) ? cause.messages : []
    for (const message of unseen) putAnswer(client, readMessage(message), bookmark)
    throw cause
  }
}

/** What a message says: a template or a card goes in the stead of text and file. */
const contentOf = ({ template, ask, card, content, file }: OutboxEntry): Partial<SendBody> => {
  const document = file === null ? {} : { document_id: file.document_id }
  const voice = file?.voice === true ? { voice: true as const } : {}
  if (template !== null) return { template: { ...template, ...document } }
  if (card !== null) return { card }
  if (ask !== null) return { content, ask }
  return { ...(content !== '' && { content }), ...document, ...voice }
}

const bodyOf = (entry: OutboxEntry): SendBody => ({
  client_message_id: entry.clientId,
  ...contentOf(entry),
  ...(entry.issueId !== null && !isSampleIssue(entry.issueId) && { issue_id: entry.issueId }),
  ...(entry.quoted !== null && { quoted_message_id: entry.quoted.id }),
  ...(entry.seenMessageId !== null && { seen_message_id: entry.seenMessageId }),
  ...(entry.metadata !== null && { metadata: entry.metadata }),
  ...(entry.canned !== null && { canned_reply: entry.canned }),
  ...(entry.draft !== null && { draft: stepFields(entry.draft) }),
  ...(entry.force && { force: true }),
})

/** Tries a failed message again, when the agent says so. Rejects with `ApiFailure`. */
export async function retryMessage(client: QueryClient, messageId: string): Promise<void> {
  const bookmark = recentEvents.arrived
  const { value } = await api.retry({ params: { id: messageId } })
  putAnswer(client, readMessage(value), bookmark)
}

/** Takes back a message that has not left yet. Rejects with `ApiFailure`. */
export async function takeBack(client: QueryClient, messageId: string): Promise<void> {
  const bookmark = recentEvents.arrived
  const { value } = await api.takeBack({ params: { id: messageId } })
  putAnswer(client, readMessage(value), bookmark)
}

/** Puts a sign on a message in place of the business's own; null takes it away. Rejects with `ApiFailure`. */
export async function reactTo(client: QueryClient, messageId: string, emoji: string | null): Promise<void> {
  const bookmark = recentEvents.arrived
  const { value } = await api.react({ params: { id: messageId }, body: { emoji } })
  putAnswer(client, readMessage(value), bookmark)
}

/** An answer goes into the thread as it was; what the socket said of it meanwhile is newer. */
function putAnswer(client: QueryClient, message: MessageEntity, bookmark: number): void {
  editCached<CachedThread>(client, keys.thread(message.conversation_id), cached => {
    const since = recentEvents.arrivedSince(bookmark).filter(event => {
      const { data } = event
      return 'id' in data && data.id === message.id
    })
    const put = since.reduce<ReturnType<typeof applyToThread>>(applyToThread, withMessage(cached, message))
    return { ...cached, ...put }
  })
}

/** Fetches the thread anew; the client ids of the messages that the server has. Rejects when it cannot be fetched. */
export async function sentClientIds(client: QueryClient, id: string): Promise<ReadonlySet<string>> {
  const queryKey = keys.thread(id)
  const thread = await client.fetchQuery({
    queryKey,
    queryFn: () => loadThread(source, id, client.getQueryData<CachedThread>(queryKey)),
    staleTime: 0,
    retry: false,
    structuralSharing: false,
  })
  return clientIdsOf(thread.messages)
}

export const clientIdsOf = (messages: readonly MessageEntity[]): ReadonlySet<string> =>
  new Set(messages.flatMap(message => message.client_message_id ?? []))

/** Reports everything up to a message as seen. Failures are logged only (ERR-19). Whether it worked. */
export async function markSeen(client: QueryClient, id: string, upTo: MessageEntity): Promise<boolean> {
  try {
    await api.markSeen({ params: { id }, body: { up_to: upTo.id } })
  } catch (cause) {
    logFailure('markSeen', cause)
    return false
  }
  raiseMark(client, id, upTo.inbound_no ?? 0)
  return true
}

/** Reports what mentions the viewer in a conversation as seen; a frame says so then. Failures are logged only. Whether it worked. */
export async function seeMentions(id: string): Promise<boolean> {
  try {
    await api.markSeen({ params: { id }, body: { only: 'mentions' } })
    return true
  } catch (cause) {
    logFailure('markSeen', cause)
    return false
  }
}

/** The mark as the socket will tell it too; it only rises, so it may be told twice. */
function raiseMark(client: QueryClient, id: string, seenNo: number): void {
  editCached<CachedConversation>(client, keys.conversation(id), cached =>
    cached.conversation === null
      ? cached
      : { ...cached, conversation: markedConversation(cached.conversation, seenNo) },
  )
  for (const query of client.getQueryCache().findAll({ queryKey: ['conversations'] })) {
    editQuery<CachedList>(query, cached => ({
      ...cached,
      rows: cached.rows.map(row => (row.id === id ? markedConversation(row, seenNo) : row)),
    }))
  }
  const row = client.getQueryData<CachedConversation>(keys.conversation(id))?.conversation
  if (!row) return
  editCached<CachedUnread>(client, keys.unread, cached => ({
    ...cached,
    stats: withUnread(cached.stats, id, row.unread_count),
  }))
}
