import { settingsCalls } from '@parley/core/api/settings'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { changeSettings } from './edit.ts'
import { workspaceSettings } from './queries.ts'

export function settingsRoutes(http: Http, writer: Writer): void {
  mount(
    http,
    settingsCalls,
  )({
    settings: () => workspaceSettings(writer.db),
    changeSettings: async ({ body, caller }) => {
      await changeSettings(writer, body.settings, body.version, caller)
      return workspaceSettings(writer.db)
    },
  })
}
