import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'
import type { FailureFacts } from './failure-facts.ts'

const leftBehind: FailureFacts = {
  code: 'restored',
  sentence:
    'Parley was restored from a backup that was made before this was sent, so the customer may or may not have it.',
  remedy: 'Ask the customer before you press Retry.',
}

/**
 * Ends the sending of everything that waits or is on its way: what a restored backup holds so, the original may have sent
 * since. Each such message is undecided, with the reason, and only a person sends it again. Answers how many there were.
 * Nothing else may send meanwhile.
 */
export async function leaveUnsent(tx: Tx, emit: Emit, now: Date): Promise<number> {
  const failure = JSON.stringify(leftBehind)
  await sql`
    update attempts set state = 'unknown', failure = ${failure}::jsonb, updated_at = ${now}
    where state = 'sending'`.execute(tx)
  await sql`
    insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, failure, created_at, updated_at)
    select m.id, m.conversation_id, 1 + coalesce((select max(no) from attempts a where a.message_id = m.id), 0),
      'unknown', ${now}, c.phone_number_id, ${failure}::jsonb, ${now}, ${now}
    from messages m join conversations c on c.id = m.conversation_id where m.status = 'queued'`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'unknown', failure = ${failure}::jsonb, next_try_at = null
    where status in ('queued', 'sending') returning id`.execute(tx)
  for (const { id } of rows) emit({ noun: 'message', id, kind: 'changed' })
  return rows.length
}
