import type { MessageDetails } from '@parley/core/api/message-details'
import { leaseMs, sendDeadlineMs } from '@parley/core/rules/delivery'
import { freeAt, owedAfter, pairPace } from '@parley/core/rules/sending-pace'
import { type RawBuilder, sql } from 'kysely'
import { takenOver } from '../conversations/with-bot.ts'
import { together } from '../db/flight.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { wamidOf } from '../messages/quotes.ts'
import type { FailureFacts } from './failure-facts.ts'
import { giveBackWait } from './give-back-wait.ts'
import { reachFailure } from './reach-failure.ts'
import { markWaiting, notWaiting, type WaitReason } from './sending-hold.ts'

/** A message that was taken to be handed over now; its attempt holds the lease. */
export interface Taken {
  readonly attemptId: number
  readonly messageId: number
  readonly conversationId: number
  readonly content: string
  /** What it says beyond its words. */
  readonly details: MessageDetails | null
  readonly tries: number
  /** Of a message of the bot, the conversation's generation that it was said under; null: a person wrote it. */
  readonly saidUnder: number | null
  readonly waId: string | null
  readonly waUserId: string | null
  /** By what a bridge knows the customer; null: the message goes by WhatsApp. */
  readonly peer: string | null
  /** The channel's id of the message that it answers. */
  readonly quotedWamid: string | null
  /** Nothing else goes from the number: this one tries whether it does again. */
  readonly isProbe: boolean
}

/** As long as a try may take before nobody hears of it. */
const probeMs = leaseMs

/** Whether what goes out is a template, for which no window need be open. */
export const isTemplate = (details: unknown): boolean =>
  (details as MessageDetails | null)?.template !== undefined

const tooLate: FailureFacts = {
  code: 'late',
  sentence: 'Parley could not send this within two minutes.',
  remedy: 'See whether it still fits, then press Retry.',
}

/**
 * Takes the message that has been due the longest, of all conversations with one of our numbers that have none in flight, and
 * writes its attempt.
 * A message waiting for its next try holds those behind it, so the order of a conversation is kept. One whose deadline
 * has passed, while no server ran or the queue was long, or whose conversation's window has closed since it was queued, is
 * not sent any more but fails with the reason; so does what waits at a number that is not ours any more. While the number is held only what is too late ends, and after that one
 * message tries. Null: nothing is due.
 */
export async function takeNext(writer: Writer, phoneNumberId: string): Promise<Taken | null> {
  for (;;) {
    const taken = await write(writer, (tx, emit) => takeOne(tx, emit, writer.now(), phoneNumberId))
    if (taken !== 'not-this-one') return taken
  }
}

async function takeOne(
  tx: Tx,
  emit: Emit,
  now: Date,
  phoneNumberId: string,
): Promise<Taken | 'not-this-one' | null> {
  const { rows } = await sql<{ id: number; held_until: Date | null }>`
    select c.id, h.until as held_until from messages q join conversations c on c.id = q.conversation_id
      left join sending_holds h on h.phone_number_id = c.phone_number_id
    where q.status = 'queued' and (c.phone_number_id = ${phoneNumberId} or c.number_gone)
      and (${lateAt('q')} <= ${now} or c.number_gone
        or (q.next_try_at <= ${now} and coalesce(h.until <= ${now}, true)))
      and not exists (select 1 from attempts s where s.conversation_id = q.conversation_id and s.state = 'sending')
      and not exists (select 1 from messages e where e.conversation_id = q.conversation_id and e.status = 'queued'
        and (e.at, e.id) < (q.at, q.id))
    order by q.next_try_at, q.id limit 1
    for no key update of c skip locked`.execute(tx)
  if (rows[0] === undefined) return null
  const { id: conversationId, held_until: heldUntil } = rows[0]
  const first = tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('customers', 'customers.id', 'conversations.customer_id')
    .select(['messages.id', 'messages.content', 'messages.details', 'messages.tries', 'wa_id', 'wa_user_id'])
    .select(['messages.next_try_at', 'messages.send_deadline', 'messages.waits', 'messages.give_up_at'])
    .select(['conversations.pair_owed_until', 'messages.source'])
    .select(['messages.owner_generation as said_under', 'conversations.owner_generation'])
    .select(lateAt('messages').as('late_at'))
    .select([
      'customer_wrote_at',
      'window_refused_at',
      'unreachable',
      'unreachable_at',
      'number_gone',
      'peer',
    ])
    .select(wamidOf(sql`messages.quoted_id`).as('quoted_wamid'))
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.status', '=', 'queued')
    .orderBy('messages.at')
    .orderBy('messages.id')
    .limit(1)
  const underWay = tx
    .selectFrom('attempts')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'sending')
  const [[message], busy] = await together(tx, first.compile(), underWay.compile())
  // Between the look and the lock another process may have taken it.
  if (message === undefined) return null
  const isLate = message.late_at !== null && message.late_at <= now
  const isDue = message.number_gone || (message.next_try_at !== null && message.next_try_at <= now)
  if (!isLate && !isDue) return null
  if (busy.length > 0) return null
  const waits = message.waits as WaitReason | null
  if (isLate) {
    await fail(tx, emit, message.id, await whyLate(tx, message, waits))
    return 'not-this-one'
  }
  // What a person took over since: it may have been in flight then, and come back to be tried again.
  const isSilenced = message.source === 'BOT' && message.said_under !== message.owner_generation
  const problem = isSilenced ? takenOver : reachFailure(message, now, isTemplate(message.details))
  if (problem !== null) {
    await fail(tx, emit, message.id, problem)
    return 'not-this-one'
  }
  // The pace is WhatsApp's.
  const free = message.peer === null ? freeAt(pairPace, message.pair_owed_until, now) : null
  if (free !== null) {
    await waitForPair(tx, emit, { conversationId, messageId: message.id, until: free })
    return 'not-this-one'
  }
  const isProbe = heldUntil !== null
  if (isProbe && !(await mayProbe(tx, phoneNumberId, now))) return null
  // What a limit held has its two minutes from now on, within the time after which it gives up.
  const isHeld = waits !== null && waits.kind !== 'account'
  const deadline = new Date(now.getTime() + sendDeadlineMs)
  const { rows: attempts } = await sql<{ id: number }>`
    with owed as (
      update conversations set pair_owed_until = ${owedAfter(pairPace, message.pair_owed_until, now)}
      where id = ${conversationId}
    ), told as (
      update messages set status = 'sending', tries = ${message.tries + 1}, next_try_at = null, waits = null,
        waits_until = null,
        send_deadline = case when ${isHeld} then least(greatest(send_deadline, ${deadline}), give_up_at)
          else send_deadline end
      where id = ${message.id})
    insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, created_at, updated_at)
    values (${message.id}, ${conversationId},
      (select coalesce(max(no), 0) + 1 from attempts where message_id = ${message.id}), 'sending',
      ${new Date(now.getTime() + leaseMs)}, ${phoneNumberId}, ${now}, ${now})
    returning id`.execute(tx)
  const [attempt] = attempts
  if (attempt === undefined) throw new Error(`Message ${message.id} took no attempt`)
  emit({ noun: 'message', id: message.id, kind: 'changed' })
  return {
    attemptId: attempt.id,
    messageId: message.id,
    conversationId,
    content: message.content,
    details: message.details as MessageDetails | null,
    tries: message.tries + 1,
    saidUnder: message.source === 'BOT' ? message.said_under : null,
    waId: message.wa_id,
    waUserId: message.wa_user_id,
    peer: message.peer,
    quotedWamid: message.quoted_wamid,
    isProbe,
  }
}

/** When a queued message fails: at its deadline, and while it waits for a limit of WhatsApp's when it gives up. */
const lateAt = (table: 'q' | 'messages'): RawBuilder<Date | null> =>
  sql`case when ${sql.ref(table)}.waits->>'kind' in ('pair', 'number')
    then coalesce(${sql.ref(table)}.give_up_at, ${sql.ref(table)}.send_deadline)
    else ${sql.ref(table)}.send_deadline end`

const pairLimit: WaitReason = {
  kind: 'pair',
  code: 'pace',
  sentence: 'WhatsApp takes at most one message every 6 seconds for the same customer.',
  remedy: 'Press Retry in a few minutes.',
}

/** The whole conversation waits: its first message until then, the others behind it. */
async function waitForPair(
  tx: Tx,
  emit: Emit,
  at: { readonly conversationId: number; readonly messageId: number; readonly until: Date },
): Promise<void> {
  const { conversationId, messageId, until } = at
  await tx.updateTable('messages').set({ next_try_at: until }).where('id', '=', messageId).execute()
  await markWaiting(tx, emit, sql`conversation_id = ${conversationId}`, pairLimit, until)
}

/** One message at a time tries whether the number goes again. Answers whether it is this one. */
async function mayProbe(tx: Tx, phoneNumberId: string, now: Date): Promise<boolean> {
  const probing = await tx
    .updateTable('sending_holds')
    .set({ until: new Date(now.getTime() + probeMs) })
    .where('phone_number_id', '=', phoneNumberId)
    .where('until', '<=', now)
    .returning('until')
    .executeTakeFirst()
  return probing !== undefined
}

/** Since the click it was tried and refused for the moment, which is the reason then, or never tried. */
async function whyLate(
  tx: Tx,
  { id, tries }: { readonly id: number; readonly tries: number },
  waits: WaitReason | null,
): Promise<FailureFacts> {
  const last =
    tries === 0
      ? undefined
      : await tx
          .selectFrom('attempts')
          .select('failure')
          .where('message_id', '=', id)
          .orderBy('no', 'desc')
          .limit(1)
          .executeTakeFirst()
  return (last?.failure as FailureFacts | null | undefined) ?? reasonOf(waits) ?? tooLate
}

const reasonOf = (waits: WaitReason | null): FailureFacts | null =>
  waits === null ? null : { code: waits.code, sentence: waits.sentence, remedy: waits.remedy }

async function fail(tx: Tx, emit: Emit, id: number, failure: FailureFacts): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ status: 'failed', failure: JSON.stringify(failure), next_try_at: null, ...notWaiting })
    .where('id', '=', id)
    .execute()
  await giveBackWait(tx, emit, id)
  emit({ noun: 'message', id, kind: 'changed' })
}
