import { useQuery } from '@tanstack/react-query'
import { laterApi } from '../../client/later-client.ts'

/** How often assist was used today; asked for anew when shown. */
export const useAssistUses = () =>
  useQuery({
    queryKey: ['bot', 'assist'],
    queryFn: async () => (await laterApi.assistUses()).value,
    staleTime: 0,
  })
