import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { type CachedThread, keys } from '@parley/core/live/cached'
import { loadNewer, loadOlder, loadStretch, loadThread, mostMessages } from '@parley/core/live/load'
import { withStretch } from '@parley/core/live/thread'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../client/api-failure.ts'
import { editCached } from '../../sync/query-cache.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { source } from '../../sync/source.ts'
import { usePagedList } from '../../sync/use-paged-list.ts'
import { useEffect, useState } from 'react'

/** What the specification says in the thread when its history cannot be loaded (ERR-05). */
export const historyFailure = t('Unable to load message history. Please try again later.')

const onFailure = (cause: unknown) => console.warn(historyFailure, cause)

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

/** What is held of a thread or a stretch, and the pages before it. */
function useHeld(id: string, key: QueryKey, cached: CachedThread | undefined) {
  const client = useQueryClient()
  const first = cached?.messages[0]?.id
  const hasOlder = cached?.hasMore ?? false
  const page = (limit: number) =>
    first === undefined
      ? null
      : async () => editCached<CachedThread>(client, key, await loadOlder(source, id, first, limit))
  const { more, loadMore, loadThis, retryMore } = usePagedList({
    list: key.join(' '),
    hasMore: hasOlder,
    loadNext: page(source.pageSizes.messages),
    onFailure,
  })
  const older: ThreadView['older'] = more === 'none' ? 'idle' : more
  return {
    messages: cached?.messages ?? noMessages,
    hasOlder,
    older,
    loadOlder: loadMore,
    loadFarther: () => loadThis(page(mostMessages)),
    retryOlder: retryMore,
  }
}

/** The thread of a conversation, kept current by the socket. */
export function useThread(id: string): ThreadView {
  const key = keys.thread(id)
  const query = useLiveQuery<CachedThread>({ key, load: cached => loadThread(source, id, cached) })
  return { ...loadedOf(query), ...useHeld(id, key, query.data), ...wholly }
}

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
  const load = (held: CachedThread | undefined) =>
    loadStretch(source, id, message ?? '', held).catch(nowhere(id))
  const query = useLiveQuery<CachedThread>({ key, load: isWanted ? load : null }, { gcTime: 0 })
  const cached = query.data
  const held = useHeld(id, key, cached)
  const last = cached?.messages.at(-1)?.id
  const hasNewer = cached?.hasNewer ?? false
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
    ...held,
    hasNewer,
    newer: behind.more === 'none' ? 'idle' : behind.more,
    loadNewer: behind.loadMore,
    retryNewer: behind.retryMore,
    toNewest: () => setLeft({ message, visit: visit + 1 }),
    visit,
  }
}
