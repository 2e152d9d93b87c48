import { type Backup, backupCalls } from '@parley/core/backups/api'
import * as z from 'zod'
import type { Reader } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'

const mostListed = 10

const Begun = z.object({ file: z.string() })
/** What is recorded of a backup that is complete under its name. */
const Finished = z.object({
  file: z.string(),
  bytes: z.int(),
  rows: z.int(),
  files: z.int(),
  missing: z.int(),
  damaged: z.int(),
})

/** The newest backups on record. A file's name is used once, so it tells which begun one was finished. */
async function newestBackups(reader: Reader): Promise<Backup[]> {
  const rows = await reader
    .selectFrom('audit')
    .select(['at', 'action', 'after'])
    .where('action', 'in', ['backup.begun', 'backup.finished'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2 * mostListed)
    .execute()
  const finished = rows.flatMap(({ at, action, after }) =>
    action === 'backup.finished' ? [{ at, ...Finished.parse(after) }] : [],
  )
  return rows
    .filter(({ action }) => action === 'backup.begun')
    .slice(0, mostListed)
    .map(({ at: begun, after }) => {
      const { file } = Begun.parse(after)
      const end = finished.find(one => one.file === file && one.at >= begun)
      if (end === undefined) return { begun_at: begun.toISOString(), file, finished: null }
      const { at, bytes, rows: count, files, missing, damaged } = end
      return {
        begun_at: begun.toISOString(),
        file,
        finished: { at: at.toISOString(), bytes, rows: count, files, missing, damaged },
      }
    })
}

export const backupRoutes = (http: Http, reader: Reader): void =>
  mount(http, backupCalls, { backups: () => newestBackups(reader) })
