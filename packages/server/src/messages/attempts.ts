import type { Attempt } from '@parley/core/messages/api'
import { channelName } from '@parley/core/channel/rules'
import type { AttemptState } from '@parley/core/messages/constants'
import { channelOf } from '../conversations/reach.ts'
import type { Reader } from '../db/write.ts'

/**
 * The tries to hand a message over, the oldest first, and what agents call the channel; none for one that came in. Null:
 * there is no such message.
 */
export async function attemptsOf(
  reader: Reader,
  messageId: number,
): Promise<{ readonly channel: string; readonly attempts: Attempt[] } | null> {
  const rows = await reader
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .leftJoin('business_numbers', 'business_numbers.phone_number_id', 'conversations.phone_number_id')
    .leftJoin('attempts', 'attempts.message_id', 'messages.id')
    .selectAll('attempts')
    .select(['conversations.peer', 'business_numbers.shown_as'])
    .where('messages.id', '=', messageId)
    .orderBy('attempts.no')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const attempts = rows.flatMap(row => {
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
  return { channel: channelName(channelOf(first), first.shown_as), attempts }
}

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
