import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { useStore } from '../../store.ts'
import { channelProblems } from '../../sync/sockets/channel-problems.ts'

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
