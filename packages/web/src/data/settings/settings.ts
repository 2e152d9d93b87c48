import type { Settings, WorkspaceSettings } from '@parley/core/settings/api'
import type { RetentionSetting } from '@parley/core/settings/constants'
import { useQueryClient } from '@tanstack/react-query'
import { logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { servedAreas } from '../capabilities/queries.ts'
import { useFresh } from '../../sync/fresh-query.ts'
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
const jobsAgainMs = 10_000

/** The background jobs in the queue, for administrators. */
export const useJobs = () =>
  useFresh(['jobs'], async () => (await api.jobs({})).value, { refetchInterval: jobsAgainMs, gcTime: 0 })

/** Runs a job now. Rejects with `ApiFailure`. */
export const retryJob = (id: string): Promise<unknown> => api.retryJob({ params: { id } })

/** The newest backups on record. */
export const useBackups = () => useFresh(['backups'], async () => (await api.backups()).value, { gcTime: 0 })

/** How much would be deleted if these days were set. */
export const useRetentionCounts = (days: Readonly<Partial<Record<RetentionSetting, number>>>) =>
  useFresh(['retention-counts', days], async () => (await api.retentionCounts({ query: days })).value, {
    gcTime: 0,
  })
