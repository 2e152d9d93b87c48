import { Refusal } from '@parley/core/errors'
import { takenBackCode } from '@parley/core/rules/take-back'
import { sql } from 'kysely'
import type { FailureFacts } from './failure-facts.ts'
import { failUnsent } from './fail-unsent.ts'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import { newestOf, newestReplyOf } from '../messages/line.ts'
import { endRemindersAt } from '../reminders/end.ts'

const takenBack: FailureFacts = {
  code: takenBackCode,
  sentence: 'It was taken back before it left.',
  remedy: 'Write it anew.',
}

/**
 * Takes a message back that its writer's server still has: it goes to nobody, counts in no figure, is searched by no word
 * and is the last of no conversation. The row stays, as one that failed for that reason. Under the lock under which
 * messages are taken to be handed over, so that one of the two comes first. Again changes nothing.
 * @throws Refusal message.not-found, message.not-yours, message.left
 */
export const takeBack = (writer: Writer, messageId: number, agentId: number): Promise<void> =>
  write(writer, async (tx, emit) => {
    const found = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'agent_id'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (found === undefined) throw new Refusal('message.not-found', { id: messageId })
    if (found.agent_id !== agentId) throw new Refusal('message.not-yours')
    await lockConversation(tx, found.conversation_id)
    const now = writer.now()
    const state = await stateOf(tx, messageId)
    if (state === 'taken-back') return
    if (state === 'left') throw new Refusal('message.left')
    await failUnsent(tx, emit, messageId, takenBack, { revoked_at: now })
    await endRemindersAt(tx, emit, messageId, agentId, now)
    await tx
      .updateTable('conversations')
      .set({
        last_message_id: newestOf(found.conversation_id),
        last_reply_id: newestReplyOf(found.conversation_id),
        updated_at: now,
      })
      .where('id', '=', found.conversation_id)
      .execute()
    emit({ noun: 'conversation', id: found.conversation_id, kind: 'changed' })
  })

/** What was tried once may be with the customer, whatever the try said. */
async function stateOf(tx: Tx, messageId: number): Promise<'here' | 'left' | 'taken-back'> {
  const { rows } = await sql<{ status: string; code: string | null; tried: boolean }>`
    select m.status, m.failure->>'code' as code, exists (select 1 from attempts a where a.message_id = m.id) as tried
    from messages m where m.id = ${messageId}`.execute(tx)
  const [row] = rows
  if (row?.status === 'failed' && row.code === takenBackCode) return 'taken-back'
  return row?.status === 'queued' && !row.tried ? 'here' : 'left'
}
