import type { MessageDetails } from '@parley/core/api/message-details'
import { leaseMs } from '@parley/core/rules/delivery'
import { sql } from 'kysely'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { wamidOf } from '../messages/quotes.ts'
import type { FailureFacts } from './attempts.ts'
import { giveBackWait } from './give-back-wait.ts'
import { reachFailure } from './reach-failure.ts'

/** A message that was taken to be handed to WhatsApp now; its attempt holds the lease. */
export interface Taken {
  readonly attemptId: number
  readonly messageId: number
  readonly conversationId: number
  readonly content: string
  /** What it says beyond its words. */
  readonly details: MessageDetails | null
  readonly tries: number
  readonly waId: string | null
  readonly waUserId: string | null
  /** WhatsApp's id of the message that it answers. */
  readonly quotedWamid: string | null
}

/** Whether what goes out is a template, for which no window need be open. */
export const isTemplate = (details: unknown): boolean =>
  (details as MessageDetails | null)?.template !== undefined

const tooLate: FailureFacts = {
  code: 'late',
  sentence: 'Parley could not send this within two minutes.',
  remedy: 'See whether it still fits, then press Retry.',
}

/**
 * Takes the message that has been due the longest, of all conversations that have none in flight, and writes its attempt.
 * A message waiting for its next try holds those behind it, so the order of a conversation is kept. One whose deadline
 * has passed, while no server ran or the queue was long, or whose conversation's window has closed since it was queued, is
 * not sent any more but fails with the reason. Null: nothing is due.
 */
export async function takeNext(writer: Writer, phoneNumberId: string): Promise<Taken | null> {
  for (;;) {
    const taken = await write(writer, (tx, emit) => takeOne(tx, emit, writer.now(), phoneNumberId))
    if (taken !== 'failed') return taken
  }
}

async function takeOne(
  tx: Tx,
  emit: Emit,
  now: Date,
  phoneNumberId: string,
): Promise<Taken | 'failed' | null> {
  const { rows } = await sql<{ id: number }>`
    select c.id from messages q join conversations c on c.id = q.conversation_id
    where q.status = 'queued' and q.next_try_at <= ${now}
      and not exists (select 1 from attempts s where s.conversation_id = q.conversation_id and s.state = 'sending')
      and not exists (select 1 from messages e where e.conversation_id = q.conversation_id and e.status = 'queued'
        and (e.at, e.id) < (q.at, q.id))
    order by q.next_try_at, q.id limit 1
    for no key update of c skip locked`.execute(tx)
  const conversationId = rows[0]?.id
  if (conversationId === undefined) return null
  const message = await tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('customers', 'customers.id', 'conversations.customer_id')
    .select(['messages.id', 'messages.content', 'messages.details', 'messages.tries', 'wa_id', 'wa_user_id'])
    .select(['messages.next_try_at', 'messages.send_deadline'])
    .select(['customer_wrote_at', 'window_refused_at', 'unreachable', 'unreachable_at'])
    .select(wamidOf(sql`messages.quoted_id`).as('quoted_wamid'))
    .where('messages.conversation_id', '=', conversationId)
    .where('messages.status', '=', 'queued')
    .orderBy('messages.at')
    .orderBy('messages.id')
    .limit(1)
    .executeTakeFirst()
  // Between the look and the lock another process may have taken it.
  if (message === undefined || message.next_try_at === null || message.next_try_at > now) return null
  const busy = await tx
    .selectFrom('attempts')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('state', '=', 'sending')
    .executeTakeFirst()
  if (busy !== undefined) return null
  if (message.send_deadline !== null && message.send_deadline <= now) {
    await fail(tx, emit, message.id, await whyLate(tx, message))
    return 'failed'
  }
  const problem = reachFailure(message, now, isTemplate(message.details))
  if (problem !== null) {
    await fail(tx, emit, message.id, problem)
    return 'failed'
  }
  const attempt = await tx
    .insertInto('attempts')
    .values({
      message_id: message.id,
      conversation_id: conversationId,
      no: sql<number>`(select coalesce(max(no), 0) + 1 from attempts where message_id = ${message.id})`,
      state: 'sending',
      lease_until: new Date(now.getTime() + leaseMs),
      phone_number_id: phoneNumberId,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('messages')
    .set({ status: 'sending', tries: message.tries + 1, next_try_at: null })
    .where('id', '=', message.id)
    .execute()
  emit({ noun: 'message', id: message.id, kind: 'changed' })
  return {
    attemptId: attempt.id,
    messageId: message.id,
    conversationId,
    content: message.content,
    details: message.details as MessageDetails | null,
    tries: message.tries + 1,
    waId: message.wa_id,
    waUserId: message.wa_user_id,
    quotedWamid: message.quoted_wamid,
  }
}

/** Since the click it was tried and refused for the moment, which is the reason then, or never tried. */
async function whyLate(
  tx: Tx,
  { id, tries }: { readonly id: number; readonly tries: number },
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
  return (last?.failure as FailureFacts | null | undefined) ?? tooLate
}

async function fail(tx: Tx, emit: Emit, id: number, failure: FailureFacts): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ status: 'failed', failure: JSON.stringify(failure), next_try_at: null })
    .where('id', '=', id)
    .execute()
  await giveBackWait(tx, emit, id)
  emit({ noun: 'message', id, kind: 'changed' })
}
