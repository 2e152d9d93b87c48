import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { sql } from 'kysely'
import type { Tx } from '../../db/write.ts'

/** Those of the echoes that are messages which an agent sent from here: WhatsApp's ids, each with its message's. */
export async function ownAmong(
  tx: Tx,
  phoneNumberId: string,
  messages: readonly InboundMessage[],
): Promise<ReadonlyMap<string, number>> {
  const echoes = messages.filter(({ byBusiness }) => byBusiness)
  if (echoes.length === 0) return new Map()
  const { rows } = await sql<{ wamid: string; message_id: number }>`
    select wamid, message_id from attempts
    where phone_number_id = ${phoneNumberId} and wamid = any(${echoes.map(({ id }) => id)}::text[])`.execute(
    tx,
  )
  return new Map(rows.map(row => [row.wamid, row.message_id]))
}

interface Stored {
  readonly message: Pick<InboundMessage, 'byBusiness'>
  readonly conversation: { readonly id: number }
  readonly at: Date
}

/**
 * Whoever answered on the business's own phone ended the customer's wait: it goes on from what they wrote after that; what an
 * agent had tried to send from here before is past. The conversations must be locked.
 */
export async function endWaits(tx: Tx, stored: readonly Stored[]): Promise<void> {
  for (const { message, conversation, at } of stored) {
    if (!message.byBusiness) continue
    await sql`
      update conversations c set human_wait_started_at = (
        select min(m.at) from messages m
        where m.conversation_id = c.id and m.source = 'CUSTOMER' and m.at > ${at})
      where c.id = ${conversation.id} and c.human_wait_started_at <= ${at}`.execute(tx)
    await sql`
      update conversations c set last_reply_id = null
      where c.id = ${conversation.id} and (select at from messages where id = c.last_reply_id) <= ${at}`.execute(
      tx,
    )
  }
}
