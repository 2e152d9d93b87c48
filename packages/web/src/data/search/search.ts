import type { ConversationStatus } from '@parley/core/conversations/api'
import { type Cached, type CachedThread, keys } from '@parley/core/live/cached'
import type { NoteEntity } from '@parley/core/notes/api'
import type { SearchReply } from '@parley/core/search/api'
import { type MessageWriter, searchLimits } from '@parley/core/search/constants'
import { readFinding } from '@parley/core/search/finding'
import { type RecentSearch, recentSearches, withoutSearch, withSearch } from '@parley/core/search/rules'
import { addDays, dayStart } from '@parley/core/text/days'
import {
  keepPreviousData,
  useInfiniteQuery,
  skipToken,
  useQuery,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'
import { type DraftKind, useKeptDraft } from '../../client/device/kept-draft.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

/** What is searched for; a filter that is absent narrows nothing. */
export interface SearchFilter {
  readonly text: string
  /** The first and the last day, in `timeZone`: "2026-11-19". */
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly timeZone: string
  /** An agent's id; "none": nobody has the conversation. */
  readonly agent?: string | undefined
  readonly status?: ConversationStatus | undefined
  readonly writtenBy?: MessageWriter | undefined
}

async function askPage(filter: SearchFilter, before: string | null): Promise<SearchReply> {
  const { text, from, to, timeZone, agent, status, writtenBy } = filter
  const { value } = await api.search({
    query: {
      q: text,
      from: from && dayStart(from, timeZone).toISOString(),
      to: to && dayStart(addDays(to, 1), timeZone).toISOString(),
      agent,
      status,
      written_by: writtenBy,
      ...(before !== null && { before, kinds: 'messages' }),
    },
  })
  return value as SearchReply
}

/** Whether there is anything in it to look for: a letter or a digit. */
export const isSearch = (text: string): boolean => readFinding(text) !== null

const isRefused = (cause: unknown): boolean => cause instanceof ApiFailure && cause.status !== null

/** What is found: of each kind the first hits, of messages page after page. Asked for anew whenever it is shown. */
export const useSearch = (filter: SearchFilter) =>
  useInfiniteQuery({
    queryKey: ['search', filter],
    queryFn: ({ pageParam }) => askPage(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.messages?.next ?? null,
    enabled: isSearch(filter.text),
    placeholderData: keepPreviousData,
    retry: (tries, cause) => !isRefused(cause) && tries < 2,
    staleTime: 0,
    gcTime: 60_000,
  })

/** So many of each kind. */
const mostHits = 3

/** The first hits of each kind, for whoever is still typing; nothing is asked for where there is nothing to look for. */
export function useFirstHits(text: string) {
  const { data, isFetching } = useQuery({
    queryKey: ['first-hits', text],
    queryFn: isSearch(text)
      ? async () => (await api.search({ query: { q: text, limit: mostHits } })).value as SearchReply
      : skipToken,
    retry: false,
    staleTime: 0,
    gcTime: 60_000,
  })
  return {
    /** Null: nothing was asked for, or nothing came. */
    reply: data ?? null,
    busy: isFetching,
  }
}

async function ask(conversation: string, q: string, before: string | null): Promise<SearchReply> {
  const { value } = await api.search({
    query: {
      q,
      conversation,
      limit: searchLimits.page,
      kinds: before === null ? 'messages,notes' : 'messages',
      before: before ?? undefined,
    },
  })
  return value as SearchReply
}

/** What was found in one conversation. */
export type ThreadSearch = ReturnType<typeof useFinds>

/** Looks for words among all messages and internal notes of a conversation, also those that are not on the screen. */
export function useFinds(conversationId: string, text: string) {
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
  const progress = first === undefined ? 'looking' : 'ready'
  const state: 'none' | 'looking' | 'ready' | 'failed' = !isAsked
    ? 'none'
    : query.isError
      ? 'failed'
      : progress
  return {
    /** Where: ids of messages and of notes, newest first, as far as they were fetched. */
    ids,
    count: (first?.messages?.count ?? 0) + notes,
    /** There are more than were counted. */
    more: first?.messages?.more ?? false,
    /** `none`: there is nothing to look for. */
    state,
    /** Fetches older ones; null where all are there, or some are on their way. */
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

const none: readonly RecentSearch[] = []

const kind: DraftKind<readonly RecentSearch[]> = {
  empty: () => none,
  isEmpty: kept => kept.length === 0,
  join: (kept, written) => [
    ...written,
    ...kept.filter(({ text }) => !written.some(one => one.text === text)),
  ],
}

export type RecentSearches = ReturnType<typeof useRecentSearches>

/** What an agent searched for last in this browser, the newest first; sealed like what they have not sent: they hold customers' names and numbers. */
export function useRecentSearches(agentId: string) {
  'use memo'
  const now = useNow()
  const { draft, kept } = useKeptDraft(`recent-searches:${agentId}`, kind)
  return {
    texts: recentSearches(draft, now).map(({ text }) => text),
    add: (text: string) => kept.change(held => withSearch(held, text, new Date())),
    remove: (text: string) => kept.change(held => withoutSearch(held, text)),
    clear: () => kept.change(() => none),
  }
}
