import type { ConversationStatus } from '@parley/core/conversations/api'
import type { SearchReply } from '@parley/core/search/api'
import { addDays, dayStart } from '@parley/core/text/days'
import { readFinding } from '@parley/core/search/finding'
import type { MessageWriter } from '@parley/core/search/constants'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { ApiFailure } from '../../client/api-failure.ts'

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

async function ask(filter: SearchFilter, before: string | null): Promise<SearchReply> {
  const { text, from, to, timeZone, agent, status, writtenBy } = filter
  const { value } = await api.search({
    query: {
      q: text,
      ...(from !== undefined && { from: dayStart(from, timeZone).toISOString() }),
      ...(to !== undefined && { to: dayStart(addDays(to, 1), timeZone).toISOString() }),
      ...(agent !== undefined && { agent }),
      ...(status !== undefined && { status }),
      ...(writtenBy !== undefined && { written_by: writtenBy }),
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
    queryFn: ({ pageParam }) => ask(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: page => page.messages?.next ?? null,
    enabled: isSearch(filter.text),
    placeholderData: keepPreviousData,
    retry: (tries, cause) => !isRefused(cause) && tries < 2,
    staleTime: 0,
    gcTime: 60_000,
  })
