import { sql } from 'kysely'
import { nextTry, pairPauseMs, type Pricing } from '@parley/core/messages/delivery'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/inbound/delivery-status'
import { heldBy } from '@parley/whatsapp/error-codes'
import { type FailureFacts, failureOf, type Unsendable } from '../channels/adapter.ts'
import { lockConversation, lockConversations } from '../conversations/lock.ts'
import { isSilenced, takenOver } from '../conversations/with-bot.ts'
import { statement } from '../db/connection/statement.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { lockWamids, raiseAttempt, showAttempts } from './attempts.ts'
import type { Claim } from './claim.ts'
import { holdNumber, liftHold, markWaiting, notWaiting, type WaitReason } from './holds.ts'

/**
 * The outcome of one attempt: the channel's response, or a file that can never be sent. `unprepared`: the message could not be
 * prepared now; the agent reads `failure` if the problem lasts.
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
  sentence: 'Parley could not prepare this message.',
  remedy: 'Press Retry. If it fails again, tell an administrator.',
}
/** The failure of a message whose delivery is uncertain, as an agent reads it. */
export const undecided: FailureFacts = {
  code: 'unknown',
  sentence: 'WhatsApp did not answer, so the customer may or may not have this message.',
  remedy: 'Wait for the tick, or ask the customer before you press Retry.',
}

export interface AttemptResult {
  readonly claim: Claim
  readonly attempted: AttemptOutcome
}

/**
 * Records the results of attempts, in one short transaction.
 * @param channel the channel's name for agents
 */
export const recordResults = (
  writer: Writer,
  channel: string,
  results: readonly AttemptResult[],
): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const conversationIds = results.map(({ claim }) => claim.conversationId)
    await lockConversations(tx, conversationIds)
    const wamids = results.flatMap(({ attempted }) =>
      attempted.outcome === 'accepted' ? [attempted.wamid] : [],
    )
    if (wamids.length > 0) await lockWamids(tx, wamids)
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

/** An accepted probe lifts the hold, unless the hold came from a later status. */
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

/** WhatsApp limits the number: all its messages wait. */
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

/** WhatsApp limits messages to the customer: all of the conversation wait. */
async function waitForPair(context: TxContext, claim: Claim, failure: FailureFacts): Promise<void> {
  const until = new Date(context.now.getTime() + pairPauseMs(claim.tries))
  const why = { ...failure, kind: 'pair' } as const
  if (await waitUntil(context, claim, failure, why, until))
    await markWaiting(context, sql`conversation_id = ${claim.conversationId}`, why, until)
}

/**
 * Waits for a limit, or fails at `give_up_at`. The time of a limit does not count towards the deadline. @returns whether it waits
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

/** The message was certainly not accepted: schedules the next attempt, or fails after the deadline. */
async function tryAgain(context: TxContext, claim: Claim, failure: FailureFacts): Promise<void> {
  const { send_deadline: deadline } = await deadlinesOf(context, claim)
  const next = deadline === null ? null : nextTry(context.now, claim.tries, deadline)
  await (next === null ? fail(context, claim, failure) : requeue(context, claim, failure, next, null))
}

/**
 * Ends a failed attempt and queues its message again, in its place. A message of the bot fails instead if an agent has taken over,
 * so that it blocks no other.
 * @param why the limit that blocks others too; null: the failure was about this message alone
 */
async function requeue(
  context: TxContext,
  claim: Claim,
  failure: FailureFacts,
  next: Date,
  why: WaitReason | null,
): Promise<void> {
  const { tx, publish, now } = context
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
  // A status came first, or the lease lapsed: `raiseAttempt` decides.
  if (attempt === undefined) return fail(context, claim, failure)
  const waiting = why === null ? notWaiting : { waits: JSON.stringify(why), waits_until: next }
  await tx
    .updateTable('messages')
    .set({ status: 'queued', next_try_at: next, ...waiting })
    .where('id', '=', messageId)
    .execute()
  publish({ noun: 'message', id: messageId, kind: 'changed' })
  // The conversation's row shows that an agent's message waits.
  if (saidUnder === null) publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  // Meanwhile a status may have shown that an earlier attempt was sent.
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

/** Applies statuses that came before their message's id was known. */
async function applyEarly(context: TxContext, claim: Claim, wamid: string): Promise<void> {
  for (const { at, ...said } of await takingEarly(context.tx, [claim.phoneNumberId, wamid]))
    await raiseAttempt(context, claim.attemptId, { ...said, step: { name: said.state, at } })
}

const lapsing = statement<{ id: number; conversation_id: number }>(
  'attempts_lapsed',
  `select id, conversation_id from attempts where state = 'sending' and lease_until < $1::timestamptz`,
)

/** Marks attempts with a lapsed lease as unknown: their process died. @returns the number of attempts */
export async function endLapsedAttempts(writer: Writer): Promise<number> {
  const lapsed = await lapsing(writer.db, [writer.now()])
  for (const { id, conversation_id: conversationId } of lapsed) {
    await write(writer, async context => {
      await lockConversation(context.tx, conversationId)
      await raiseAttempt(context, id, { state: 'unknown', failure: undecided })
    })
  }
  return lapsed.length
}
