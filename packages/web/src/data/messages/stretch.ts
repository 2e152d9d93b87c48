import { type CachedThread, keys } from '@parley/core/live/cached'
import { loadNewer, loadOlder, loadStretch, mostMessages } from '@parley/core/live/load'
import { withStretch } from '@parley/core/live/thread'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { editCached } from '../../sync/cache-edit.ts'
import { loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { source } from '../../sync/source.ts'
import { usePagedList } from '../../sync/use-paged-list.ts'
import { historyFailure, type ThreadView } from './thread.ts'

const onFailure = (cause: unknown) => console.warn(historyFailure, cause)

/** A message that is not in this conversation is not asked for again. */
const nowhere =
  (conversationId: string) =>
  (cause: unknown): CachedThread => {
    if (cause instanceof ApiFailure && cause.status === 404)
      return { conversationId, messages: [], hasMore: false, seq: 0 }
    throw cause
  }

/** The notes among which what is sought may be. */
interface SoughtNotes {
  readonly items: readonly { readonly id: string; readonly created_at: string }[]
  readonly isLoading: boolean
}

/** Whether a note stands among the messages that are held: then it is shown there. */
function isNoteHere({ messages, hasOlder }: ThreadView, { items }: SoughtNotes, id: string | null): boolean {
  const note = items.find(one => one.id === id)
  const oldest = messages[0]
  return note !== undefined && (!hasOlder || oldest === undefined || note.created_at >= oldest.created_at)
}

/**
 * The thread around a message that is further back than what is held of it; the thread itself where it is not, where there
 * is no such message, and once the stretch has been read as far as the newest.
 * @param message or a note; null for none
 */
export function useStretch(
  id: string,
  thread: ThreadView,
  message: string | null,
  notes: SoughtNotes,
): ThreadView {
  const client = useQueryClient()
  const [left, setLeft] = useState<{ readonly message: string; readonly visit: number } | null>(null)
  const isLeft = left !== null && left.message === message
  const visit = left?.visit ?? 0
  const isHere =
    message === null || thread.messages.some(one => one.id === message) || isNoteHere(thread, notes, message)
  // Where it may be a note of the messages that are held, nothing farther is asked for yet.
  const isUnknown = !isHere && notes.isLoading && thread.state === 'ready'
  const isWanted =
    !notes.isLoading && thread.state === 'ready' && message !== null && !isHere && !isLeft && thread.hasOlder
  const key = keys.stretch(id, message ?? '')
  const query = useLiveQuery<CachedThread>(
    { key, load: isWanted ? cached => loadStretch(source, id, message, cached).catch(nowhere(id)) : null },
    { gcTime: 0 },
  )
  const cached = query.data
  const first = cached?.messages[0]?.id
  const last = cached?.messages.at(-1)?.id
  const hasOlder = cached?.hasMore ?? false
  const hasNewer = cached?.hasNewer ?? false
  const older = (limit: number) =>
    first === undefined
      ? null
      : async () => editCached<CachedThread>(client, key, await loadOlder(source, id, first, limit))
  const before = usePagedList({
    list: key.join(' '),
    hasMore: hasOlder,
    loadNext: older(source.pageSizes.messages),
    onFailure,
  })
  const behind = usePagedList({
    list: key.join(' '),
    hasMore: hasNewer,
    loadNext:
      last === undefined
        ? null
        : async () => editCached<CachedThread>(client, key, await loadNewer(source, id, last)),
    onFailure,
  })
  const isWhole = isWanted && cached !== undefined && !hasNewer && cached.messages.length > 0
  useEffect(() => {
    // From here on one thread is held, as if it had been paged back this far.
    if (isWhole)
      editCached<CachedThread>(client, keys.thread(id), newest => ({
        ...newest,
        ...withStretch(newest, cached),
      }))
  }, [client, id, isWhole, cached])
  if (isUnknown) return { ...thread, visit, state: 'loading' }
  const isNowhere = cached !== undefined && cached.messages.length === 0
  if (!isWanted || isNowhere || query.state === 'failed') return { ...thread, visit }
  return {
    ...loadedOf(query),
    state: query.state === 'off' ? 'loading' : query.state,
    messages: cached?.messages ?? [],
    hasOlder,
    older: before.more === 'none' ? 'idle' : before.more,
    loadOlder: before.loadMore,
    loadFarther: () => before.loadThis(older(mostMessages)),
    retryOlder: before.retryMore,
    hasNewer,
    newer: behind.more === 'none' ? 'idle' : behind.more,
    loadNewer: behind.loadMore,
    retryNewer: behind.retryMore,
    toNewest: () => setLeft({ message, visit: visit + 1 }),
    visit,
  }
}
