import * as z from 'zod'
import { declare } from '../call.ts'
import { Time } from '../ids.ts'

/** A backup that the command made on this database, as the audit log has it. */
export const Backup = z.object({
  begun_at: Time,
  /** The name of the file, without its folder. */
  file: z.string(),
  /** Null: it runs, was aborted, or failed. */
  finished: z
    .object({
      at: Time,
      bytes: z.int(),
      rows: z.int(),
      files: z.int(),
      /** Files that a row names and that are not there, or whose bytes have changed. */
      missing: z.int(),
      damaged: z.int(),
    })
    .nullable(),
})
export type Backup = z.output<typeof Backup>

export const backupCalls = declare({
  backups: {
    method: 'GET',
    path: '/backups',
    summary: 'The newest backups, newest first, at most 10; as far back as the audit log goes',
    policy: 'settings',
    reply: z.array(Backup),
  },
})
