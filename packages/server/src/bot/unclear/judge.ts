import { Refusal } from '@parley/core/errors'
import type { UnclearMeaning } from '@parley/core/intent/constants'
import { sql } from 'kysely'
import type { Doer } from '../../audit/record.ts'
import { type Writer, write } from '../../db/write.ts'

/**
 * Says what a text means, for every message with the same words; null takes it back. Of two who say so at once the later counts.
 * @throws Refusal text.not-found
 */
export const judgeUnclear = (
  writer: Writer,
  messageId: number,
  meaning: UnclearMeaning | null,
  by: Doer,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const judgedAt = meaning === null ? null : writer.now()
    const judgedBy = meaning === null ? null : by.agentId
    // In one order, so that two who judge the same words wait for each other.
    const { rows } = await sql`
      with same as (
        select message_id from unclear_texts
        where words_sum = (select words_sum from unclear_texts where message_id = ${messageId})
        order by message_id for update)
      update unclear_texts u set meaning = ${meaning}::text, judged_at = ${judgedAt}::timestamptz, judged_by = ${judgedBy}::bigint
      from same where u.message_id = same.message_id returning u.message_id`.execute(tx)
    if (rows.length === 0) throw new Refusal('text.not-found', { id: messageId })
    emit({ noun: 'bot', id: 0, kind: 'changed' })
  })
