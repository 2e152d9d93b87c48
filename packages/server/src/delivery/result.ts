import { sql } from 'kysely'
import { nextTry, pairPauseMs, type Pricing } from '@parley/core/messages/delivery'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { heldBy } from '@parley/whatsapp/error-codes'
import { type FailureFacts, failureOf, type Unsendable } from '../channels/adapter.ts'
import { lockConversation, lockConversations } from '../conversations/lock.ts'
import { isSilenced, takenOver } from '../conversations/with-bot.ts'
import { statement } from '../db/statement.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { lockWamids, raiseAttempt, showAttempts } from './attempts.ts'
import type { Claim } from './claim.ts'
import { holdNumber, liftHold, markWaiting, notWaiting, type WaitReason } from './holds.ts'

/**
 * The outcome of one attempt: the channel's answer, a file that can never be sent, or a message that we could not prepare now,
 * with the reason that an agent reads if it stays so.
 */
export type AttemptOutcome =
  | SendOutcome
  | Unsendable
  | { readonly outcome: 'unprepared'; readonly failure?: FailureFacts }

const notReached = (channel: string): FailureFacts => ({
  code: 'unreached',
  sentence: `${channel} could not be reached in time.`,
  remedy: `Check the connection to ${channel}, then press Retry.`,
})
const notPrepared: FailureFacts = {
  code: 'unprepared',
  sentence: 'Parley could not get this message ready to send.',
  remedy: 'Press Retry; if it fails again, tell an administrator.',
}
/** The failure of a message whose delivery is uncertain, as an agent reads it. */
export const undecided: FailureFacts = {
  code: 'unknown',
  sentence: 'No answer came, so the customer may or may not have this message.',
  remedy: 'Wait for a tick, or ask the customer before you press Retry.',
}

/** A claim whose attempt is over. */
export interface AttemptResult {
  readonly claim: Claim
  readonly attempted: AttemptOutcome
}

/**
 * Records the results of attempts, in one short transaction.
 * @param channel what agents call it
 */
export const recordResults = (
  writer: Writer,
  channel: string,
  results: readonly AttemptResult[],
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const conversationIds = results.map(({ claim }) => claim.conversationId)
    await lockConversations(tx, conversationIds)
    const wamids = results.flatMap(({ attempted }) =>
      attempted.outcome === 'accepted' ? [attempted.wamid] : [],
    )
    if (wamids.length > 0) await lockWamids(tx, wamids)
    const context = { tx, emit, now: writer.now() }
    for (const result of results) await recordResult(context, channel, result)
  })

async function recordResult(
  context: TxContext,
  channel: string,
  { claim, attempted }: AttemptResult,
): Promise<void> {
  const { now } = context
  switch (attempted.outcome) {
    case 'accepted': {
      const { wamid } = attempted
      const step = { name: 'accepted', at: now } as const
      await raiseAttempt(context, claim.attemptId, { state: 'sent', step, wamid })
      await applyEarly(context, claim, wamid)
      return liftIfProven(context, claim)
    }
    case 'unknown':
      return raiseAttempt(context, claim.attemptId, { state: 'unknown', failure: undecided })
    case 'unreached':
      return tryAgain(context, claim, notReached(channel))
    case 'unprepared':
      return tryAgain(context, claim, attempted.failure ?? notPrepared)
    case 'refused': {
      const { code, retry } = attempted
      const failure = failureOf(code, attempted.details)
      const held = heldBy(code)
      if (held === 'number') return waitForNumber(context, claim, code, failure)
      await liftIfProven(context, claim)
      if (held === 'pair') return waitForPair(context, claim, failure)
      const passing = retry === 'transient' || retry === 'rate'
      return passing ? tryAgain(context, claim, failure) : fail(context, claim, failure)
    }
    case 'unsendable':
      return fail(context, claim, attempted.failure)
  }
}

const fail = (context: TxContext, { attemptId }: Claim, failure: FailureFacts): Promise<void> =>
  raiseAttempt(context, attemptId, { state: 'failed', step: { name: 'failed', at: context.now }, failure })

/** An accepted probe proves that the number is free, unless WhatsApp refuses by a later status. */
async function liftIfProven(context: TxContext, { isProbe, phoneNumberId }: Claim): Promise<void> {
  if (!isProbe) return
  const hold = await context.tx
    .selectFrom('sending_holds')
    .select('told')
    .where('phone_number_id', '=', phoneNumberId)
    .executeTakeFirst()
  if (hold?.told === 'answer') await liftHold(context, phoneNumberId)
}

const deadlinesOf = ({ tx }: TxContext, { messageId }: Claim) =>
  tx
    .selectFrom('messages')
    .select(['send_deadline', 'give_up_at'])
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow()

/** Nothing else can go from the number either: it waits with all the others. */
async function waitForNumber(
  context: TxContext,
  claim: Claim,
  code: number,
  failure: FailureFacts,
): Promise<void> {
  const { phoneNumberId, isProbe } = claim
  const { why, until } = await holdNumber(context, { phoneNumberId, code, failure, told: 'answer', isProbe })
  await waitUntil(context, claim, failure, why, until)
}

/** Nothing else can go to the customer either. */
async function waitForPair(context: TxContext, claim: Claim, failure: FailureFacts): Promise<void> {
  const until = new Date(context.now.getTime() + pairPauseMs(claim.tries))
  const why = { ...failure, kind: 'pair' } as const
  if (await waitUntil(context, claim, failure, why, until))
    await markWaiting(context, sql`conversation_id = ${claim.conversationId}`, why, until)
}

/**
 * Waits for a limit, or fails when it has waited long enough; the time that a limit takes is not counted, up to a bound. Answers
 * whether it waits.
 */
async function waitUntil(
  context: TxContext,
  claim: Claim,
  failure: FailureFacts,
  why: WaitReason,
  until: Date,
): Promise<boolean> {
  const { send_deadline: deadline, give_up_at: giveUpAt } = await deadlinesOf(context, claim)
  const end = why.kind === 'account' ? deadline : (giveUpAt ?? deadline)
  const isOver = end === null || end <= context.now
  await (isOver ? fail(context, claim, failure) : requeue(context, claim, failure, until, why))
  return !isOver
}

/** The message surely was not taken: it waits for its next attempt, or fails when its time is over. */
async function tryAgain(context: TxContext, claim: Claim, failure: FailureFacts): Promise<void> {
  const { send_deadline: deadline } = await deadlinesOf(context, claim)
  const next = deadline === null ? null : nextTry(context.now, claim.tries, deadline)
  await (next === null ? fail(context, claim, failure) : requeue(context, claim, failure, next, null))
}

/**
 * The attempt has failed, and its message waits in its place for the next one; a message of the bot in a conversation that an
 * agent took over meanwhile fails, and holds up no other.
 * @param why the limit that holds up others too; null: it was about this message alone
 */
async function requeue(
  context: TxContext,
  claim: Claim,
  failure: FailureFacts,
  next: Date,
  why: WaitReason | null,
): Promise<void> {
  const { tx, emit, now } = context
  const { attemptId, messageId, conversationId, saidUnder } = claim
  if (saidUnder !== null && (await isSilenced(tx, conversationId, saidUnder)))
    return fail(context, claim, takenOver)
  const attempt = await tx
    .updateTable('attempts')
    .set({ state: 'failed', failure: JSON.stringify(failure), failed_at: now, updated_at: now })
    .where('id', '=', attemptId)
    .where('state', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  // A status came first and knows better; or the lease lapsed, and now it is known that the customer has nothing.
  if (attempt === undefined) return fail(context, claim, failure)
  const waiting = why === null ? notWaiting : { waits: JSON.stringify(why), waits_until: next }
  await tx
    .updateTable('messages')
    .set({ status: 'queued', next_try_at: next, ...waiting })
    .where('id', '=', messageId)
    .execute()
  emit({ noun: 'message', id: messageId, kind: 'changed' })
  // The row of an agent's message says that it waits.
  if (saidUnder === null) emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  // Meanwhile an earlier attempt may have turned out sent.
  await showAttempts(context, messageId)
}

interface EarlyStatus {
  readonly state: DeliveryStatus['status']
  readonly at: Date
  readonly failure: FailureFacts | null
  readonly pricing: Pricing | null
}

const takingEarly = statement<EarlyStatus>(
  'take_early_statuses',
  `delete from early_statuses where phone_number_id = $1::text and wamid = $2::text
   returning status as state, at, failure, pricing`,
)

/** Statuses that came before we knew the id they speak of. */
async function applyEarly(context: TxContext, claim: Claim, wamid: string): Promise<void> {
  for (const { at, ...said } of await takingEarly(context.tx, [claim.phoneNumberId, wamid]))
    await raiseAttempt(context, claim.attemptId, { ...said, step: { name: said.state, at } })
}

const lapsing = statement<{ id: number; conversation_id: number }>(
  'attempts_lapsed',
  `select id, conversation_id from attempts where state = 'sending' and lease_until < $1::timestamptz`,
)

/** Attempts whose process died are undecided once their lease is over. Answers how many. */
export async function endLapsedAttempts(writer: Writer): Promise<number> {
  const lapsed = await lapsing(writer.db, [writer.now()])
  for (const { id, conversation_id: conversationId } of lapsed) {
    await write(writer, async (tx, emit) => {
      await lockConversation(tx, conversationId)
      await raiseAttempt({ tx, emit, now: writer.now() }, id, { state: 'unknown', failure: undecided })
    })
  }
  return lapsed.length
}
