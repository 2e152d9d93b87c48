import type { MessageStatus } from '@parley/core/messages/api'
import {
  earlierOf,
  hasLeft,
  isAtCustomer,
  type Pricing,
  pricingOf,
  risenState,
  speakingAttempt,
  statusOfAttempt,
} from '@parley/core/messages/delivery'
import type { AttemptState, AttemptStep } from '@parley/core/messages/constants'
import { heldBy } from '@parley/whatsapp/error-codes'
import type { FailureFacts } from '../channels/adapter.ts'
import { noteReachable, noteRefusedTry } from '../conversations/reach.ts'
import { statement } from '../db/connection/statement.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { applyLinked } from '../ingest/message-changes.ts'
import { linkMessageChanges, shareWaitingChanges } from '../messages/changes.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { holdNumber, liftHold } from './holds.ts'
import { restoreWait } from './unsent.ts'

const locking = statement(
  'lock_wamids',
  `select pg_advisory_xact_lock(hashtextextended(w.id, 0))::text
   from (select distinct id from unnest($1::text[]) as g (id) order by id) w`,
)

/**
 * Locks ids of Meta's until the transaction ends. Without the lock, a status could be kept as early while its attempt gets the
 * id, and never be applied. One lock order prevents deadlocks.
 */
export async function lockWamids(tx: Tx, wamids: readonly string[]): Promise<void> {
  await locking(tx, [wamids])
}

/** A response or a status about an attempt. */
export interface Said {
  readonly state: AttemptState
  readonly step?: { readonly name: AttemptStep; readonly at: Date }
  readonly wamid?: string
  readonly failure?: FailureFacts | null
  readonly pricing?: Pricing | null
}

/**
 * Applies news to an attempt and updates its message, which shows its newest attempt. If an older attempt turns out to have
 * reached WhatsApp, a queued retry is withdrawn. The time of a step is stored even if the attempt has passed it. The conversation
 * must be locked.
 */
export async function raiseAttempt(context: TxContext, attemptId: number, said: Said): Promise<void> {
  const { tx, publish, now } = context
  const [attempt] = await reading(tx, [attemptId])
  if (attempt === undefined) throw new Error(`There is no attempt ${attemptId}`)
  const state = risenState(attempt.state, said.state)
  const risen = state !== attempt.state
  const isNamed = attempt.wamid === null && said.wamid !== undefined
  const learnt = newFacts(attempt, said)
  if (!risen && !isNamed && learnt === null) return
  const facts = { ...attempt, ...learnt }
  const failure = risen ? (hasLeft(state) ? null : (said.failure ?? null)) : attempt.failure
  await keeping(tx, [
    attemptId,
    state,
    attempt.wamid ?? said.wamid ?? null,
    now,
    failure === null ? null : JSON.stringify(failure),
    facts.pricing === null ? null : JSON.stringify(facts.pricing),
    ...columns.map(column => facts[column]),
  ])
  if (isNamed) await linkWaiting(context, attempt.phone_number_id, said.wamid)
  // WhatsApp confirms a message that was sent after the hold began, so the hold can end.
  const wentOn = said.step !== undefined && said.step.name !== 'accepted' && hasLeft(said.state)
  if (wentOn && attempt.held_since !== null && attempt.created_at > attempt.held_since) {
    await liftHold(context, attempt.phone_number_id)
  }
  if (!risen) {
    if (learnt !== null) publish({ noun: 'message', id: attempt.message_id, kind: 'changed' })
    return
  }
  await showAttempts(context, attempt.message_id)
  const conversationId = attempt.conversation_id
  if (state === 'failed' && said.failure) {
    await noteRefusedTry(context, conversationId, said.failure.code, attempt.created_at)
    await holdAfter(context, attempt.phone_number_id, said.failure)
  } else if (attempt.unreachable !== null && isAtCustomer(state)) {
    await noteReachable(context, conversationId)
  }
}

/** Links quotes and reactions that came before the message's id was known. */
async function linkWaiting(context: TxContext, phoneNumberId: string, wamid: string): Promise<void> {
  const { tx, publish } = context
  const quoting = await linkQuotesOf(tx, phoneNumberId, [wamid])
  for (const { id } of quoting) publish({ noun: 'message', id, kind: 'changed' })
  await shareWaitingChanges(tx)
  await applyLinked(context, await linkMessageChanges(tx, phoneNumberId, [wamid]))
}

/** Holds the number if an accepted message failed later because of a limit. */
async function holdAfter(context: TxContext, phoneNumberId: string, failure: FailureFacts) {
  const code = Number(failure.code)
  if (Number.isNaN(code) || heldBy(code) !== 'number') return
  await holdNumber(context, { phoneNumberId, code, failure, told: 'status', isProbe: false })
}

/** In the parameter order of `keeping`. */
const columns = [
  'accepted_at',
  'sent_at',
  'delivered_at',
  'read_at',
  'played_at',
  'failed_at',
] as const satisfies `${AttemptStep}_at`[]

interface Facts extends Readonly<Record<(typeof columns)[number], Date | null>> {
  readonly pricing: Pricing | null
}

interface Kept extends Facts {
  readonly message_id: number
  readonly conversation_id: number
  readonly state: AttemptState
  readonly wamid: string | null
  readonly phone_number_id: string
  readonly failure: FailureFacts | null
  readonly created_at: Date
  readonly unreachable: string | null
  readonly held_since: Date | null
}

const reading = statement<Kept>(
  'attempt_kept',
  `select a.message_id, a.conversation_id, a.state, a.wamid, a.phone_number_id, a.failure, a.created_at, a.accepted_at,
     a.sent_at, a.delivered_at, a.read_at, a.played_at, a.failed_at, a.pricing, c.unreachable, h.since as held_since
   from attempts a join conversations c on c.id = a.conversation_id
     left join sending_holds h on h.phone_number_id = a.phone_number_id
   where a.id = $1::bigint`,
)

const keeping = statement(
  'keep_attempt',
  `update attempts set state = $2::text, wamid = $3::text, updated_at = $4::timestamptz, failure = $5::jsonb,
     pricing = $6::jsonb, accepted_at = $7::timestamptz, sent_at = $8::timestamptz, delivered_at = $9::timestamptz,
     read_at = $10::timestamptz, played_at = $11::timestamptz, failed_at = $12::timestamptz
   where id = $1::bigint`,
)

/** The times and the price that the news changes; null: no change. */
function newFacts(kept: Facts, { step, pricing = null }: Said): Partial<Facts> | null {
  const price = pricingOf(kept.pricing, pricing)
  const isPriced = price !== null && price !== kept.pricing
  const column = step === undefined ? null : (`${step.name}_at` as const)
  const at = column === null ? null : earlierOf(kept[column], step?.at)
  const isTimed = column !== null && at !== null && at !== kept[column]
  if (!isPriced && !isTimed) return null
  return { ...(isTimed && { [column]: at }), ...(isPriced && { pricing: price }) }
}

interface Shown {
  readonly conversation_id: number
  readonly source: string
  readonly status: MessageStatus
  readonly state: AttemptState
  readonly failure: FailureFacts | null
}

const shown = statement<Shown>(
  'attempts_shown',
  `select m.conversation_id, m.source, m.status, a.state, a.failure from messages m join attempts a on a.message_id = m.id
   where m.id = $1::bigint order by a.no desc`,
)

const showing = statement(
  'show_attempt',
  `update messages set status = $2::text, failure = $3::jsonb, next_try_at = null, waits = null, waits_until = null
   where id = $1::bigint`,
)

/** Updates a message's status from its attempts. */
export async function showAttempts(context: TxContext, messageId: number): Promise<void> {
  const { tx, publish } = context
  const attempts = await shown(tx, [messageId])
  const [first] = attempts
  if (first === undefined) return
  const speaking = speakingAttempt(attempts, first.status === 'queued')
  if (speaking === null) return
  const status = statusOfAttempt(speaking.state)
  if (status === first.status) return
  const { failure } = speaking
  await showing(tx, [messageId, status, failure === null ? null : JSON.stringify(failure)])
  if (status === 'failed') await restoreWait(context, messageId)
  publish({ noun: 'message', id: messageId, kind: 'changed' })
  // The conversation's row shows doubtful replies, and whether the customer waits again.
  if (first.source === 'AGENT' && (isInDoubt(status) || isInDoubt(first.status)))
    publish({ noun: 'conversation', id: first.conversation_id, kind: 'changed' })
}

const isInDoubt = (status: MessageStatus): boolean => status === 'failed' || status === 'unknown'
