import { nextTry, type Pricing } from '@parley/core/rules/delivery'
import { pairPauseMs } from '@parley/core/rules/sending-pace'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { heldBy } from '@parley/whatsapp/error-codes'
import { sql } from 'kysely'
import { type FailureFacts, failureOf, type Unsendable } from '../channels/adapter.ts'
import { lockConversation, lockConversations } from '../conversations/lock.ts'
import { isSilenced, takenOver } from '../conversations/with-bot.ts'
import { statement } from '../db/statement.ts'
import { type Emit, type Tx, write, type Writer } from '../db/write.ts'
import { lockWamids, raiseAttempt, type Said, showAttempts } from './attempts.ts'
import type { Taken } from './claim.ts'
import { holdNumber, liftHold, markWaiting, notWaiting, type WaitReason } from './holds.ts'

/**
 * What became of one try: the channel's answer, a file that can never be sent, or a message that we could not prepare now,
 * with the reason that an agent reads if it stays so.
 */
export type Tried =
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
/** What an agent reads of a message whose fate is not known. */
export const undecided: FailureFacts = {
  code: 'unknown',
  sentence: 'No answer came, so the customer may or may not have this message.',
  remedy: 'Wait for a tick, or ask the customer before you press Retry.',
}

/** A try that is over. */
export interface Result {
  readonly taken: Taken
  readonly tried: Tried
}

/** Whose tries they are: one of our numbers or bridges, and what agents call the channel. */
export interface Line {
  readonly phoneNumberId: string
  readonly channel: string
}

/** Stores the results of tries, in one short transaction. */
export const settle = (writer: Writer, results: readonly Result[], line: Line): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    await lockConversations(
      tx,
      results.map(({ taken }) => taken.conversationId),
    )
    const wamids = results.flatMap(({ tried }) => (tried.outcome === 'accepted' ? [tried.wamid] : []))
    if (wamids.length > 0) await lockWamids(tx, wamids)
    for (const result of results) await settleOne(tx, emit, result, line, now)
  })

async function settleOne(
  tx: Tx,
  emit: Emit,
  { taken, tried }: Result,
  { phoneNumberId, channel }: Line,
  now: Date,
): Promise<void> {
  switch (tried.outcome) {
    case 'accepted':
      await raiseAttempt(
        tx,
        emit,
        taken.attemptId,
        { state: 'sent', step: { name: 'accepted', at: now }, wamid: tried.wamid },
        now,
      )
      await applyEarly(tx, emit, taken.attemptId, phoneNumberId, tried.wamid, now)
      return liftIfProven(tx, emit, taken, phoneNumberId, now)
    case 'unknown':
      return raiseAttempt(tx, emit, taken.attemptId, { state: 'unknown', failure: undecided }, now)
    case 'unreached':
      return tryAgain(tx, emit, taken, notReached(channel), now)
    case 'unprepared':
      return tryAgain(tx, emit, taken, tried.failure ?? notPrepared, now)
    case 'refused': {
      const failure = failureOf(tried.code, tried.details)
      const held = heldBy(tried.code)
      if (held === 'number') return waitForNumber(tx, emit, taken, { ...tried, failure, phoneNumberId }, now)
      await liftIfProven(tx, emit, taken, phoneNumberId, now)
      if (held === 'pair') return waitForPair(tx, emit, taken, failure, now)
      const passing = tried.retry === 'transient' || tried.retry === 'rate'
      return passing
        ? tryAgain(tx, emit, taken, failure, now)
        : raiseAttempt(tx, emit, taken.attemptId, failedAt(now, failure), now)
    }
    case 'unsendable':
      return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, tried.failure), now)
  }
}

const failedAt = (at: Date, failure: FailureFacts): Said => ({
  state: 'failed',
  step: { name: 'failed', at },
  failure,
})

/** WhatsApp takes from the number again, unless it says that only later. */
async function liftIfProven(
  tx: Tx,
  emit: Emit,
  taken: Taken,
  phoneNumberId: string,
  now: Date,
): Promise<void> {
  if (!taken.isProbe) return
  const { told } =
    (await tx
      .selectFrom('sending_holds')
      .select('told')
      .where('phone_number_id', '=', phoneNumberId)
      .executeTakeFirst()) ?? {}
  if (told === 'answer') await liftHold(tx, emit, phoneNumberId, now)
}

/** Whether it has waited long enough; the time that a limit takes is not counted, up to a bound. */
async function isOver(tx: Tx, taken: Taken, { kind }: WaitReason, now: Date): Promise<boolean> {
  const { send_deadline: deadline, give_up_at: giveUpAt } = await tx
    .selectFrom('messages')
    .select(['send_deadline', 'give_up_at'])
    .where('id', '=', taken.messageId)
    .executeTakeFirstOrThrow()
  const until = kind === 'account' ? deadline : (giveUpAt ?? deadline)
  return until === null || until <= now
}

interface RefusedTry {
  readonly code: number
  readonly failure: FailureFacts
  readonly phoneNumberId: string
}

/** Nothing else can go from the number either: it waits with all the others. */
async function waitForNumber(
  tx: Tx,
  emit: Emit,
  taken: Taken,
  refused: RefusedTry,
  now: Date,
): Promise<void> {
  const { isProbe } = taken
  const { why, until } = await holdNumber(tx, emit, { ...refused, told: 'answer', isProbe }, now)
  if (await isOver(tx, taken, why, now)) {
    return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, refused.failure), now)
  }
  await backInLine(tx, emit, taken, { failure: refused.failure, next: until, why }, now)
}

/** Nothing else can go to the customer either. */
async function waitForPair(
  tx: Tx,
  emit: Emit,
  taken: Taken,
  failure: FailureFacts,
  now: Date,
): Promise<void> {
  const until = new Date(now.getTime() + pairPauseMs(taken.tries))
  const why = { ...failure, kind: 'pair' } as const
  if (await isOver(tx, taken, why, now)) {
    return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, failure), now)
  }
  await backInLine(tx, emit, taken, { failure, next: until, why }, now)
  await markWaiting(tx, emit, sql`conversation_id = ${taken.conversationId}`, why, until)
}

/** The message surely was not taken: it waits for its next try, or fails when its time is over. */
async function tryAgain(tx: Tx, emit: Emit, taken: Taken, failure: FailureFacts, now: Date): Promise<void> {
  const { send_deadline: deadline } = await tx
    .selectFrom('messages')
    .select('send_deadline')
    .where('id', '=', taken.messageId)
    .executeTakeFirstOrThrow()
  const next = deadline === null ? null : nextTry(now, taken.tries, deadline)
  if (next === null) return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, failure), now)
  await backInLine(tx, emit, taken, { failure, next, why: null }, now)
}

interface Return {
  readonly failure: FailureFacts
  readonly next: Date
  /** What holds up others too; null: it was about this message alone. */
  readonly why: WaitReason | null
}

/**
 * The try has failed, and its message waits in its place for the next one; one of the bot's that a person took over meanwhile
 * waits for none, and holds nobody up.
 */
async function backInLine(
  tx: Tx,
  emit: Emit,
  taken: Taken,
  { failure, next, why }: Return,
  now: Date,
): Promise<void> {
  if (taken.saidUnder !== null && (await isSilenced(tx, taken.conversationId, taken.saidUnder)))
    return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, takenOver), now)
  const attempt = await tx
    .updateTable('attempts')
    .set({ state: 'failed', failure: JSON.stringify(failure), failed_at: now, updated_at: now })
    .where('id', '=', taken.attemptId)
    .where('state', '=', 'sending')
    .returning('id')
    .executeTakeFirst()
  // A status came first and knows better; or the lease lapsed, and now it is known that the customer has nothing.
  if (attempt === undefined) {
    return raiseAttempt(tx, emit, taken.attemptId, failedAt(now, failure), now)
  }
  await tx
    .updateTable('messages')
    .set({
      status: 'queued',
      next_try_at: next,
      ...(why === null ? notWaiting : { waits: JSON.stringify(why), waits_until: next }),
    })
    .where('id', '=', taken.messageId)
    .execute()
  emit({ noun: 'message', id: taken.messageId, kind: 'changed' })
  // The row of a person's says that it waits.
  if (taken.saidUnder === null) emit({ noun: 'conversation', id: taken.conversationId, kind: 'changed' })
  // Meanwhile an earlier attempt may have turned out sent.
  await showAttempts(tx, emit, taken.messageId)
}

interface EarlyStatus {
  readonly status: DeliveryStatus['status']
  readonly at: Date
  readonly failure: FailureFacts | null
  readonly pricing: Pricing | null
}

const takingEarly = statement<EarlyStatus>(
  'take_early_statuses',
  `delete from early_statuses where phone_number_id = $1::text and wamid = $2::text
   returning status, at, failure, pricing`,
)

/** Statuses that came before we knew the id they speak of. */
async function applyEarly(
  tx: Tx,
  emit: Emit,
  attemptId: number,
  phoneNumberId: string,
  wamid: string,
  now: Date,
): Promise<void> {
  const early = await takingEarly(tx, [phoneNumberId, wamid])
  for (const one of early) {
    const { status: state, at, failure, pricing } = one
    await raiseAttempt(tx, emit, attemptId, { state, step: { name: state, at }, failure, pricing }, now)
  }
}

const lapsing = statement<{ id: number; conversation_id: number }>(
  'attempts_lapsed',
  `select id, conversation_id from attempts where state = 'sending' and lease_until < $1::timestamptz`,
)

/** Tries whose process died are undecided once their lease is over. Answers how many. */
export async function settleLapsed(writer: Writer): Promise<number> {
  const lapsed = await lapsing(writer.db, [writer.now()])
  for (const one of lapsed) {
    await write(writer, async (tx, emit) => {
      await lockConversation(tx, one.conversation_id)
      await raiseAttempt(tx, emit, one.id, { state: 'unknown', failure: undecided }, writer.now())
    })
  }
  return lapsed.length
}
