import type { ConversationStatus } from '@parley/core/api/conversations'
import type { MessageDetails } from '@parley/core/api/message-details'
import { statusAfterInbound } from '@parley/core/rules/conversation'
import { filesOf, type InboundMessage } from '@parley/whatsapp/inbound-message'
import type { CompiledQuery } from 'kysely'
import { takeAskedDocument } from '../applications/take-asked.ts'
import { receiveAttachment } from '../attachments/receive.ts'
import type { OpenConversation } from '../conversations/open.ts'
import { addSnoozeLine } from '../conversations/snooze-line.ts'
import { together } from '../db/flight.ts'
import { statement } from '../db/statement.ts'
import { storable, storableJson } from '../db/storable.ts'
import type { Emit, Tx } from '../db/write.ts'
import { hasWaitingFolds, sharedWaitingLock } from '../messages/folds.ts'
import { linkQuotesOf, messageOfWamid } from '../messages/quotes.ts'
import { emitMessageNotices, notifyOfMessages } from '../notifications/notify.ts'
import type { FindAnswer, Found } from '../ratings/answers.ts'
import { keepAnswers, type StoredAnswer } from '../ratings/keep-answers.ts'
import { noteInbound } from './note-inbound.ts'
import { ofWamids } from './of-wamids.ts'
import { applyWaitingFolds } from './receive-fold.ts'

/** A message with a time: that of its arrival where WhatsApp gave none. */
export type Dated = InboundMessage & { readonly at: Date }

/** A message's place in the database before it is there. */
export interface Placed {
  readonly message: Dated
  readonly conversation: OpenConversation
  /** An agent or the bot has to answer it. */
  readonly counts: boolean
  /** What it says to a question for a rating; null: nothing. */
  readonly rating: Found | null
  readonly at: Date
  readonly inboundNo: number | null
}

/** A message of WhatsApp itself about the customer, such as a changed number: nobody has to answer it. */
const isSystemNotice = (message: InboundMessage): boolean => message.type === 'system'

/** What a customer wrote or did, as opposed to what WhatsApp says of them and what the business's own phone wrote. */
const isOfCustomer = (message: InboundMessage): boolean => !isSystemNotice(message) && !message.byBusiness

const looking = statement<{ wamid: string }>(
  'stored_wamids',
  // Behind the lock nothing is put aside unseen: the messages' own statement looks for what waits for them.
  `select wamid from ${ofWamids('messages', '$1::text', '$2::text[]')} m
   union all select ${sharedWaitingLock}::text`,
)

/** Asks which of these messages are there already. The rows name their ids. */
export const storedOf = (
  phoneNumberId: string,
  messages: readonly InboundMessage[],
): CompiledQuery<{ wamid: string }> => looking.with([phoneNumberId, messages.map(({ id }) => id)])

/**
 * Numbers the messages in their conversations, which must be locked, each behind the one before it. What answers a question
 * for a rating has no number.
 */
export function placeMessages(
  messages: readonly Dated[],
  conversationOf: (message: Dated) => OpenConversation | undefined,
  findAnswer: FindAnswer,
  now: Date,
): readonly Placed[] {
  const numbers = new Map<number, number>()
  return messages.map(message => {
    const conversation = conversationOf(message)
    if (conversation === undefined) throw new Error('A message has no conversation')
    const before = numbers.get(conversation.id) ?? conversation.inbound_no
    const rating = isOfCustomer(message) ? findAnswer(message, conversation, before) : null
    const counts = isOfCustomer(message) && rating === null
    const number = before + (counts ? 1 : 0)
    numbers.set(conversation.id, number)
    // WhatsApp's clock may run ahead of ours; a message never lies in the future.
    const at = message.at > now ? now : message.at
    return { message, conversation, counts, rating, at, inboundNo: counts ? number : null }
  })
}

/**
 * Stores placed messages of one channel, each kind of row with one statement for all, in two round trips. Answers whether the
 * bot has to answer one of them.
 * @throws MessageMeanwhile, which is tried again like a deadlock
 */
export async function storeMessages(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  placed: readonly Placed[],
  now: Date,
): Promise<boolean> {
  const conversations = new Map<number, { inboundNo: number; status: ConversationStatus }>()
  const told = new Map<number, { conversationId: number; text: string; type: string }>()
  for (const { conversation, counts, inboundNo, message } of placed) {
    const before = conversations.get(conversation.id)
    const status = before?.status ?? (conversation.status as ConversationStatus)
    conversations.set(conversation.id, {
      inboundNo: inboundNo ?? before?.inboundNo ?? conversation.inbound_no,
      status: counts ? statusAfterInbound(status) : status,
    })
    // An agent has one notice of a conversation, which says the newest.
    if (counts) {
      told.set(conversation.id, {
        conversationId: conversation.id,
        text: storable(message.text ?? ''),
        type: message.type,
      })
    }
  }
  const wamids = placed.map(({ message }) => message.id)
  const [inserted, linked, inbound, heard] = await together(
    tx,
    insertMessages(phoneNumberId, placed, now),
    linkQuotesOf(phoneNumberId, wamids),
    noteInbound(conversations, { phoneNumberId, wamids }, now),
    notifyOfMessages([...told.values()], now),
  )
  // Its number in the conversation would be missing: better none of them, and once more.
  if (inserted.length < placed.length) throw new MessageMeanwhile()
  emitMessageNotices(emit, heard)
  const ids = new Map(inserted.map(row => [row.wamid, row.id]))
  for (const { message } of placed) {
    const messageId = ids.get(message.id) ?? 0
    await receiveFiles(tx, messageId, message, now)
    if (filesOf(message).length > 0) await takeAskedDocument(tx, emit, messageId, now)
  }
  await keepAnswers(tx, emit, answersIn(placed, ids), now)
  for (const { id } of linked) emit({ noun: 'message', id, kind: 'changed' })
  const awaited = inserted.filter(row => row.is_awaited).map(({ wamid }) => wamid)
  if (awaited.length > 0) await applyWaitingFolds(tx, emit, phoneNumberId, awaited)
  for (const { message, conversation } of placed) {
    emit({ noun: 'message', id: ids.get(message.id) ?? 0, kind: 'created' })
    emit({ noun: 'conversation', id: conversation.id, kind: 'changed' })
    const wakes = conversations.get(conversation.id)?.status !== conversation.status
    // Only open conversations count as work.
    if (wakes && conversation.assignee_id !== null) {
      emit({ noun: 'agent', id: conversation.assignee_id, kind: 'changed' })
    }
  }
  for (const { id, snoozed_until: until, snoozed_by: byId } of new Map(
    placed.map(({ conversation }) => [conversation.id, conversation]),
  ).values()) {
    if (until === null || !told.has(id)) continue
    await addSnoozeLine(tx, emit, { conversationId: id, until, byId, end: 'customer' }, now)
  }
  return inbound.some(({ with_bot }) => with_bot)
}

const answersIn = (placed: readonly Placed[], ids: ReadonlyMap<string, number>): readonly StoredAnswer[] =>
  placed.flatMap(({ rating, conversation, message, at }) =>
    rating === null
      ? []
      : [{ ...rating, conversationId: conversation.id, messageId: ids.get(message.id) ?? 0, at }],
  )

/** A message that was stored; awaited: something was done to it before it came. */
interface Inserted {
  readonly id: number
  readonly wamid: string
  readonly is_awaited: boolean
}

const inserting = statement<Inserted>(
  'receive_messages',
  `insert into messages (conversation_id, direction, source, message_type, content, at, arrived_at, inbound_no,
     phone_number_id, wamid, status, quoted_wamid, quoted_id, forwarded, details)
   select m.conversation_id, case m.source when 'AGENT' then 'OUTBOUND' else 'INBOUND' end, m.source, m.message_type, m.content, m.at, $1::timestamptz, m.inbound_no,
     $2::text, m.wamid, case m.source when 'AGENT' then 'sent' else 'received' end, m.quoted_wamid,
     case when m.quoted_wamid is not null
       then ${messageOfWamid('m.conversation_id', '$2::text', 'm.quoted_wamid')} end,
     m.forwarded, m.details::json
   from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::int[], $9::text[],
       $10::text[], $11::text[], $12::text[])
     with ordinality as m (conversation_id, source, message_type, content, at, inbound_no, wamid, quoted_wamid,
       forwarded, details, place)
   order by m.place
   on conflict (phone_number_id, wamid) do nothing
   returning id, wamid, ${hasWaitingFolds('messages.phone_number_id', 'messages.wamid')} as is_awaited`,
)

/** Answers the new ids by WhatsApp's; of one that came in meanwhile from somebody else there is none. */
const insertMessages = (
  phoneNumberId: string,
  placed: readonly Placed[],
  now: Date,
): CompiledQuery<Inserted> =>
  inserting.with([
    now,
    phoneNumberId,
    placed.map(one => one.conversation.id),
    placed.map(one => sourceOf(one.message)),
    placed.map(one => one.message.type),
    placed.map(one => storable(one.message.text ?? '')),
    placed.map(one => one.at.toISOString()),
    placed.map(one => one.inboundNo),
    placed.map(one => one.message.id),
    placed.map(one => one.message.contextId),
    placed.map(one => one.message.forwarded),
    placed.map(one => detailsOf(one.message)),
  ])

const sourceOf = (message: InboundMessage): string =>
  message.byBusiness ? 'AGENT' : isSystemNotice(message) ? 'SYSTEM' : 'CUSTOMER'

/** As the column takes them. */
export const detailsOf = ({ details }: InboundMessage): string | null =>
  details === null ? null : storableJson(details satisfies MessageDetails)

/** Another customer's transaction stored a message under the same id since we looked. */
class MessageMeanwhile extends Error {
  /** As the database calls it: tried again like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('A message of the same id was stored meanwhile')
    this.name = 'MessageMeanwhile'
  }
}

/** Announces a message's files, which are fetched soon. */
export async function receiveFiles(tx: Tx, messageId: number, message: Dated, now: Date): Promise<void> {
  for (const [position, media] of filesOf(message).entries()) {
    await receiveAttachment(tx, { messageId, media, position, now })
  }
}
