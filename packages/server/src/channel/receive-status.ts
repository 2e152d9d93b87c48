import { Refusal } from '@parley/core/errors'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import type { CompiledQuery } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import { statement } from '../db/statement.ts'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { lockWamid, raiseAttempt } from './attempts.ts'
import { type FailureFacts, failureOf } from './failure-facts.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { folded, type ItemEnd, noted } from './item-end.ts'
import { reactionOf, receiveReactionStatus } from './tell-reactions.ts'

/**
 * Applies what WhatsApp says became of a message. One that speaks of an id we do not know yet is kept until we do.
 * Answers how it ended: in its message, beside the messages, or in the same one that came before.
 * @throws SpeaksOfErased
 */
export async function receiveStatus(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  status: DeliveryStatus,
  now: Date,
): Promise<ItemEnd> {
  const reaction = reactionOf(status.opaque)
  if (reaction !== null) return folded(await receiveReactionStatus(tx, emit, reaction, status))
  const failure = status.error === null ? unexplained : failureOf(status.error.code, status.error.details)
  return receiveSaid(tx, emit, phoneNumberId, { ...status, failure }, now)
}

/** What a channel says became of a message, in words of ours: `failure` counts where it failed. */
export interface SaidStatus extends Omit<DeliveryStatus, 'error'> {
  readonly failure: FailureFacts
}

/**
 * Applies what a channel says became of a message, as `receiveStatus` does.
 * @throws SpeaksOfErased
 */
export async function receiveSaid(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  status: SaidStatus,
  now: Date,
): Promise<ItemEnd> {
  const attempt =
    (await attemptOf(tx, phoneNumberId, status)) ?? (await attemptOnceAlone(tx, phoneNumberId, status))
  if (attempt === undefined) {
    const isNew = await keepEarly(tx, phoneNumberId, status)
    return isNew ? noted('It is of a message that Parley does not know.') : folded(null)
  }
  await lockConversation(tx, attempt.conversation_id).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'customer.erased' ? new SpeaksOfErased() : error
  })
  await raiseAttempt(tx, emit, attempt.id, saidBy(status), now)
  return folded(attempt.message_id)
}

const lockingOf = statement(
  'lock_conversations_of_attempts',
  `select id from conversations where id in (
     select conversation_id from attempts
     where phone_number_id = $1::text and (id = any($2::bigint[]) or wamid = any($3::text[])))
   order by id for no key update`,
)

/** Locks the conversations that several statuses speak of, as far as they are known, in the one order. */
export function lockConversationsOf(
  phoneNumberId: string,
  statuses: readonly DeliveryStatus[],
): CompiledQuery {
  const ids = statuses.flatMap(({ opaque }) => (opaque === null ? [] : (idOf(opaque) ?? [])))
  return lockingOf.with([phoneNumberId, ids, statuses.map(({ wamid }) => wamid)])
}

const unexplained: FailureFacts = {
  code: 'unexplained',
  sentence: 'WhatsApp did not deliver this and did not say why.',
  remedy: 'Press Retry once; if it fails again, reach the customer another way.',
}

const saidBy = (status: SaidStatus) => ({
  state: status.status,
  step: { name: status.status, at: status.at },
  pricing: status.pricing,
  wamid: status.wamid,
  failure: status.failure,
})

/** Our own name for the attempt comes back with every status; Meta's id is the second way. */
async function attemptOf(tx: Tx, phoneNumberId: string, status: SaidStatus) {
  const id = status.opaque === null ? null : idOf(status.opaque)
  const columns = ['id', 'conversation_id', 'message_id'] as const
  if (id !== null) {
    const named = await tx
      .selectFrom('attempts')
      .select(columns)
      .where('id', '=', id)
      .where('phone_number_id', '=', phoneNumberId)
      .where(where => where.or([where('wamid', 'is', null), where('wamid', '=', status.wamid)]))
      .executeTakeFirst()
    if (named !== undefined) return named
  }
  return tx
    .selectFrom('attempts')
    .select(columns)
    .where('phone_number_id', '=', phoneNumberId)
    .where('wamid', '=', status.wamid)
    .executeTakeFirst()
}

/** The id may be on its way into the database: looked for again once nobody else is busy with it. */
async function attemptOnceAlone(tx: Tx, phoneNumberId: string, status: SaidStatus) {
  await lockWamid(tx, status.wamid)
  return attemptOf(tx, phoneNumberId, status)
}

/** Answers whether it is the first of its kind. */
async function keepEarly(tx: Tx, phoneNumberId: string, status: SaidStatus): Promise<boolean> {
  const { failure, pricing } = saidBy(status)
  const kept = await tx
    .insertInto('early_statuses')
    .values({
      phone_number_id: phoneNumberId,
      wamid: status.wamid,
      status: status.status,
      at: status.at,
      failure: status.status === 'failed' ? JSON.stringify(failure) : null,
      pricing: pricing === null ? null : JSON.stringify(pricing),
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('status')
    .executeTakeFirst()
  return kept !== undefined
}
