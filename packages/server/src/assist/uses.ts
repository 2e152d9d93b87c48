import { sql } from 'kysely'
import type { AssistUses } from '@parley/core/assist/api'
import { type AssistKind, assistKinds, type AssistOutcome } from '@parley/core/assist/constants'
import { ApiError } from '@parley/core/errors'
import { dayOf, dayStart } from '@parley/core/text/days'
import type { AssistConfig } from '../config/assist.ts'
import { type Reader, write, type Writer } from '../db/write.ts'

/** A request of an agent. */
export interface Use {
  readonly agentId: number
  readonly kind: AssistKind
  /** Null: it is about no conversation. */
  readonly conversationId: number | null
}

export interface Cap {
  readonly dailyCap: number
  /** IANA, the workspace's. */
  readonly timeZone: string
}

/**
 * Counts and records a use before the request is sent. The lock of the day's row enforces the cap.
 * @returns its id
 * @throws ApiError assist.cap-reached
 */
export const beginUse = (writer: Writer, use: Use, { dailyCap, timeZone }: Cap): Promise<number> =>
  write(writer, async ({ tx, now }) => {
    const { rows } = await sql<{ id: number }>`
      with counted as (
        insert into assist_days (day, calls) values (${dayOf(now, timeZone)}, 1)
        on conflict (day) do update set calls = assist_days.calls + 1 where assist_days.calls < ${dailyCap}
        returning calls)
      insert into assist_uses (agent_id, kind, conversation_id, at)
      select ${use.agentId}::bigint, ${use.kind}, ${use.conversationId}::bigint, ${now}::timestamptz from counted
      returning id`.execute(tx)
    const [row] = rows
    if (row === undefined) throw new ApiError('assist.cap-reached', { cap: dailyCap })
    return row.id
  })

/** Records the outcome and the duration. */
export const endUse = (writer: Writer, id: number, outcome: AssistOutcome, ms: number): Promise<void> =>
  write(writer, async ({ tx }) => {
    await tx
      .updateTable('assist_uses')
      .set({ outcome, ms: Math.round(ms) })
      .where('id', '=', id)
      .execute()
  })

/** The uses on the workspace's day of `now`. `timeZone`: IANA. */
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
