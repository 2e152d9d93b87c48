import { sql } from 'kysely'
import { freeAt, leaseMs, owedAfter, pairPace, sendDeadlineMs } from '@parley/core/messages/delivery'
import type { MessageDetails } from '@parley/core/messages/details'
import type { FailureFacts } from '../channels/adapter.ts'
import type { ReachColumns } from '../conversations/reach.ts'
import { takenOver } from '../conversations/with-bot.ts'
import { statement } from '../db/connection/statement.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { wamidOf } from '../messages/quotes.ts'
import { markWaiting, type WaitReason } from './holds.ts'
import { failUnsent, reachFailure } from './unsent.ts'

/** A claimed message; its attempt holds the lease. */
export interface Claim {
  readonly attemptId: number
  readonly messageId: number
  readonly conversationId: number
  /** The sending number or bridge. */
  readonly phoneNumberId: string
  readonly content: string
  readonly details: MessageDetails | null
  /** The number of attempts, including this one. */
  readonly tries: number
  /** If the bot wrote it: the conversation's owner generation at that time; null: an agent wrote it. */
  readonly saidUnder: number | null
  readonly waId: string | null
  readonly waUserId: string | null
  /** The bridge's id of the customer; null: WhatsApp. */
  readonly peer: string | null
  /** The channel's id of the quoted message. */
  readonly quotedWamid: string | null
  /** The number is held, and this message tests whether it can send again. */
  readonly isProbe: boolean
}

/** A template needs no open window. */
export const isTemplate = (details: unknown): boolean =>
  (details as MessageDetails | null)?.template !== undefined

const tooLate: FailureFacts = {
  code: 'late',
  sentence: 'Parley could not send this within two minutes.',
  remedy: 'Check that it is still right, then press Retry.',
}

/** When a queued message fails: at its deadline, or, while it waits for a limit of WhatsApp's, at `give_up_at`. */
const lateAt = (row: 'q' | 'm') =>
  `(case when ${row}.waits->>'kind' in ('pair', 'number') then coalesce(${row}.give_up_at, ${row}.send_deadline)
    else ${row}.send_deadline end)`

interface Place {
  readonly id: number
  /** Until when the number is held. */
  readonly held_until: Date | null
}

/*
 * Of number $1 at time $2, at most $3 conversations. `limit 1` in the subqueries makes PostgreSQL use an index for each
 * conversation; otherwise it joins all queued messages with each other.
 */
const due = `select c.id, h.until as held_until from messages q join conversations c on c.id = q.conversation_id
     left join sending_holds h on h.phone_number_id = c.phone_number_id
   where q.status = 'queued' and (c.phone_number_id = $1::text or c.number_gone)
     and (${lateAt('q')} <= $2::timestamptz or c.number_gone
       or (q.next_try_at <= $2::timestamptz and coalesce(h.until <= $2::timestamptz, true)))
     and (select s.id from attempts s where s.conversation_id = q.conversation_id and s.state = 'sending' limit 1) is null
     and (select e.id from messages e where e.conversation_id = q.conversation_id and e.status = 'queued'
       and (e.at, e.id) < (q.at, q.id) limit 1) is null
   order by q.next_try_at, q.id limit $3::int`

const longestDue = statement<Place>('take_due', `${due} for no key update of c skip locked`)
const anyDue = statement<Place>('any_due', due)

interface Queued extends ReachColumns, Omit<Claim, 'attemptId' | 'phoneNumberId' | 'isProbe'> {
  readonly next_try_at: Date | null
  readonly waits: WaitReason | null
  readonly late_at: Date | null
  readonly pair_owed_until: Date | null
  readonly peer: string | null
  /** The conversation's owner generation now. */
  readonly owner_generation: number
  /** The conversation's row shows that it waits. */
  readonly is_last_reply: boolean
  /** Another message of its conversation is being sent. */
  readonly is_busy: boolean
}

const firstQueued = statement<Queued>(
  'take_first',
  `select m.id as "messageId", c.id as "conversationId", m.content, m.details, m.tries + 1 as tries, cu.wa_id as "waId",
     cu.wa_user_id as "waUserId", m.next_try_at, m.waits, ${lateAt('m')} as late_at, c.pair_owed_until,
     case m.source when 'BOT' then m.owner_generation end as "saidUnder", c.owner_generation, c.customer_wrote_at,
     c.window_refused_at, c.unreachable, c.unreachable_at, c.number_gone, c.peer, ${wamidOf('m.quoted_id')} as "quotedWamid",
     m.id is not distinct from c.last_reply_id as is_last_reply,
     exists (select 1 from attempts s where s.conversation_id = c.id and s.state = 'sending') as is_busy
   from messages m join conversations c on c.id = m.conversation_id join customers cu on cu.id = c.customer_id
   where m.conversation_id = $1::bigint and m.status = 'queued' order by m.at, m.id limit 1`,
)

/** Starts an attempt of message $2 in conversation $1 at time $3, and charges the pace for the customer. */
const beginning = statement<{ id: number }>(
  'take_attempt',
  `with owed as (
     update conversations set pair_owed_until = $4::timestamptz where id = $1::bigint
   ), told as (
     update messages set status = 'sending', tries = tries + 1, next_try_at = null, waits = null, waits_until = null,
       send_deadline = case when $5::bool then least(greatest(send_deadline, $6::timestamptz), give_up_at)
         else send_deadline end
     where id = $2::bigint
   )
   insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, created_at, updated_at)
   values ($2::bigint, $1::bigint, (select coalesce(max(no), 0) + 1 from attempts where message_id = $2::bigint),
     'sending', $7::timestamptz, $8::text, $3::timestamptz, $3::timestamptz)
   returning id`,
)

/**
 * Claims up to `most` due messages of a number, the longest due first, and inserts their attempts. Claims one message of each
 * conversation that has no attempt in flight. A message that waits for a retry blocks the later ones of its conversation, which
 * keeps the order. A message fails with the reason if its deadline has passed, its window has closed, or the number is no longer
 * ours. While the number is held only late messages end; after that one message probes. Empty: nothing is due; "held": other
 * transactions have locked all due conversations.
 */
export async function claimDue(
  writer: Writer,
  phoneNumberId: string,
  most: number,
): Promise<readonly Claim[] | 'held'> {
  for (;;) {
    // An idle number costs one query and no transaction.
    if ((await anyDue(writer.db, [phoneNumberId, writer.now(), 1])).length === 0) return []
    const outcomes = await write(writer, async context => {
      const all: (Claim | 'ended' | 'nothing')[] = []
      for (const place of await longestDue(context.tx, [phoneNumberId, context.now, most]))
        all.push(await claimFirst(context, phoneNumberId, place))
      return all
    })
    const claims = outcomes.filter(one => typeof one === 'object')
    if (claims.length > 0) return claims
    if (outcomes.length === 0) return 'held'
    if (!outcomes.includes('ended')) return []
  }
}

/** Claims the first queued message of a locked conversation. "ended": it failed or waits, and the next one may be due. */
async function claimFirst(
  context: TxContext,
  phoneNumberId: string,
  { id: conversationId, held_until: heldUntil }: Place,
): Promise<Claim | 'ended' | 'nothing'> {
  const { tx, publish, now } = context
  const [queued] = await firstQueued(tx, [conversationId])
  // Another process may have claimed it before the lock.
  if (queued === undefined) return 'nothing'
  const { messageId, waits } = queued
  const isLate = queued.late_at !== null && queued.late_at <= now
  const isDue = queued.number_gone || (queued.next_try_at !== null && queued.next_try_at <= now)
  if ((!isLate && !isDue) || queued.is_busy) return 'nothing'
  const problem = isLate ? await whyLate(tx, queued) : whyNot(queued, now)
  if (problem !== null) {
    await failUnsent(context, messageId, problem)
    return 'ended'
  }
  // Only WhatsApp limits the pace.
  const free = queued.peer === null ? freeAt(pairPace, queued.pair_owed_until, now) : null
  if (free !== null) {
    // The whole conversation waits behind its first message.
    await tx.updateTable('messages').set({ next_try_at: free }).where('id', '=', messageId).execute()
    await markWaiting(context, sql`conversation_id = ${conversationId}`, pairLimit, free)
    return 'ended'
  }
  const isProbe = heldUntil !== null
  if (isProbe && !(await mayProbe(context, phoneNumberId))) return 'nothing'
  // After a limit the two minutes start now, but end at `give_up_at`.
  const isHeld = waits !== null && waits.kind !== 'account'
  const [attempt] = await beginning(tx, [
    conversationId,
    messageId,
    now,
    owedAfter(pairPace, queued.pair_owed_until, now),
    isHeld,
    new Date(now.getTime() + sendDeadlineMs),
    new Date(now.getTime() + leaseMs),
    phoneNumberId,
  ])
  if (attempt === undefined) throw new Error(`Message ${messageId} took no attempt`)
  publish({ noun: 'message', id: messageId, kind: 'changed' })
  if (queued.is_last_reply) publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return { ...queued, attemptId: attempt.id, phoneNumberId, isProbe }
}

/** The reason why a queued message must not be sent; null: it may. An agent may have taken over meanwhile. */
const whyNot = (queued: Queued, now: Date): FailureFacts | null =>
  queued.saidUnder !== null && queued.saidUnder !== queued.owner_generation
    ? takenOver
    : reachFailure(queued, now, isTemplate(queued.details))

const pairLimit: WaitReason = {
  kind: 'pair',
  code: 'pace',
  sentence: 'WhatsApp allows one message every 6 seconds to the same customer.',
  remedy: 'Press Retry in a few minutes.',
}

/** One message at a time probes a held number. @returns whether it is this one */
async function mayProbe({ tx, now }: TxContext, phoneNumberId: string): Promise<boolean> {
  const probing = await tx
    .updateTable('sending_holds')
    .set({ until: new Date(now.getTime() + leaseMs) })
    .where('phone_number_id', '=', phoneNumberId)
    .where('until', '<=', now)
    .returning('until')
    .executeTakeFirst()
  return probing !== undefined
}

/** The failure of the last attempt; without one, the limit that the message waited for. */
async function whyLate(tx: Tx, { messageId, tries, waits }: Queued): Promise<FailureFacts> {
  const last =
    tries === 1
      ? undefined
      : await tx
          .selectFrom('attempts')
          .select('failure')
          .where('message_id', '=', messageId)
          .orderBy('no', 'desc')
          .limit(1)
          .executeTakeFirst()
  if (last?.failure != null) return last.failure as FailureFacts
  return waits === null ? tooLate : { code: waits.code, sentence: waits.sentence, remedy: waits.remedy }
}
