import { Refusal } from '@parley/core/errors'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { lockConversations } from '../conversations/lock.ts'
import { sideBySide } from '../db/side-by-side.ts'
import { statement } from '../db/statement.ts'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { lockWamids, raiseAttempt } from './attempts.ts'
import { type FailureFacts, failureOf } from './failure-facts.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { folded, type ItemEnd, noted } from './item-end.ts'
import { reactionOf, receiveReactionStatus } from './tell-reactions.ts'

/**
 * Applies what WhatsApp says became of a message. One that speaks of an id we do not know yet is kept until we do.
 * Answers how it ended: in its message, beside the messages, or in the same one that came before.
 * @param locked the attempt that it speaks of, where that is found and its conversation locked
 * @throws SpeaksOfErased
 */
export async function receiveStatus(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  status: DeliveryStatus,
  now: Date,
  locked: Attempt | null = null,
): Promise<ItemEnd> {
  const reaction = reactionOf(status.opaque)
  if (reaction !== null) return folded(await receiveReactionStatus(tx, emit, reaction, status))
  const failure = status.error === null ? unexplained : failureOf(status.error.code, status.error.details)
  const said = { ...status, failure }
  return locked === null
    ? receiveSaid(tx, emit, phoneNumberId, said, now)
    : raise(tx, emit, locked, said, now)
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
  await lockConversations(tx, [attempt.conversation_id]).catch((error: unknown) => {
    throw error instanceof Refusal && error.code === 'customer.erased' ? new SpeaksOfErased() : error
  })
  return raise(tx, emit, attempt, status, now)
}

async function raise(tx: Tx, emit: Emit, attempt: Attempt, status: SaidStatus, now: Date): Promise<ItemEnd> {
  await raiseAttempt(tx, emit, attempt.id, saidBy(status), now)
  return folded(attempt.message_id)
}

interface LockedAttempt extends Attempt {
  readonly wamid: string | null
  readonly is_erased: boolean
}

const lockingOf = statement<LockedAttempt>(
  'lock_conversations_of_attempts',
  `select a.id, a.wamid, c.id as conversation_id, a.message_id, c.erased_at is not null as is_erased
   from attempts a join conversations c on c.id = a.conversation_id
   where a.phone_number_id = $1::text and (a.id = any($2::bigint[]) or a.wamid = any($3::text[]))
   order by c.id for no key update of c`,
)

/**
 * Applies several statuses of one number in one transaction, those of different conversations side by side. All that they need
 * is locked before, in one order. Answers how each ended.
 * @throws SpeaksOfErased
 */
export async function receiveStatuses(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  statuses: readonly DeliveryStatus[],
  now: Date,
): Promise<readonly ItemEnd[]> {
  const named = ({ opaque }: DeliveryStatus) => (opaque === null ? null : idOf(opaque))
  const ids = statuses.flatMap(status => named(status) ?? [])
  const attempts = await lockingOf(tx, [phoneNumberId, ids, statuses.map(({ wamid }) => wamid)])
  if (attempts.some(({ is_erased }) => is_erased)) throw new SpeaksOfErased()
  const ofName = new Map(attempts.map(one => [one.id, one]))
  const ofWamid = new Map(attempts.map(one => [one.wamid, one]))
  // As `attemptOf` finds it.
  const attemptOfStatus = (status: DeliveryStatus): LockedAttempt | null => {
    const own = ofName.get(named(status) ?? 0)
    if (own !== undefined && (own.wamid === null || own.wamid === status.wamid)) return own
    return ofWamid.get(status.wamid) ?? null
  }
  // One that names its attempt by WhatsApp's id alone may come behind the one that brings that id.
  const conversations = new Map(
    statuses.flatMap(status => {
      const attempt = attemptOfStatus(status)
      return attempt === null ? [] : [[status.wamid, attempt.conversation_id] as const]
    }),
  )
  const unknown = statuses.filter(status => attemptOfStatus(status) === null)
  if (unknown.length > 0) await tx.executeQuery(lockWamids(unknown.map(({ wamid }) => wamid)))
  return sideBySide(
    tx,
    statuses,
    status => conversations.get(status.wamid) ?? status.opaque ?? status.wamid,
    (shared, status) => receiveStatus(shared, emit, phoneNumberId, status, now, attemptOfStatus(status)),
  )
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

interface Attempt {
  readonly id: number
  readonly conversation_id: number
  readonly message_id: number
}

const byName = statement<Attempt>(
  'attempt_by_name',
  `select id, conversation_id, message_id from attempts
   where phone_number_id = $1::text and id = $2::bigint and (wamid is null or wamid = $3::text)`,
)
const byWamid = statement<Attempt>(
  'attempt_by_wamid',
  'select id, conversation_id, message_id from attempts where phone_number_id = $1::text and wamid = $2::text',
)

/** Our own name for the attempt comes back with every status; Meta's id is the second way. */
async function attemptOf(tx: Tx, phoneNumberId: string, { opaque, wamid }: SaidStatus) {
  const id = opaque === null ? null : idOf(opaque)
  const [named] = id === null ? [] : await byName(tx, [phoneNumberId, id, wamid])
  return named ?? (await byWamid(tx, [phoneNumberId, wamid]))[0]
}

/** The id may be on its way into the database: looked for again once nobody else is busy with it. */
async function attemptOnceAlone(tx: Tx, phoneNumberId: string, status: SaidStatus) {
  await tx.executeQuery(lockWamids([status.wamid]))
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
