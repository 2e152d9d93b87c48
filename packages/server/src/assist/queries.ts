import type { AssistUses } from '@parley/core/assist/api'
import { dayOf, dayStart } from '@parley/core/text/days'
import { assistKinds } from '@parley/core/assist/constants'
import { sql } from 'kysely'
import type { AssistConfig } from '../config/assist.ts'
import type { Reader } from '../db/write.ts'

/** How often assist was used on the workspace's day of `now`. `timeZone`: IANA. */
export async function usesToday(
  reader: Reader,
  config: AssistConfig | null,
  now: Date,
  timeZone: string,
): Promise<AssistUses> {
  const since = dayStart(dayOf(now, timeZone), timeZone)
  const { rows } = await sql<{ kind: string; count: number; failed: number }>`
    select kind, count(*)::int as count, (count(*) filter (where outcome <> 'answered'))::int as failed
    from assist_uses where at >= ${since} group by kind`.execute(reader)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    model: config?.model ?? null,
    host: config === null ? null : new URL(config.url).host,
    cap: config?.dailyCap ?? null,
    today: sum(row => row.count),
    failed: sum(row => row.failed),
    kinds: assistKinds.flatMap(kind => {
      const count = rows.find(row => row.kind === kind)?.count
      return count === undefined ? [] : [{ kind, count }]
    }),
  }
}
