import { sql } from 'kysely'
import type { Tx, TxContext } from '../db/write.ts'

/*
 * While `with_bot`, the bot has the conversation: it has no owner and is not in the queue. Each message of the bot carries
 * the conversation's generation. An agent who takes the conversation raises the generation, so no older message of the bot
 * is sent.
 */

/** SQL: whether the bot answers at a number. */
export const isBotOn = (phoneNumber: string): string => `coalesce(
  (select b.bot_on from business_numbers b where b.phone_number_id = ${phoneNumber}), false)`

interface Generation {
  readonly id: number
  readonly owner_generation: number
}

/** The failure of a message of the bot that a takeover stopped. */
export const takenOver = {
  code: 'taken-over',
  sentence: 'A person took the conversation over before this left.',
  remedy: 'Nothing is to be done: the customer did not get it.',
}

/**
 * Stops the bot's queued messages in a locked conversation. The caller writes the answered columns to its row.
 */
export async function silenceBot({ tx, publish }: TxContext, { id, owner_generation }: Generation) {
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'failed', failure = ${JSON.stringify(takenOver)}::jsonb, next_try_at = null,
      waits = null, waits_until = null
    where conversation_id = ${id} and source = 'BOT' and status = 'queued' returning id`.execute(tx)
  for (const message of rows) publish({ noun: 'message', id: message.id, kind: 'changed' })
  return { with_bot: false, bot_from: null, owner_generation: owner_generation + 1 }
}

/** Whether an agent has taken a locked conversation since this generation. */
export async function isSilenced(tx: Tx, conversationId: number, saidUnder: number): Promise<boolean> {
  const { owner_generation: generation } = await tx
    .selectFrom('conversations')
    .select('owner_generation')
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow()
  return generation !== saidUnder
}
