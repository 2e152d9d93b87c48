import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'

/** No event tells of jobs: milliseconds between two looks. */
const againMs = 10_000

/** The background jobs in the queue, for administrators. */
export const useJobs = () =>
  useQuery({
    queryKey: ['jobs'],
    queryFn: async () => (await api.jobs({})).value,
    refetchInterval: againMs,
    staleTime: 0,
    gcTime: 0,
  })

/** Runs a job now. Rejects with `ApiFailure`. */
export const retryJob = (id: string): Promise<unknown> => api.retryJob({ params: { id } })
