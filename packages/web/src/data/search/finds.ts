import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { NoteEntity } from '@parley/core/notes/api'
import { type Cached, type CachedThread, keys } from '@parley/core/live/cached'
import type { SearchReply } from '@parley/core/search/api'
import { searchLimits } from '@parley/core/search/constants'
import { api } from '../../client/client.ts'
import { isSearch } from './search.ts'

/** What was found in one conversation. */
export interface ThreadSearch {
  /** Where: ids of messages and of notes, newest first, as far as they were fetched. */
  readonly ids: readonly string[]
  readonly count: number
  /** There are more than were counted. */
  readonly more: boolean
  /** `none`: there is nothing to look for. */
  readonly state: 'none' | 'looking' | 'ready' | 'failed'
  /** Fetches older ones; null where all are there, or some are on their way. */
  readonly loadOlder: (() => void) | null
  readonly retry: () => void
}

async function ask(conversation: string, q: string, before: string | null): Promise<SearchReply> {
  const { value } = await api.search({
    query: {
      q,
      conversation,
      limit: searchLimits.page,
      kinds: before === null ? 'messages,notes' : 'messages',
      ...(before !== null && { before }),
    },
  })
  return value as SearchReply
}

/** Looks for words among all messages and internal notes of a conversation, also those that are not on the screen. */
export function useFinds(conversationId: string, text: string): ThreadSearch {
  'use memo'
  const isAsked = isSearch(text)
  const query = useInfiniteQuery({
    queryKey: ['finds', conversationId, text],
    queryFn: ({ pageParam }) => ask(conversationId, text, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.messages?.next ?? null,
    enabled: isAsked,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  })
  const pages = isAsked ? query.data?.pages : undefined
  const ids = idsOf(pages ?? [])
  const first = pages?.[0]
  const notes = notesOf(first).length
  const { hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  useSaid(conversationId, isAsked ? refetch : null)
  return {
    ids,
    count: (first?.messages?.count ?? 0) + notes,
    more: first?.messages?.more ?? false,
    state: !isAsked ? 'none' : query.isError ? 'failed' : first === undefined ? 'looking' : 'ready',
    loadOlder: hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null,
    retry: () => void refetch(),
  }
}

/** What was said is found a second later, unless the server is busy: then by the second time. */
const askedAgainAfterMs = [1_500, 5_000] as const

/** Asks again when something was said, written or changed in a conversation. */
function useSaid(conversationId: string, ask: (() => unknown) | null): void {
  const client = useQueryClient()
  useEffect(() => {
    if (ask === null) return
    let timers: readonly ReturnType<typeof setTimeout>[] = []
    const stopTimers = () => timers.forEach(clearTimeout)
    let before = saidIn(client, conversationId)
    const stop = client.getQueryCache().subscribe(({ type, query: { queryKey } }) => {
      const isAbout = (queryKey[0] === 'thread' || queryKey[0] === 'notes') && queryKey[1] === conversationId
      if (type !== 'updated' || !isAbout) return
      const now = saidIn(client, conversationId)
      if (now === before) return
      before = now
      stopTimers()
      timers = askedAgainAfterMs.map(ms => setTimeout(() => void ask(), ms))
    })
    return () => {
      stop()
      stopTimers()
    }
  }, [client, conversationId, ask])
}

/** Another text when there are other words in what is held of a conversation. */
function saidIn(client: QueryClient, conversationId: string): string {
  const messages = client.getQueryData<CachedThread>(keys.thread(conversationId))?.messages ?? []
  const notes = client.getQueryData<Cached<readonly NoteEntity[]>>(keys.notes(conversationId))?.value ?? []
  const changed = messages.filter(({ edited, revoked_at: at }) => edited !== null || at !== null).length
  const edits = notes.map(({ id, edited_at: at }) => `${id} ${at}`).join()
  return [messages.at(-1)?.id, changed, edits].join('|')
}

const notesOf = (page: SearchReply | undefined) =>
  (page?.notes?.hits ?? []).filter(hit => hit.on === 'conversation')

function idsOf(pages: readonly SearchReply[]): readonly string[] {
  const hits = [...pages.flatMap(page => page.messages?.hits ?? []), ...notesOf(pages[0])]
  return hits.toSorted((a, b) => b.at.localeCompare(a.at)).map(hit => hit.id)
}
