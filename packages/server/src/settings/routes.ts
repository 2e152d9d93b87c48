import { settingsCalls } from '@parley/core/settings/api'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { changeSettings } from './edit.ts'
import { workspaceSettings } from './queries.ts'

/** @param undoSendMs the server's delay of a reply, if the workspace sets none */
export function settingsRoutes(http: Http, writer: Writer, undoSendMs: number): void {
  const all = async () => ({
    ...(await workspaceSettings(writer.db)),
    server: { undo_send_seconds: undoSendMs / 1_000 },
  })
  mount(http, settingsCalls, {
    settings: all,
    changeSettings: async ({ body, caller }) => {
      await changeSettings(writer, body.settings, body.version, caller)
      return all()
    },
  })
}
