import type { KeptItem } from '@parley/core/channel/webhooks'
import { t } from '@parley/core/text/translate'
import { keepPreviousData, useQuery, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { serverNow } from '../../client/server-clock.ts'
import { useStore } from '../../store.ts'
import { channelProblems } from '../../sync/sockets/sockets.ts'

const againMs = 30_000

/** How the business numbers stand with WhatsApp; asked for when what is wrong changes, and every half minute. */
export function useChannelHealth() {
  const wrong = useStore(channelProblems).map(
    ({ kind, number, said }) => `${kind} ${number ?? ''} ${said ?? ''}`,
  )
  return useQuery({
    queryKey: ['channel-health', wrong],
    queryFn: async () => (await api.channelHealth({})).value,
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
  })
}

const pageSize = 100
const hour = 60 * 60_000

/** The spans that one may look at, each up to now. */
export const spans = [
  { value: 'day', label: t('Last 24 hours'), hours: 24, by: 'hour' },
  { value: 'week', label: t('Last 7 days'), hours: 7 * 24, by: 'day' },
] as const
export type Span = (typeof spans)[number]

/** Which of the items that have no row of their own; null: those that stand in no conversation, noted and refused. */
export type KeptEnd = KeptItem['end'] | null

/** How the items of WhatsApp's webhooks ended, and those without a row of their own a page at a time. */
export function useLedger({ value, hours, by }: Span, end: KeptEnd) {
  return useInfiniteQuery({
    queryKey: ['webhook-ledger', value, end],
    queryFn: async ({ pageParam }) => {
      const answer = await api.webhookLedger({
        query: {
          from: new Date(serverNow() - hours * hour).toISOString(),
          by,
          limit: pageSize,
          end: end ?? undefined,
          after: pageParam ?? undefined,
        },
      })
      return answer.value
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ items }) => (items.length < pageSize ? null : (items.at(-1)?.id ?? null)),
    staleTime: 0,
    gcTime: 0,
  })
}
