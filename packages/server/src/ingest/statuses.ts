import type { DeliveryStatus } from '@parley/whatsapp/inbound/delivery-status'
import { type FailureFacts, failureOf } from '../channels/adapter.ts'
import { ofWamids } from '../channels/numbers.ts'
import { statement } from '../db/connection/statement.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { lockWamids, raiseAttempt } from '../delivery/attempts.ts'
import { reactionOf, receiveReactionStatus } from '../delivery/reactions.ts'
import { idOf } from '../http/ids.ts'
import { ignored, type ItemEnd, merged } from './log.ts'
import { SpeaksOfErased } from './rejection.ts'

/** A status of any channel; `failure` counts if the status is failed. */
interface SaidStatus extends Omit<DeliveryStatus, 'error'> {
  readonly failure: FailureFacts
}

/** Applies WhatsApp's statuses of messages of one number, as `applySaid` does. */
export const applyStatuses = (
  context: TxContext,
  phoneNumberId: string,
  statuses: readonly DeliveryStatus[],
): Promise<readonly ItemEnd[]> =>
  applySaid(
    context,
    phoneNumberId,
    statuses.map(({ error, ...status }) => ({
      ...status,
      failure: error === null ? unexplained : failureOf(error.code, error.details),
    })),
  )

const unexplained: FailureFacts = {
  code: 'unexplained',
  sentence: 'WhatsApp did not deliver this and did not say why.',
  remedy: 'Press Retry once; if it fails again, reach the customer another way.',
}

/**
 * Applies any channel's statuses of messages. A status of an unknown id is kept until the id is known. @returns the result of each
 * @throws SpeaksOfErased
 */
export async function applySaid(
  context: TxContext,
  phoneNumberId: string,
  statuses: readonly SaidStatus[],
): Promise<readonly ItemEnd[]> {
  const { tx } = context
  const attempts = await lockAttempts(tx, phoneNumberId, statuses)
  const unknown = statuses.filter(status => !attempts.has(status) && reactionOf(status.opaque) === null)
  const early = await keepUnlessKnown(tx, phoneNumberId, unknown, attempts)
  const ends: ItemEnd[] = []
  for (const status of statuses) {
    const reaction = reactionOf(status.opaque)
    const attempt = attempts.get(status)
    if (reaction !== null) ends.push(merged(await receiveReactionStatus(context, reaction, status)))
    else if (attempt === undefined)
      ends.push(early.has(status) ? ignored('It is of a message that Parley does not know.') : merged(null))
    else {
      const { status: state, at, ...said } = status
      await raiseAttempt(context, attempt.id, { ...said, state, step: { name: state, at } })
      ends.push(merged(attempt.message_id))
    }
  }
  return ends
}

interface Attempt {
  readonly id: number
  readonly wamid: string | null
  readonly message_id: number
  readonly is_erased: boolean
}

const locking = statement<Attempt>(
  'lock_attempts',
  `select a.id, a.wamid, a.message_id, c.erased_at is not null as is_erased
   from attempts a join conversations c on c.id = a.conversation_id
   where a.phone_number_id = $1::text and a.id = any(array(
     select unnest($2::bigint[]) union
     select t.id from ${ofWamids('attempts', '$1::text', '$3::text[]')} t))
   order by c.id for no key update of c`,
)

/**
 * Finds the attempts of statuses and locks their conversations. Each status returns our id of the attempt. Otherwise Meta's id
 * finds it, which another status may have brought.
 */
async function lockAttempts(
  tx: Tx,
  phoneNumberId: string,
  statuses: readonly SaidStatus[],
): Promise<Map<SaidStatus, Attempt>> {
  const named = ({ opaque }: SaidStatus) => (opaque === null ? null : idOf(opaque))
  const ids = statuses.flatMap(status => named(status) ?? [])
  const rows = await locking(tx, [phoneNumberId, ids, statuses.map(({ wamid }) => wamid)])
  if (rows.some(({ is_erased }) => is_erased)) throw new SpeaksOfErased()
  const byName = new Map(rows.map(one => [one.id, one]))
  const byWamid = new Map(rows.map(one => [one.wamid, one]))
  for (const status of statuses) {
    const own = byName.get(named(status) ?? 0)
    if (own !== undefined && (own.wamid === null || own.wamid === status.wamid))
      byWamid.set(status.wamid, own)
  }
  return new Map(
    statuses.flatMap(status => {
      const attempt = byWamid.get(status.wamid)
      return attempt === undefined ? [] : [[status, attempt] as const]
    }),
  )
}

const keeping = statement<{ wamid: string; status: string }>(
  'keep_early_statuses',
  `insert into early_statuses (phone_number_id, wamid, status, at, failure, pricing)
   select $1::text, s.wamid, s.status, s.at, s.failure::jsonb, s.pricing::jsonb
   from unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[])
     with ordinality as s (wamid, status, at, failure, pricing, place)
   order by s.place on conflict do nothing returning wamid, status`,
)

/**
 * Keeps statuses of unknown ids. Another transaction may be storing an id, so its lock is taken and it is looked up again; a found
 * attempt is added. @returns the statuses that are not repetitions
 */
async function keepUnlessKnown(
  tx: Tx,
  phoneNumberId: string,
  unknown: readonly SaidStatus[],
  attempts: Map<SaidStatus, Attempt>,
): Promise<ReadonlySet<SaidStatus>> {
  if (unknown.length === 0) return new Set()
  const wamids = unknown.map(({ wamid }) => wamid)
  await lockWamids(tx, wamids)
  for (const [status, attempt] of await lockAttempts(tx, phoneNumberId, unknown))
    attempts.set(status, attempt)
  const early = unknown.filter(status => !attempts.has(status))
  if (early.length === 0) return new Set()
  const rows = await keeping(tx, [
    phoneNumberId,
    early.map(({ wamid }) => wamid),
    early.map(({ status }) => status),
    early.map(({ at }) => at.toISOString()),
    early.map(({ status, failure }) => (status === 'failed' ? JSON.stringify(failure) : null)),
    early.map(({ pricing }) => (pricing === null ? null : JSON.stringify(pricing))),
  ])
  const kindOf = ({ wamid, status }: { wamid: string; status: string }) => JSON.stringify([wamid, status])
  const kept = new Set(rows.map(kindOf))
  // Of two equal statuses the first is kept.
  return new Set(early.filter(status => kept.delete(kindOf(status))))
}
