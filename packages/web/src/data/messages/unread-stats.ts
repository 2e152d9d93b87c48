import type { UnreadStats } from '@parley/core/entities/unread-stats'
import { type HeldUnread, keys } from '@parley/core/live/held'
import { loadUnread } from '@parley/core/live/load'
import { readUnreadStats } from '@parley/core/read/unread-stats'
import { withUnread } from '@parley/core/rules/unread'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLiveQuery } from '../../sync/live-query.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'
import { useSelectedConversation } from '../conversations/selection.ts'

const nothingUnread = readUnreadStats({})

/**
 * The viewer's unread counts; the conversation on the screen counts as read. `stale` while the newest attempt failed: the
 * last counts are kept, or zeros when there never were any.
 */
export function useUnreadStats(): { readonly stats: UnreadStats; readonly stale: boolean } {
  const client = useQueryClient()
  const selected = useSelectedConversation()
  const query = useLiveQuery<HeldUnread>({
    key: keys.unread,
    load: () => loadUnread(source, id => rowOf(client, id)),
    action: 'fetchUnread',
  })
  const known = query.data?.stats ?? nothingUnread
  const stats = useMemo(() => (selected === null ? known : withUnread(known, selected, 0)), [known, selected])
  return { stats, stale: query.stale || query.state === 'failed' }
}
