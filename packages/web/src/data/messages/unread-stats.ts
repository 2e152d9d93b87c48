import { logFirst } from '../../client/first-messages.ts'
import type { UnreadStats } from '@parley/core/messages/api'
import { type CachedUnread, keys } from '@parley/core/live/cached'
import { loadUnread } from '@parley/core/live/load'
import { withUnread } from '@parley/core/conversations/unread'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { liveOptions, useLiveQuery } from '../../sync/live-query.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'
import { useSelectedConversation } from '../conversations/list.ts'

const spec = (client: QueryClient) =>
  ({
    key: keys.unread,
    load: () => loadUnread(source, (id: string) => rowOf(client, id)),
    onFailure: (cause: unknown) => logFirst('fetchUnread', cause),
  }) as const

/** Their total alone, zero when there never was one: who shows it is drawn again when it changes, and not for every message of the thread on the screen. */
export function useUnreadTotal(): { readonly count: number; readonly stale: boolean } {
  const client = useQueryClient()
  const selected = useSelectedConversation()
  const { data = 0, isError } = useQuery({
    ...liveOptions<CachedUnread>(spec(client)),
    select: ({ stats }) => (selected === null ? stats : withUnread(stats, selected, 0)).total_unread_messages,
  })
  return { count: data, stale: isError }
}

/**
 * The viewer's unread counts; the conversation on the screen counts as read. Null: not known yet. `stale` while the newest
 * attempt failed: the last counts are kept.
 */
export function useUnreadStats(): { readonly stats: UnreadStats | null; readonly stale: boolean } {
  'use memo'
  const client = useQueryClient()
  const selected = useSelectedConversation()
  const query = useLiveQuery<CachedUnread>(spec(client))
  const known = query.data?.stats ?? null
  const stats = known === null || selected === null ? known : withUnread(known, selected, 0)
  return { stats, stale: query.stale || query.state === 'failed' }
}
