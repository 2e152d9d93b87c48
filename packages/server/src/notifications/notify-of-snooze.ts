import { customerName } from '@parley/core/conversations/rules'
import type { NoticeText } from '@parley/core/notifications/rules'
import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** A conversation that was put off and is back. */
export interface SnoozeOver {
  readonly conversationId: number
  /** Who is told. */
  readonly agentId: number
  /** Given the customer's name. */
  readonly say: (customer: string) => NoticeText
}

/** Tells an agent that a conversation is back: one open notice for each. The conversation must be locked. */
export async function notifyOfSnooze(
  tx: Tx,
  emit: Emit,
  { conversationId, agentId, say }: SnoozeOver,
  now: Date,
): Promise<void> {
  const customer = await tx
    .selectFrom('conversations as c')
    .innerJoin('customers as u', 'u.id', 'c.customer_id')
    .innerJoin('agents as a', join => join.on('a.id', '=', agentId).on('a.disabled_at', 'is', null))
    .select(['u.name', 'u.phone'])
    .where('c.id', '=', conversationId)
    .executeTakeFirst()
  if (customer === undefined) return
  const { title, message } = say(customerName(customer.name, customer.phone))
  const notice = await tx
    .insertInto('notifications')
    .values({
      agent_id: agentId,
      cause: 'snooze',
      type: 'info',
      title,
      message,
      conversation_id: conversationId,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict
        .columns(['agent_id', 'conversation_id'])
        .where('cause', '=', sql.lit('snooze'))
        .where('dismissed_at', 'is', null)
        .doUpdateSet({ title, message, read_at: null, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  emit({ noun: 'notification', id: notice.id, kind: 'changed', agentId })
}
