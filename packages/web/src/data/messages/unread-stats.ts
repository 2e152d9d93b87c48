import { readUnreadStats, type UnreadStats } from '@parley/core/read/unread-stats'
import { withUnread } from '@parley/core/rules/unread'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { keys } from '../../sync/cache-keys.ts'
import { loadUnread } from '../../sync/load.ts'
import { heldRow } from '../../sync/row-lookup.ts'
import { source } from '../../sync/source.ts'
import { useSelectedConversation } from '../conversations/selection.ts'

const recoveryMs = 10_000
const nothingUnread = readUnreadStats({})

/**
 * The viewer's unread counts; the conversation on the screen counts as read. `stale` while the newest attempt failed: the
 * last counts are kept, or zeros when there never were any.
 */
export function useUnreadStats(): { readonly stats: UnreadStats; readonly stale: boolean } {
  const client = useQueryClient()
  const selected = useSelectedConversation()
  const query = useQuery({
    queryKey: keys.unread,
    queryFn: () =>
      loadUnread(source, id => heldRow(client, id)).catch((cause: unknown) => {
        logFailure('fetchUnread', cause)
        throw cause
      }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (state.status === 'error' ? recoveryMs : false),
  })
  const known = query.data?.stats ?? nothingUnread
  const stats = useMemo(() => (selected === null ? known : withUnread(known, selected, 0)), [known, selected])
  return { stats, stale: query.isError }
}
