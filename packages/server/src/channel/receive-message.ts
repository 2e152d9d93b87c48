import type { ConversationStatus } from '@parley/core/api/conversations'
import { statusAfterInbound } from '@parley/core/rules/conversation'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { sql } from 'kysely'
import { receiveAttachment } from '../attachments/receive.ts'
import { lockConversation } from '../conversations/lock.ts'
import { currentConversation, makeConversation } from '../conversations/open.ts'
import { resolveCustomer } from '../customers/resolve.ts'
import type { Emit, Tx } from '../db/write.ts'
import { noteMessage } from '../messages/newest.ts'
import { notifyOfMessage } from '../notifications/notify.ts'

/** WhatsApp has nothing to show yet; the real message may follow under the same id. */
const withheld = 131060

/** The database stores no NUL. */
const storable = (text: string | null): string => (text ?? '').replaceAll('\0', '\uFFFD')

/** A message of WhatsApp itself about the customer, such as a changed number: nobody has to answer it. */
const isSystemNotice = (message: InboundMessage): boolean => message.type === 'system'

/** Stores one inbound message. The same message again changes nothing, in whatever order and however often it comes. */
export async function receiveMessage(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  message: InboundMessage,
  now: Date,
): Promise<void> {
  const identity = {
    waId: message.from,
    waUserId: message.userId,
    profileName: message.profileName,
    // A notice comes from the number that a customer had before.
    wroteAt: isSystemNotice(message) ? null : message.at,
  }
  const customer = await resolveCustomer(tx, identity, now)
  const open = await currentConversation(tx, customer.id)
  // A repeat for an archived conversation must not open a new one.
  if (open === undefined && (await isStored(tx, phoneNumberId, message.id))) {
    return receiveAgain(tx, emit, phoneNumberId, message)
  }
  const conversation = open ?? (await makeConversation(tx, customer.id, phoneNumberId, now))
  // WhatsApp's clock may run ahead of ours; a message never lies in the future.
  const at = message.at > now ? now : message.at
  const counts = !isSystemNotice(message)
  const inserted = await tx
    .insertInto('messages')
    .values({
      conversation_id: conversation.id,
      direction: 'INBOUND',
      source: counts ? 'CUSTOMER' : 'SYSTEM',
      message_type: message.type,
      content: storable(message.text),
      at,
      arrived_at: now,
      inbound_no: counts ? conversation.inbound_no + 1 : null,
      phone_number_id: phoneNumberId,
      wamid: message.id,
      status: 'received',
    })
    .onConflict(conflict => conflict.columns(['phone_number_id', 'wamid']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return receiveAgain(tx, emit, phoneNumberId, message)
  const { id } = inserted
  if (message.media !== null) await receiveAttachment(tx, { messageId: id, media: message.media, now })
  const counted = counts && {
    inbound_no: conversation.inbound_no + 1,
    status: statusAfterInbound(conversation.status as ConversationStatus),
    human_wait_started_at: waitStart(conversation.id, at),
  }
  await noteMessage(tx, conversation.id, id, now, { ...counted })
  if (customer.changed) await emitAllOf(tx, emit, customer.id)
  if (counts) {
    const told = { conversationId: conversation.id, text: storable(message.text), type: message.type }
    await notifyOfMessage(tx, emit, told, now)
  }
  emit({ noun: 'message', id, kind: 'created' })
  emit({ noun: 'conversation', id: conversation.id, kind: 'changed' })
  const wakes = counted && counted.status !== conversation.status
  // Only open conversations count as work.
  if (wakes && conversation.assignee_id !== null) {
    emit({ noun: 'agent', id: conversation.assignee_id, kind: 'changed' })
  }
}

/** A customer's name stands in every conversation and message of theirs. It becomes known once, early on. */
async function emitAllOf(tx: Tx, emit: Emit, customerId: number): Promise<void> {
  const conversations = await tx
    .selectFrom('conversations')
    .select('id')
    .where('customer_id', '=', customerId)
    .execute()
  const messages = await tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select('messages.id')
    .where('customer_id', '=', customerId)
    .where('source', '=', 'CUSTOMER')
    .execute()
  for (const { id } of conversations) emit({ noun: 'conversation', id, kind: 'changed' })
  for (const { id } of messages) emit({ noun: 'message', id, kind: 'changed' })
}

/** A wait starts with the first message that no agent has answered yet; a late one starts none. */
const waitStart = (conversationId: number, at: Date) => sql<Date | null>`
  coalesce(human_wait_started_at, case when not exists (
    select 1 from messages where conversation_id = ${conversationId}
      and source = 'AGENT' and at >= ${at} and status <> 'failed'
  ) then ${at}::timestamptz end)`

const isStored = async (tx: Tx, phoneNumberId: string, wamid: string): Promise<boolean> =>
  (await tx
    .selectFrom('messages')
    .select('id')
    .where('phone_number_id', '=', phoneNumberId)
    .where('wamid', '=', wamid)
    .executeTakeFirst()) !== undefined

/** It is stored already: nothing changes, unless WhatsApp withheld the content at first and brings it now. */
async function receiveAgain(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  message: InboundMessage,
): Promise<void> {
  if (message.unsupportedCode === withheld || message.type === 'unsupported') return
  const stored = () =>
    tx
      .selectFrom('messages')
      .select(['id', 'conversation_id', 'message_type', 'content'])
      .where('phone_number_id', '=', phoneNumberId)
      .where('wamid', '=', message.id)
      .executeTakeFirstOrThrow()
  const known = await stored()
  if (!isPlaceholder(known)) return
  await lockConversation(tx, known.conversation_id)
  // The content may have come twice at once.
  if (!isPlaceholder(await stored())) return
  await tx
    .updateTable('messages')
    .set({ message_type: message.type, content: storable(message.text) })
    .where('id', '=', known.id)
    .execute()
  if (message.media !== null) {
    await receiveAttachment(tx, { messageId: known.id, media: message.media, now: message.at })
  }
  emit({ noun: 'message', id: known.id, kind: 'changed' })
  emit({ noun: 'conversation', id: known.conversation_id, kind: 'changed' })
}

const isPlaceholder = (stored: { readonly message_type: string; readonly content: string }): boolean =>
  stored.message_type === 'unsupported' && stored.content === ''
