import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

/** How often assist was used today; asked for anew when shown. */
export const useAssistUses = () =>
  useQuery({
    queryKey: ['bot', 'assist'],
    queryFn: async () => (await api.assistUses()).value,
    staleTime: 0,
  })
