import { leaseMs } from '@parley/core/rules/delivery'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'

/** A message that was taken to be handed to WhatsApp now; its attempt holds the lease. */
export interface Taken {
  readonly attemptId: number
  readonly messageId: number
  readonly conversationId: number
  readonly content: string
  readonly tries: number
  readonly waId: string | null
  readonly waUserId: string | null
}

/**
 * Takes the oldest queued message of a conversation that has none in flight and is not waiting for its next try, and
 * writes its attempt. A message waiting for its next try holds those behind it, so order is kept. Null: nothing is due.
 */
export const takeNext = (writer: Writer, phoneNumberId: string): Promise<Taken | null> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const { rows } = await sql<{ id: number }>`
      select c.id from conversations c
      where c.id in (select conversation_id from messages where status = 'queued' and next_try_at <= ${now})
        and not exists (select 1 from attempts s where s.conversation_id = c.id and s.state = 'sending')
        and (select next_try_at from messages q where q.conversation_id = c.id and q.status = 'queued'
             order by q.at, q.id limit 1) <= ${now}
      order by c.id limit 1
      for no key update of c skip locked`.execute(tx)
    const conversationId = rows[0]?.id
    if (conversationId === undefined) return null
    const message = await tx
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .innerJoin('customers', 'customers.id', 'conversations.customer_id')
      .select([
        'messages.id',
        'messages.content',
        'messages.tries',
        'messages.next_try_at',
        'wa_id',
        'wa_user_id',
      ])
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
      tries: message.tries + 1,
      waId: message.wa_id,
      waUserId: message.wa_user_id,
    }
  })
