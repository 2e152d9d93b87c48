import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

/** The newest backups on record; asked for anew each time they are looked at. */
export const useBackups = () =>
  useQuery({
    queryKey: ['backups'],
    queryFn: async () => (await api.backups()).value,
    staleTime: 0,
    gcTime: 0,
  })
