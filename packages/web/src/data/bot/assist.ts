import { useQuery } from '@tanstack/react-query'
import { manageApi } from '../../client/manage-client.ts'

/** How often assist was used today; asked for anew when shown. */
export const useAssistUses = () =>
  useQuery({
    queryKey: ['bot', 'assist'],
    queryFn: async () => (await manageApi.assistUses()).value,
    staleTime: 0,
  })
