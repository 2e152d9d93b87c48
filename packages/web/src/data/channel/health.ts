import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

const againMs = 30_000

/** How the business number stands with WhatsApp; looked at again every half minute. */
export const useChannelHealth = () =>
  useQuery({
    queryKey: ['channel-health'],
    queryFn: async () => (await api.channelHealth({})).value,
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
  })
