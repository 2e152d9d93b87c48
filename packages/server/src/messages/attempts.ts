import type { Attempt } from '@parley/core/api/messages'
import type { AttemptState } from '@parley/core/words/attempts'
import type { Reader } from '../db/write.ts'

/** The tries to hand a message to WhatsApp, the oldest first; none for one that came in. Null: there is no such message. */
export async function attemptsOf(reader: Reader, messageId: number): Promise<Attempt[] | null> {
  const rows = await reader
    .selectFrom('messages')
    .leftJoin('attempts', 'attempts.message_id', 'messages.id')
    .selectAll('attempts')
    .where('messages.id', '=', messageId)
    .orderBy('attempts.no')
    .execute()
  if (rows.length === 0) return null
  return rows.flatMap(row => {
    if (row.no === null || row.created_at === null) return []
    return [
      {
        no: row.no,
        state: row.state as AttemptState,
        created_at: row.created_at.toISOString(),
        accepted_at: isoOf(row.accepted_at),
        sent_at: isoOf(row.sent_at),
        delivered_at: isoOf(row.delivered_at),
        read_at: isoOf(row.read_at),
        played_at: isoOf(row.played_at),
        failed_at: isoOf(row.failed_at),
        failure: row.failure as Attempt['failure'],
        pricing: row.pricing as Attempt['pricing'],
      },
    ]
  })
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
