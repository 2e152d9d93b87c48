import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { sideBySide } from '../db/side-by-side.ts'
import { statement } from '../db/statement.ts'
import type { Emit, Tx } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { lockWamids, raiseAttempt } from './attempts.ts'
import { type FailureFacts, failureOf } from './failure-facts.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { folded, type ItemEnd, noted } from './item-end.ts'
import { ofWamids } from './of-wamids.ts'
import { reactionOf, receiveReactionStatus } from './tell-reactions.ts'

/**
 * Applies what WhatsApp says became of messages of one number, those of different conversations side by side. One that speaks
 * of an id we do not know yet is kept until we do. Answers how each ended: in its message, beside the messages, or in the same
 * one that came before.
 * @throws SpeaksOfErased
 */
export function receiveStatuses(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  statuses: readonly DeliveryStatus[],
  now: Date,
): Promise<readonly ItemEnd[]> {
  return besideTheirAttempts(tx, phoneNumberId, statuses, async (shared, status, attempt) => {
    const reaction = reactionOf(status.opaque)
    if (reaction !== null) return folded(await receiveReactionStatus(shared, emit, reaction, status))
    const failure = status.error === null ? unexplained : failureOf(status.error.code, status.error.details)
    return apply(shared, emit, { ...status, failure, phoneNumberId, attempt }, now)
  })
}

/** Applies one, as `receiveStatuses` does. */
export const receiveStatus = async (
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  status: DeliveryStatus,
  now: Date,
): Promise<ItemEnd> => only(await receiveStatuses(tx, emit, phoneNumberId, [status], now))

/** What a channel says became of a message, in words of ours: `failure` counts where it failed. */
export interface SaidStatus extends Omit<DeliveryStatus, 'error'> {
  readonly failure: FailureFacts
}

/** Applies what a channel says became of a message, as `receiveStatuses` does. */
export const receiveSaid = async (
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  status: SaidStatus,
  now: Date,
): Promise<ItemEnd> =>
  only(
    await besideTheirAttempts(tx, phoneNumberId, [status], (shared, said, attempt) =>
      apply(shared, emit, { ...said, phoneNumberId, attempt }, now),
    ),
  )

function only([end]: readonly ItemEnd[]): ItemEnd {
  if (end === undefined) throw new Error('A status has no end')
  return end
}

/** By what a status names its attempt. */
type Naming = Pick<DeliveryStatus, 'opaque' | 'wamid'>

interface Attempt {
  readonly id: number
  readonly wamid: string | null
  readonly conversation_id: number
  readonly message_id: number
  readonly is_erased: boolean
}

/**
 * Does something for each status, with the attempt that it speaks of as far as that is known, its conversation locked. Ids that
 * nobody knows are locked too: one may be on its way into the database. All is locked in one order.
 * @throws SpeaksOfErased
 */
async function besideTheirAttempts<S extends Naming>(
  tx: Tx,
  phoneNumberId: string,
  statuses: readonly S[],
  work: (tx: Tx, status: S, attempt: Attempt | null) => Promise<ItemEnd>,
): Promise<readonly ItemEnd[]> {
  const attempts = await lockAttempts(tx, phoneNumberId, statuses)
  const unknown = statuses.filter(status => !attempts.has(status)).map(({ wamid }) => wamid)
  if (unknown.length > 0) await tx.executeQuery(lockWamids(unknown))
  // One that names its attempt by WhatsApp's id alone may come behind the one that brings that id.
  const conversations = new Map([...attempts].map(([{ wamid }, one]) => [wamid, one.conversation_id]))
  return sideBySide(
    tx,
    statuses,
    ({ opaque, wamid }) => conversations.get(wamid) ?? opaque ?? wamid,
    (shared, status) => work(shared, status, attempts.get(status) ?? null),
  )
}

const locking = statement<Attempt>(
  'lock_attempts',
  `select a.id, a.wamid, c.id as conversation_id, a.message_id, c.erased_at is not null as is_erased
   from attempts a join conversations c on c.id = a.conversation_id
   where a.phone_number_id = $1::text and a.id = any(array(
     select unnest($2::bigint[]) union
     select t.id from ${ofWamids('attempts', '$1::text', '$3::text[]')} t))
   order by c.id for no key update of c`,
)

/**
 * The attempts that statuses speak of, as far as there are any, with their conversations locked. Our own name for an attempt
 * comes back with every status; Meta's id is the second way.
 */
async function lockAttempts<S extends Naming>(
  tx: Tx,
  phoneNumberId: string,
  statuses: readonly S[],
): Promise<ReadonlyMap<S, Attempt>> {
  const named = ({ opaque }: Naming) => (opaque === null ? null : idOf(opaque))
  const ids = statuses.flatMap(status => named(status) ?? [])
  const rows = await locking(tx, [phoneNumberId, ids, statuses.map(({ wamid }) => wamid)])
  if (rows.some(({ is_erased }) => is_erased)) throw new SpeaksOfErased()
  const byName = new Map(rows.map(one => [one.id, one]))
  const byWamid = new Map(rows.map(one => [one.wamid, one]))
  const found = new Map<S, Attempt>()
  for (const status of statuses) {
    const own = byName.get(named(status) ?? 0)
    const isOwn = own !== undefined && (own.wamid === null || own.wamid === status.wamid)
    const attempt = isOwn ? own : byWamid.get(status.wamid)
    if (attempt !== undefined) found.set(status, attempt)
  }
  return found
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

interface Applied extends SaidStatus {
  readonly phoneNumberId: string
  /** Null: nobody knew it before its id was locked. */
  readonly attempt: Attempt | null
}

async function apply(
  tx: Tx,
  emit: Emit,
  { phoneNumberId, attempt, ...status }: Applied,
  now: Date,
): Promise<ItemEnd> {
  const known = attempt ?? (await lockAttempts(tx, phoneNumberId, [status])).get(status)
  if (known === undefined) {
    const isNew = await keepEarly(tx, phoneNumberId, status)
    return isNew ? noted('It is of a message that Parley does not know.') : folded(null)
  }
  await raiseAttempt(tx, emit, known.id, saidBy(status), now)
  return folded(known.message_id)
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
