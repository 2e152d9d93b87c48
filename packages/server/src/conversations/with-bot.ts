import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/*
 * Who answers a conversation: the bot, or people. It is the bot's while `with_bot`; then nobody has it, and no person waits
 * for it. What the bot says carries the conversation's generation of that moment, and a person who takes it raises that, so
 * that nothing of the bot leaves after it.
 */

/** SQL: whether the bot answers at a number. */
export const isBotOn = (phoneNumber: string): string => `coalesce(
  (select b.bot_on from business_numbers b where b.phone_number_id = ${phoneNumber}), false)`

/** Of a locked conversation. */
interface Generation {
  readonly id: number
  readonly owner_generation: number
}

/** Why something that the bot said did not leave. */
export const takenOver = {
  code: 'taken-over',
  sentence: 'A person took the conversation over before this left.',
  remedy: 'Nothing is to be done: the customer did not get it.',
}

/**
 * A person has a locked conversation from here on: what the bot still had to say stays unsaid. Its row must be updated
 * with what this answers.
 */
export async function silenceBot(tx: Tx, emit: Emit, { id, owner_generation }: Generation) {
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'failed', failure = ${JSON.stringify(takenOver)}::jsonb, next_try_at = null,
      waits = null, waits_until = null
    where conversation_id = ${id} and source = 'BOT' and status = 'queued' returning id`.execute(tx)
  for (const message of rows) emit({ noun: 'message', id: message.id, kind: 'changed' })
  return { with_bot: false, bot_from: null, owner_generation: owner_generation + 1 }
}

/** Whether a person has taken a locked conversation since the bot said something under this generation. */
export async function isSilenced(tx: Tx, conversationId: number, saidUnder: number): Promise<boolean> {
  const { owner_generation: generation } = await tx
    .selectFrom('conversations')
    .select('owner_generation')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return generation !== saidUnder
}
