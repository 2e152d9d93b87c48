import type { RetentionSetting } from '@parley/core/settings/constants'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

/** How much would be deleted if these days were set. */
export const useRetentionCounts = (days: Readonly<Partial<Record<RetentionSetting, number>>>) =>
  useQuery({
    queryKey: ['retention-counts', days],
    queryFn: async () => (await api.retentionCounts({ query: days })).value,
    staleTime: 0,
    gcTime: 0,
  })
