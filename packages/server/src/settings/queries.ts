import { Settings, type WorkspaceSettings } from '@parley/core/settings/api'
import type { Reader } from '../db/write.ts'

/** The settings of a row, with defaults for the missing ones. */
export const settingsOf = (value: unknown): Settings => Settings.parse(value)

/** The workspace's settings, without the server's. */
export async function workspaceSettings(reader: Reader): Promise<Omit<WorkspaceSettings, 'server'>> {
  const { value, version } = await reader
    .selectFrom('settings')
    .select(['value', 'version'])
    .executeTakeFirstOrThrow()
  return { settings: settingsOf(value), version }
}
