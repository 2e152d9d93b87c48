import type { Writer } from './db/write.ts'
import { pruneLog } from './live/log.ts'
import { neededUpTo } from './reports/state.ts'

/** Raw webhooks hold customers' words; once everything in them is stored they are kept only for tracing a fault. */
const rawKeptMs = 7 * 24 * 60 * 60_000
/** Statuses of messages that were never ours. */
const earlyKeptMs = 30 * 24 * 60 * 60_000

const before = (writer: Writer, ms: number): Date => new Date(writer.now().getTime() - ms)

/** Forgets what nobody needs any more. */
export async function tidy(writer: Writer): Promise<void> {
  const { db } = writer
  await pruneLog(db, writer.now(), await neededUpTo(db))
  await db
    .deleteFrom('webhook_events')
    .where('done_at', '<', before(writer, rawKeptMs))
    .where('id', 'not in', db.selectFrom('webhook_refusals').select('event_id'))
    .execute()
  await db.deleteFrom('early_statuses').where('at', '<', before(writer, earlyKeptMs)).execute()
}
