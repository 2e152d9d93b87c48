import type { AgentId } from '@parley/core/ids'
import type { Wait } from '@parley/core/reports/api'
import { sql } from 'kysely'
import { waits } from '../conversations/queue.ts'
import type { Reader } from '../db/write.ts'
import { msPerMinute } from './arithmetic.ts'

/** Milliseconds from an instant in a column until `now`; never below 0, since the clocks of two servers differ. */
const since = (at: Date, now: Date): number => Math.max(0, now.getTime() - at.getTime())

/** Who has the conversations that wait, the longest wait first. Reads the index alone. */
export async function waitsByOwner(reader: Reader, now: Date): Promise<Wait[]> {
  const { rows } = await sql<{ id: number | null; name: string | null; waiting: number; since: Date }>`
    select w.assignee_id as id, a.name, w.waiting, w.since from (
      select c.assignee_id, count(*)::int as waiting, min(c.human_wait_started_at) as since
      from conversations c where ${waits} group by 1
    ) w left join agents a on a.id = w.assignee_id order by w.since, w.assignee_id nulls first`.execute(
    reader,
  )
  return rows.map(row => ({
    agent_id: row.id === null ? null : (String(row.id) as AgentId),
    agent_name: row.name,
    waiting: row.waiting,
    longest_minutes: since(row.since, now) / msPerMinute,
  }))
}
