import { type CachedNotices, keys } from '@parley/core/live/cached'
import { loadNotices } from '@parley/core/live/reducers'
import type { NotificationEntity } from '@parley/core/notifications/api'
import {
  isLocalNotice,
  isMessageNotice,
  mergePolled,
  unreadNotifications,
  withAllRead,
  withOneRead,
} from '@parley/core/notifications/rules'
import { pollEveryMs } from '@parley/core/sockets/reconnect'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { logFirst } from '../../client/first-messages.ts'
import { useSelectedConversation } from '../conversations/list.ts'
import { createStore, useStore } from '../../store.ts'
import { editCached } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'
import { usePageFocus } from '../../ui/hooks/page-focus.ts'

const none: CachedNotices['value'] = []

/** What the bell shows. */
export type NoticeList = ReturnType<typeof useNotices>

/** The viewer's notices, kept current by the socket and asked for every 30 s, in the background too. */
export function useNotices() {
  const client = useQueryClient()
  const hidden = useHiddenNotices()
  const selected = useSelectedConversation()
  const onScreen = usePageFocus() ? selected : null
  const query = useQuery({
    queryKey: keys.notices,
    queryFn: () => poll(client),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    refetchInterval: pollEveryMs,
    refetchIntervalInBackground: true,
  })
  const held = query.data?.value ?? none
  const notices = useMemo(() => {
    // The messages of the thread that is being looked at need no bell: they are read as they come.
    const isSeen = (notice: NotificationEntity) =>
      onScreen !== null && isMessageNotice(notice) && notice.conversation_id === onScreen
    return held.filter(notice => !hidden.has(notice.id) && !isSeen(notice))
  }, [held, hidden, onScreen])
  return {
    /** Newest first. */
    notices,
    unread: unreadNotifications(notices),
    /** Whether the server has told of any yet. */
    isLoaded: query.isSuccess,
    /** The newest poll failed: there may be more. */
    stale: query.isError,
  }
}

async function poll(client: QueryClient): Promise<CachedNotices> {
  try {
    const loaded = await loadNotices(source)
    const held = cachedNotices(client)
    const merged = mergePolled(loaded.value, held, hiddenNotices())
    hideNotices(merged.hidden)
    return { ...loaded, value: merged.notices }
  } catch (cause) {
    logFirst('pollNotices', cause)
    throw cause
  }
}

const cachedNotices = (client: QueryClient): CachedNotices['value'] =>
  client.getQueryData<CachedNotices>(keys.notices)?.value ?? none

const edit = (
  client: QueryClient,
  change: (notices: CachedNotices['value']) => CachedNotices['value'],
): void =>
  editCached<CachedNotices>(client, keys.notices, cached => ({ ...cached, value: change(cached.value) }))

/**
 * Reads one notice: it leaves the list at once. A failure is logged only (ERR-19), and the next poll brings it back. One
 * without an id of the server's is read here alone, and stays held for the poll to find its copy by.
 */
export async function readNotice(client: QueryClient, notice: NotificationEntity): Promise<void> {
  const { id } = notice
  hideNotices([id])
  if (isLocalNotice(notice)) return
  edit(client, notices => withOneRead(notices, id))
  try {
    await api.readNotification({ params: { id } })
  } catch (cause) {
    logFirst('readNotices', cause)
    unhideNotices([id])
  }
}

/** Marks all read and keeps them. If that fails, the failure is logged and the list fetched again. */
export async function readAllNotices(client: QueryClient): Promise<void> {
  const held = cachedNotices(client)
  const unread = held.filter(notice => !notice.read && !isLocalNotice(notice))
  edit(client, withAllRead)
  try {
    await inOneCall(() => api.readAllNotifications(), unread)
  } catch (cause) {
    logFirst('readNotices', cause)
    await client.refetchQueries({ queryKey: keys.notices })
  }
}

/** Empties the list. If that fails, the failure is logged and the list fetched again. */
export async function clearNotices(client: QueryClient): Promise<void> {
  const held = cachedNotices(client)
  const ids = held.map(notice => notice.id)
  const cleared = held.filter(notice => !isLocalNotice(notice))
  hideNotices(ids)
  edit(client, notices => notices.filter(isLocalNotice))
  try {
    await inOneCall(() => api.clearNotifications(), cleared)
  } catch (cause) {
    logFirst('clearNotices', cause)
    unhideNotices(ids)
    await client.refetchQueries({ queryKey: keys.notices })
  }
}

const lacking: ReadonlySet<number | null> = new Set([404, 405, 501])

/** One call for all; a provider that has none is told of each notice. */
async function inOneCall(
  call: () => Promise<unknown>,
  each: readonly Pick<NotificationEntity, 'id'>[],
): Promise<void> {
  try {
    await call()
  } catch (cause) {
    if (!(cause instanceof ApiFailure && lacking.has(cause.status))) throw cause
    for (const { id } of each) await api.readNotification({ params: { id } })
  }
}

const hidden = createStore<ReadonlySet<string>>(new Set())

/** Notices that were read or cleared on this page: a poll that still has them does not bring them back. */
export const hiddenNotices = hidden.get

export function hideNotices(ids: readonly string[]): void {
  if (ids.length > 0) hidden.set(new Set([...hidden.get(), ...ids]))
}

/** The server did not hear of it: the next poll shows them again. */
export const unhideNotices = (ids: readonly string[]): void =>
  hidden.set(new Set([...hidden.get()].filter(id => !ids.includes(id))))

/** The same, followed. */
export const useHiddenNotices = (): ReadonlySet<string> => useStore(hidden)
