import { Settings, type WorkspaceSettings } from '@parley/core/api/settings'
import type { Reader } from '../db/write.ts'

/** What a row of the settings says; what it does not say has its default. */
export const settingsOf = (value: unknown): Settings => Settings.parse(value)

/** What the workspace decided, without what only its server knows. */
export async function workspaceSettings(reader: Reader): Promise<Omit<WorkspaceSettings, 'server'>> {
  const { value, version } = await reader
    .selectFrom('settings')
    .select(['value', 'version'])
    .executeTakeFirstOrThrow()
  return { settings: settingsOf(value), version }
}
