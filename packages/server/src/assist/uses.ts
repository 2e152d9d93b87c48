import { Refusal } from '@parley/core/errors'
import { dayOf } from '@parley/core/text/days'
import type { AssistKind, AssistOutcome } from '@parley/core/assist/constants'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'

/** Who asks assist for what. */
export interface Use {
  readonly agentId: number
  readonly kind: AssistKind
  /** Null: it is about none. */
  readonly conversationId: number | null
}

/** How often, and in whose days. */
export interface Cap {
  readonly dailyCap: number
  /** IANA, the workspace's. */
  readonly timeZone: string
}

/**
 * Counts a use and puts it on record, before anything leaves. The day's row lets no two through where there is room for one.
 * @returns its id
 * @throws Refusal assist.cap-reached
 */
export const beginUse = (writer: Writer, use: Use, { dailyCap, timeZone }: Cap): Promise<number> =>
  write(writer, async tx => {
    const now = writer.now()
    const { rows } = await sql<{ id: number }>`
      with counted as (
        insert into assist_days (day, calls) values (${dayOf(now, timeZone)}, 1)
        on conflict (day) do update set calls = assist_days.calls + 1 where assist_days.calls < ${dailyCap}
        returning calls)
      insert into assist_uses (agent_id, kind, conversation_id, at)
      select ${use.agentId}::bigint, ${use.kind}, ${use.conversationId}::bigint, ${now}::timestamptz from counted
      returning id`.execute(tx)
    const [row] = rows
    if (row === undefined) throw new Refusal('assist.cap-reached', { cap: dailyCap })
    return row.id
  })

/** Puts on record how it ended, and after how many milliseconds. */
export const endUse = (writer: Writer, id: number, outcome: AssistOutcome, ms: number): Promise<void> =>
  write(writer, async tx => {
    await tx
      .updateTable('assist_uses')
      .set({ outcome, ms: Math.round(ms) })
      .where('id', '=', id)
      .execute()
  })
