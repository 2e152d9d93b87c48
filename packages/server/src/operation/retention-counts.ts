import { type RetentionSetting, retentionSettings } from '@parley/core/settings/constants'
import { type RetentionCount, retentionCalls } from '@parley/core/settings/retention'
import { sql } from 'kysely'
import type { Reader, Writer } from '../db/write.ts'
import type { Sql } from '../descriptor.ts'
import { type Http, mount } from '../http/mount.ts'
import { oldMessages } from '../messages/descriptor.ts'
import { oldWebhooks } from './housekeeping.ts'

const dayMs = 24 * 60 * 60_000

/** A person waits for the answer, and other work for the database. */
const longestMs = 2_000
const mostCounted = 100_000

/** PostgreSQL's code of a statement that took too long. */
const isTooLong = (error: unknown): boolean => (error as { code?: string }).code === '57014'

/** The rows that each setting deletes, as the nightly and the hourly work choose them. */
const rowsOf: Readonly<Record<RetentionSetting, (before: Date) => Sql>> = {
  keep_messages_days: before => sql`messages m where ${oldMessages(before)}`,
  keep_events_days: before => sql`webhook_events where ${oldWebhooks(before, false)}`,
  keep_refused_days: before => sql`webhook_events where ${oldWebhooks(before, true)}`,
  keep_audit_days: before => sql`audit where at < ${before}`,
}

async function countRows(reader: Reader, rows: Sql): Promise<number | null> {
  try {
    return await reader.transaction().execute(async tx => {
      await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx)
      const { rows: counted } = await sql<{ count: number }>`
        select count(*)::int as count from (select 1 from ${rows} limit ${mostCounted + 1}) old`.execute(tx)
      return counted[0]?.count ?? 0
    })
  } catch (error) {
    if (isTooLong(error)) return null
    throw error
  }
}

async function countOf(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  setting: RetentionSetting,
  days: number,
): Promise<RetentionCount> {
  const before = new Date(now().getTime() - days * dayMs)
  const count = await countRows(db, rowsOf[setting](before))
  return {
    setting,
    count: count === null ? null : Math.min(count, mostCounted),
    more: count !== null && count > mostCounted,
  }
}

/** Counts what retention would delete, so that nobody deletes more than they meant. */
export function retentionRoutes(http: Http, writer: Pick<Writer, 'db' | 'now'>): void {
  mount(http, retentionCalls, {
    retentionCounts: async ({ query }) => {
      const counts: RetentionCount[] = []
      for (const setting of retentionSettings) {
        const days = query[setting]
        if (days !== undefined) counts.push(await countOf(writer, setting, days))
      }
      return counts
    },
  })
}
