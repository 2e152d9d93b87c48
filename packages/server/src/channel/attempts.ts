import {
  earlierOf,
  hasLeft,
  isAtCustomer,
  type Pricing,
  pricingOf,
  risenState,
  speakingAttempt,
  statusOfAttempt,
} from '@parley/core/rules/delivery'
import type { AttemptState, AttemptStep } from '@parley/core/words/attempts'
import { heldBy } from '@parley/whatsapp/error-codes'
import { sql } from 'kysely'
import { noteReachable, noteRefusedTry } from '../conversations/reach-notes.ts'
import { together } from '../db/flight.ts'
import type { Emit, Tx } from '../db/write.ts'
import { linkFolds, shareWaitingFolds } from '../messages/folds.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import type { FailureFacts } from './failure-facts.ts'
import { giveBackWait } from './give-back-wait.ts'
import { applyLinked } from './receive-fold.ts'
import { holdNumber, liftHold, notWaiting } from './sending-hold.ts'

/**
 * Until the transaction ends nobody else learns of this id of Meta's: else a status could be put aside in the moment in
 * which its attempt gets the id, and be forgotten.
 */
export const lockWamid = (tx: Tx, wamid: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${wamid}, 0))`.execute(tx)

/** What was said of an attempt. */
export interface Said {
  readonly state: AttemptState
  /** What happened, and when. */
  readonly step?: { readonly name: AttemptStep; readonly at: Date }
  readonly wamid?: string
  readonly failure?: FailureFacts | null
  readonly pricing?: Pricing | null
}

/**
 * Raises an attempt to what was said of it and lets its message follow. The message shows its newest attempt; if an older
 * one turns out to have reached WhatsApp, a repeat that has not left yet is withdrawn. What happened keeps its time also where
 * the attempt is past it already. The conversation must be locked.
 */
export async function raiseAttempt(
  tx: Tx,
  emit: Emit,
  attemptId: number,
  said: Said,
  now: Date,
): Promise<void> {
  const attempt = await tx
    .selectFrom('attempts')
    .innerJoin('conversations', 'conversations.id', 'attempts.conversation_id')
    .selectAll('attempts')
    .leftJoin('sending_holds', 'sending_holds.phone_number_id', 'attempts.phone_number_id')
    .select(['conversations.unreachable', 'sending_holds.since as held_since'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
  const state = risenState(attempt.state as AttemptState, said.state)
  const risen = state !== attempt.state
  const isNamed = attempt.wamid === null && said.wamid !== undefined
  const learnt = newFacts(attempt, said)
  if (!risen && !isNamed && learnt === null) return
  const updating = tx
    .updateTable('attempts')
    .set({
      state,
      wamid: attempt.wamid ?? said.wamid ?? null,
      updated_at: now,
      ...learnt,
      ...(risen && { failure: said.failure && !hasLeft(state) ? JSON.stringify(said.failure) : null }),
    })
    .where('id', '=', attemptId)
  if (isNamed) {
    // The customer may have answered it, and reacted to it, before WhatsApp said what it calls this message.
    const wamids = [said.wamid]
    const number = attempt.phone_number_id
    const [, quoting, , folds] = await together(
      tx,
      updating.compile(),
      linkQuotesOf(number, wamids),
      shareWaitingFolds(),
      linkFolds(number, wamids),
    )
    for (const { id } of quoting) emit({ noun: 'message', id, kind: 'changed' })
    await applyLinked(tx, emit, folds)
  } else await updating.execute()
  // WhatsApp itself says that what left since then went on.
  const wentOn = said.step !== undefined && said.step.name !== 'accepted' && hasLeft(said.state)
  if (wentOn && attempt.held_since !== null && attempt.created_at > attempt.held_since) {
    await liftHold(tx, emit, attempt.phone_number_id, now)
  }
  if (!risen) {
    // Whoever looks at the times sees this one too.
    if (learnt !== null) emit({ noun: 'message', id: attempt.message_id, kind: 'changed' })
    return
  }
  await showAttempts(tx, emit, attempt.message_id)
  const conversationId = attempt.conversation_id
  if (state === 'failed' && said.failure) {
    await noteRefusedTry(tx, emit, { conversationId, code: said.failure.code, at: attempt.created_at })
    await holdAfter(tx, emit, attempt.phone_number_id, said.failure, now)
  } else if (attempt.unreachable !== null && isAtCustomer(state)) {
    await noteReachable(tx, emit, conversationId)
  }
}

/** What WhatsApp accepted failed later for a reason that the next ones share. */
async function holdAfter(tx: Tx, emit: Emit, phoneNumberId: string, failure: FailureFacts, now: Date) {
  const code = Number(failure.code)
  if (Number.isNaN(code) || heldBy(code) !== 'number') return
  await holdNumber(tx, emit, { phoneNumberId, code, failure, told: 'status', isProbe: false }, now)
}

const columnOf = {
  accepted: 'accepted_at',
  sent: 'sent_at',
  delivered: 'delivered_at',
  read: 'read_at',
  played: 'played_at',
  failed: 'failed_at',
} as const satisfies Record<AttemptStep, string>

type Kept = { readonly [Column in (typeof columnOf)[AttemptStep]]: Date | null } & {
  readonly pricing: unknown
}

/** The columns that change by what was said, beside the state; null: none does. */
function newFacts(kept: Kept, { step, pricing = null }: Said) {
  const facts: Partial<Record<(typeof columnOf)[AttemptStep], Date>> & { pricing?: string } = {}
  if (step !== undefined) {
    const column = columnOf[step.name]
    const at = earlierOf(kept[column], step.at)
    if (at !== null && at !== kept[column]) facts[column] = at
  }
  const price = pricingOf(kept.pricing as Pricing | null, pricing)
  if (price !== null && price !== kept.pricing) facts.pricing = JSON.stringify(price)
  return Object.keys(facts).length === 0 ? null : facts
}

/** Lets a message show what its attempts say of it. */
export async function showAttempts(tx: Tx, emit: Emit, messageId: number): Promise<void> {
  const message = await tx
    .selectFrom('messages')
    .select('status')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()
  const attempts = await tx
    .selectFrom('attempts')
    .select(['state', 'failure'])
    .where('message_id', '=', messageId)
    .orderBy('no', 'desc')
    .execute()
  const states = attempts.map(({ state, failure }) => ({ state: state as AttemptState, failure }))
  const speaking = speakingAttempt(states, message.status === 'queued')
  if (speaking === null) return
  const status = statusOfAttempt(speaking.state)
  if (status === message.status) return
  await tx
    .updateTable('messages')
    .set({
      status,
      failure: speaking.failure === null ? null : JSON.stringify(speaking.failure),
      next_try_at: null,
      ...notWaiting,
    })
    .where('id', '=', messageId)
    .execute()
  if (status === 'failed') await giveBackWait(tx, emit, messageId)
  emit({ noun: 'message', id: messageId, kind: 'changed' })
}
