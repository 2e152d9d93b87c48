import { type RawBuilder, sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** An agent and a conversation in which they have seen, or answered, all that they were told of. */
export interface Answered {
  readonly conversationId: number
  readonly agentId: number
}

/** An agent has seen all that mentions them in a conversation, which must be locked. */
export const seeMentions = (
  tx: Tx,
  emit: Emit,
  { conversationId, agentId }: Answered,
  now: Date,
): Promise<void> =>
  settle(tx, emit, sql`m.agent_id = ${agentId} and n.conversation_id = ${conversationId}`, now)

/** What these notes said is gone: nobody has anything to see in them any more. */
export const settleMentions = (tx: Tx, emit: Emit, noteIds: readonly number[], now: Date): Promise<void> =>
  settle(tx, emit, sql`n.id = any(${[...noteIds]}::bigint[])`, now)

async function settle(tx: Tx, emit: Emit, where: RawBuilder<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<{ conversation_id: number }>`
    update note_mentions m set seen_at = ${now} from conversation_notes n
    where n.id = m.note_id and m.seen_at is null and ${where} returning n.conversation_id`.execute(tx)
  for (const id of new Set(rows.map(row => row.conversation_id)))
    emit({ noun: 'conversation', id, kind: 'changed' })
}
