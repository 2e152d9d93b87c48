import type { Settings, WorkspaceSettings } from '@parley/core/settings/api'
import type { RetentionSetting } from '@parley/core/settings/constants'
import { useQueryClient, useQuery } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { servedAreas } from '../capabilities/queries.ts'
import { type LiveQuery, useLiveQuery } from '../../sync/live-query.ts'

const key = ['settings'] as const

/** What the workspace decided, and the version that an edit is based on. */
export const useSettings = (): LiveQuery<WorkspaceSettings> =>
  useLiveQuery<WorkspaceSettings>(
    {
      key,
      load: async () => (await api.settings()).value as WorkspaceSettings,
      onFailure: cause => logFailure('fetchSettings', cause),
    },
    { refetchOnMount: 'always' },
  )

/** Changes settings; those that are not named stay. Rejects with `ApiFailure`. */
export function useChangeSettings(): (edit: Partial<Settings>, version: number) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async (settings, version) => {
    const { value } = await api.changeSettings({ body: { settings, version } })
    client.setQueryData(key, value)
    // What everybody is told of the settings is there.
    void client.invalidateQueries({ queryKey: servedAreas.queryKey })
  }
}

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

/** The newest backups on record; asked for anew each time they are looked at. */
export const useBackups = () =>
  useQuery({
    queryKey: ['backups'],
    queryFn: async () => (await api.backups()).value,
    staleTime: 0,
    gcTime: 0,
  })

/** How much would be deleted if these days were set. */
export const useRetentionCounts = (days: Readonly<Partial<Record<RetentionSetting, number>>>) =>
  useQuery({
    queryKey: ['retention-counts', days],
    queryFn: async () => (await api.retentionCounts({ query: days })).value,
    staleTime: 0,
    gcTime: 0,
  })
