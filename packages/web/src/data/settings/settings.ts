import type { Settings, WorkspaceSettings } from '@parley/core/settings/api'
import { useQueryClient } from '@tanstack/react-query'
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
