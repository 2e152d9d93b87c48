import { accountPauseAfter, retryDelayMs } from '@parley/core/messages/delivery'
import { explain } from '@parley/whatsapp/error-codes'
import { type RawBuilder, sql } from 'kysely'
import type { FailureFacts } from '../channels/adapter.ts'
import type { TxContext } from '../db/write.ts'

/**
 * Why a number cannot send. number: a limit of WhatsApp's, which passes without action. account: an operator must fix the
 * account.
 */
type HoldKind = 'number' | 'account'

/**
 * Why a queued message waits. For every kind but `account` the waiting time does not count towards the deadline, up to a bound.
 */
export interface WaitReason extends FailureFacts {
  readonly kind: 'pair' | HoldKind
}

/** The columns of a message that waits for nothing. */
export const notWaiting = { waits: null, waits_until: null } as const

/** A rejection that also stops all other messages of the number. */
interface Refused {
  readonly phoneNumberId: string
  readonly code: number
  readonly failure: FailureFacts
  /** In WhatsApp's response, or by a later status of an accepted message. After the latter, acceptance proves nothing. */
  readonly told: 'answer' | 'status'
  /** It was the one message that probed the number. */
  readonly isProbe: boolean
}

/**
 * Holds a number after a rejection and marks its waiting messages. Each further rejection in a row lengthens the hold. During
 * a hold, a rejection of any message but the probe changes nothing. @returns the reason, and the end of the hold
 */
export async function holdNumber(
  context: TxContext,
  { phoneNumberId, code, failure, told, isProbe }: Refused,
): Promise<{ readonly why: WaitReason; readonly until: Date }> {
  const { tx, now } = context
  const before = await tx
    .selectFrom('sending_holds')
    .select(['kind', 'failure', 'refusals', 'until'])
    .where('phone_number_id', '=', phoneNumberId)
    .forUpdate()
    .executeTakeFirst()
  if (before !== undefined && !isProbe && before.until > now) {
    const kind = before.kind as HoldKind
    return { why: { ...(before.failure as FailureFacts), kind }, until: before.until }
  }
  const refusals = (before?.refusals ?? 0) + 1
  const kind = explain(code, '').retry === 'channel' ? 'account' : 'number'
  const pauseMs = kind === 'account' ? accountPauseAfter(code, refusals) : retryDelayMs(refusals)
  const until = new Date(now.getTime() + pauseMs)
  const facts = { kind, told, failure: JSON.stringify(failure), refusals, until }
  await tx
    .insertInto('sending_holds')
    .values({ phone_number_id: phoneNumberId, since: now, ...facts })
    .onConflict(conflict => conflict.column('phone_number_id').doUpdateSet(facts))
    .execute()
  const why = { ...failure, kind } as const
  // A message that waits for its customer's limit keeps that reason.
  const others = sql`coalesce(waits->>'kind', '') <> 'pair' and ${isOfNumber(phoneNumberId)}`
  await markWaiting(context, others, why, until)
  return { why, until }
}

/** Whether a message is sent from this number. */
const isOfNumber = (phoneNumberId: string) => sql`
  exists (select 1 from conversations c where c.id = conversation_id and c.phone_number_id = ${phoneNumberId})`

/** The most messages that show the reason; the others wait too. */
const mostMarked = 500

/** Stores at queued messages why and until when they wait. Messages locked by another process are skipped. */
export async function markWaiting(
  { tx, publish }: TxContext,
  which: RawBuilder<unknown>,
  why: WaitReason,
  until: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update messages set waits = ${JSON.stringify(why)}::jsonb, waits_until = ${until}
    where id in (select id from messages where status = 'queued' and ${which}
      order by id limit ${mostMarked} for no key update skip locked)
    returning id`.execute(tx)
  for (const { id } of rows) publish({ noun: 'message', id, kind: 'changed' })
}

/** Releases the messages that wait for the number. */
export async function liftHold({ tx, publish, now }: TxContext, phoneNumberId: string): Promise<void> {
  const lifted = await tx
    .deleteFrom('sending_holds')
    .where('phone_number_id', '=', phoneNumberId)
    .returning('until')
    .executeTakeFirst()
  if (lifted === undefined) return
  // A wait for the number's limit does not count towards the deadline, so its messages keep the reason until they are sent.
  const { rows } = await sql<{ id: number }>`
    update messages set next_try_at = least(next_try_at, ${now}::timestamptz), waits_until = null,
      waits = case when waits->>'kind' = 'number' then waits end
    where id in (select id from messages where status = 'queued' and waits->>'kind' in ('number', 'account') and ${isOfNumber(phoneNumberId)}
      for no key update skip locked)
    returning id`.execute(tx)
  for (const { id } of rows) publish({ noun: 'message', id, kind: 'changed' })
}
