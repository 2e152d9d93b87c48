import { ownUnread, withUnread } from '@parley/core/conversations/unread'
import {
  type CachedConversation,
  type CachedList,
  type CachedThread,
  type CachedUnread,
  keys,
} from '@parley/core/live/cached'
import { markedConversation } from '@parley/core/live/conversation'
import { applyToThread, withMessage } from '@parley/core/live/thread'
import type { MessageEntity } from '@parley/core/messages/api'
import { readMessage } from '@parley/core/read/entities'
import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { editCached, editQuery } from '../../sync/query-cache.ts'
import { recentEvents, source } from '../../sync/source.ts'

/** Runs a write of a message and puts its answer into the thread. */
async function putWritten(
  client: QueryClient,
  write: () => Promise<{ readonly value: unknown }>,
): Promise<void> {
  const bookmark = recentEvents.arrived
  const { value } = await write()
  putAnswer(client, readMessage(value), bookmark)
}

/** Tries a failed message again, when the agent says so. Rejects with `ApiFailure`. */
export const retryMessage = (client: QueryClient, id: string): Promise<void> =>
  putWritten(client, () => api.retry({ params: { id } }))

/** Takes back a message that has not left yet. Rejects with `ApiFailure`. */
export const takeBack = (client: QueryClient, id: string): Promise<void> =>
  putWritten(client, () => api.takeBack({ params: { id } }))

/** Puts a sign on a message in place of the business's own; null takes it away. Rejects with `ApiFailure`. */
export const reactTo = (client: QueryClient, id: string, emoji: string | null): Promise<void> =>
  putWritten(client, () => api.react({ params: { id }, body: { emoji } }))

/** An answer goes into the thread as it was; what the socket said of it meanwhile is newer. */
export function putAnswer(client: QueryClient, message: MessageEntity, bookmark: number): void {
  editCached<CachedThread>(client, keys.thread(message.conversation_id), cached => {
    const since = recentEvents.arrivedSince(bookmark).filter(event => {
      const { data } = event
      return 'id' in data && data.id === message.id
    })
    const put = since.reduce<ReturnType<typeof applyToThread>>(applyToThread, withMessage(cached, message))
    return { ...cached, ...put }
  })
}

/** Reports what was seen. Failures are logged only (ERR-19). Whether it worked. */
async function tellSeen(id: string, body: Parameters<typeof api.markSeen>[0]['body']): Promise<boolean> {
  try {
    await api.markSeen({ params: { id }, body })
    return true
  } catch (cause) {
    logFailure('markSeen', cause)
    return false
  }
}

/** Reports everything up to a message as seen. Whether it worked. */
export async function markSeen(client: QueryClient, id: string, upTo: MessageEntity): Promise<boolean> {
  const isTold = await tellSeen(id, { up_to: upTo.id })
  if (isTold) raiseMark(client, id, upTo.inbound_no ?? 0)
  return isTold
}

/** Reports what mentions the viewer in a conversation as seen; a frame says so then. Whether it worked. */
export const seeMentions = (id: string): Promise<boolean> => tellSeen(id, { only: 'mentions' })

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
    stats: withUnread(cached.stats, id, ownUnread(row, source.viewerId())),
  }))
}

/** The tries of a message, asked for when somebody looks at them, and again each time something happened to the message. */
export function useAttempts(message: MessageEntity) {
  const query = useQuery({
    queryKey: ['attempts', message.id],
    queryFn: async () => (await api.attempts({ params: { id: message.id } })).value,
    staleTime: 0,
    gcTime: 0,
  })
  const shown = useRef(message)
  const { refetch } = query
  useEffect(() => {
    if (shown.current === message) return
    shown.current = message
    void refetch()
  }, [message, refetch])
  return query
}
