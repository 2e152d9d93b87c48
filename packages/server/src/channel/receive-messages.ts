import type { ConversationStatus } from '@parley/core/api/conversations'
import type { MessageDetails } from '@parley/core/api/message-details'
import { statusAfterInbound } from '@parley/core/rules/conversation'
import { filesOf, type InboundMessage } from '@parley/whatsapp/inbound-message'
import type { CompiledQuery } from 'kysely'
import { receiveAttachment } from '../attachments/receive.ts'
import { lockConversation } from '../conversations/lock.ts'
import {
  lockConversationsOfIdentities,
  makeConversation,
  type OpenConversation,
  openConversations,
} from '../conversations/open.ts'
import {
  identityKey,
  keysOf,
  lockCustomers,
  type ResolvedCustomer,
  resolveCustomers,
  type WhatsappIdentity,
} from '../customers/resolve.ts'
import { together } from '../db/flight.ts'
import { statement } from '../db/statement.ts'
import { storable, storableJson } from '../db/storable.ts'
import type { Emit, Tx } from '../db/write.ts'
import { hasWaitingFolds, sharedWaitingLock } from '../messages/folds.ts'
import { linkQuotesOf, messageOfWamid } from '../messages/quotes.ts'
import { emitMessageNotices, notifyOfMessages } from '../notifications/notify.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { endCall } from './end-call.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { followAddresses, type Moved } from './follow-addresses.ts'
import { folded, type ItemEnd, shown } from './item-end.ts'
import { keepPreference } from './keep-preference.ts'
import { noteInbound } from './note-inbound.ts'
import { endWaits, ownAmong } from './own-phone.ts'
import { applyWaitingFolds } from './receive-fold.ts'

/** WhatsApp has nothing to show yet; the real message may follow under the same id. */
const withheld = 131060

/** A message of WhatsApp itself about the customer, such as a changed number: nobody has to answer it. */
const isSystemNotice = (message: InboundMessage): boolean => message.type === 'system'

/** What a customer wrote or did, as opposed to what WhatsApp says of them and what the business's own phone wrote. */
const isOfCustomer = (message: InboundMessage): boolean => !isSystemNotice(message) && !message.byBusiness

/** A message with a time: that of its arrival where WhatsApp gave none. */
export type Dated = InboundMessage & { readonly at: Date }

/** A message's place in the database before it is there. */
interface Placed {
  readonly message: Dated
  readonly conversation: OpenConversation
  readonly counts: boolean
  readonly at: Date
  readonly inboundNo: number | null
}

/**
 * Stores inbound messages of one of our numbers in their order, each kind of row with one statement for all, in two round trips where every
 * customer is known. The same message again changes nothing, in whatever order and however often it comes. Locks all
 * customers, then all their conversations. Answers how each ended, in their order.
 * @throws SpeaksOfErased for a repeat of an erased customer's
 */
export async function receiveMessages(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  given: readonly InboundMessage[],
  now: Date,
): Promise<readonly ItemEnd[]> {
  const messages = given.map(message => ({ ...message, at: message.at ?? now }))
  const identities = messages.map(identityOf)
  const [locked, open, stored, erased] = await together(
    tx,
    lockCustomers(identities),
    lockConversationsOfIdentities(keysOf(identities), phoneNumberId),
    storedOf(phoneNumberId, messages),
    // Behind the locks: whoever erases holds them.
    erasedAmong(messages.map(({ id }) => id)),
  )
  if (erased.length > 0) throw new SpeaksOfErased()
  const customers = await resolveCustomers(tx, identities, locked, now)
  const moved = movedOf(messages, customers)
  const goesOnAs = moved.length === 0 ? null : await followAddresses(tx, emit, moved, now)
  const customerOf = (message: Dated): number => {
    let id = customers.get(identityKey(identityOf(message)))?.id ?? 0
    for (let next = goesOnAs?.get(id); next !== undefined; next = goesOnAs?.get(id)) id = next
    return id
  }
  const ids = new Set(messages.map(customerOf))
  // Those that were locked first may have another number of messages now.
  const conversations = new Map((goesOnAs === null ? open : []).map(one => [one.customer_id, one]))
  // Somebody new, or known by a number of before, was not among those of the identities as they are.
  const others = [...ids].filter(id => !conversations.has(id))
  if (others.length > 0) {
    for (const one of await openConversations(tx, others, phoneNumberId))
      conversations.set(one.customer_id, one)
  }
  const known = new Set(stored.map(({ wamid }) => wamid))
  const own = await ownAmong(tx, phoneNumberId, messages)
  const fresh = new Set<Dated>()
  for (const message of messages) {
    if (!known.has(message.id) && !own.has(message.id)) fresh.add(message)
    known.add(message.id)
  }
  // A repeat for an archived conversation must not open a new one.
  for (const message of fresh) {
    const id = customerOf(message)
    if (!conversations.has(id)) conversations.set(id, await makeConversation(tx, id, phoneNumberId, now))
  }
  const placed = place([...fresh], message => conversations.get(customerOf(message)), now)
  if (placed.length > 0) await store(tx, emit, phoneNumberId, placed, now)
  await endWaits(tx, placed)
  for (const message of fresh) await keepPreference(tx, customerOf(message), message)
  const ends: ItemEnd[] = []
  for (const message of messages) {
    const sentId = own.get(message.id)
    if (fresh.has(message)) ends.push(shown)
    else ends.push(folded(sentId ?? (await receiveAgain(tx, emit, phoneNumberId, message))))
  }
  for (const { id, changed } of customers.values()) if (changed) await emitAllOf(tx, emit, id)
  return ends
}

const identityOf = ({ from, userId, profileName, at, change }: Dated): WhatsappIdentity => ({
  waId: from,
  waUserId: userId,
  profileName,
  at,
  becomes: change === null ? null : { waId: change.toNumber, waUserId: change.toUserId },
})

function movedOf(
  messages: readonly Dated[],
  customers: ReadonlyMap<string, ResolvedCustomer>,
): readonly Moved[] {
  const moved = new Map<ResolvedCustomer, Moved>()
  for (const message of messages) {
    const customer = customers.get(identityKey(identityOf(message)))
    if (customer === undefined || customer.displaced.length + customer.left.length === 0) continue
    moved.set(customer, { customer, at: message.at, isTold: message.change !== null })
  }
  return [...moved.values()]
}

/** Numbers the messages in their conversations, each behind the one before it. */
function place(
  messages: readonly Dated[],
  conversationOf: (message: Dated) => OpenConversation | undefined,
  now: Date,
): readonly Placed[] {
  const numbers = new Map<number, number>()
  return messages.map(message => {
    const conversation = conversationOf(message)
    if (conversation === undefined) throw new Error('A message has no conversation')
    const counts = isOfCustomer(message)
    const number = (numbers.get(conversation.id) ?? conversation.inbound_no) + (counts ? 1 : 0)
    numbers.set(conversation.id, number)
    // WhatsApp's clock may run ahead of ours; a message never lies in the future.
    const at = message.at > now ? now : message.at
    return { message, conversation, counts, at, inboundNo: counts ? number : null }
  })
}

async function store(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  placed: readonly Placed[],
  now: Date,
): Promise<void> {
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
  const [inserted, linked, , heard] = await together(
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
  }
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
}

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
const detailsOf = ({ details }: InboundMessage): string | null =>
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

const looking = statement<{ wamid: string }>(
  'stored_wamids',
  // Behind the lock nothing is put aside unseen: the messages' own statement looks for what waits for them.
  `select wamid from messages where phone_number_id = $1::text and wamid = any($2::text[])
   union all select ${sharedWaitingLock}::text`,
)

const storedOf = (
  phoneNumberId: string,
  messages: readonly InboundMessage[],
): CompiledQuery<{ wamid: string }> => looking.with([phoneNumberId, messages.map(({ id }) => id)])

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

/**
 * It is stored already: nothing changes, unless WhatsApp withheld the content at first and brings it now. Answers the id of
 * the stored one.
 */
async function receiveAgain(tx: Tx, emit: Emit, phoneNumberId: string, message: Dated): Promise<number> {
  const stored = () =>
    tx
      .selectFrom('messages')
      .select(['id', 'conversation_id', 'message_type', 'content', 'details', 'original_content'])
      .where('phone_number_id', '=', phoneNumberId)
      .where('wamid', '=', message.id)
      .executeTakeFirstOrThrow()
  const known = await stored()
  if (message.details?.call !== undefined) {
    await endCall(tx, emit, known, message)
    return known.id
  }
  const saysNothing = message.unsupportedCode === withheld || message.type === 'unsupported'
  if (saysNothing || !isPlaceholder(known)) return known.id
  await lockConversation(tx, known.conversation_id)
  // The content may have come twice at once.
  const placeholder = await stored()
  if (!isPlaceholder(placeholder)) return known.id
  const words = storable(message.text ?? '')
  await tx
    .updateTable('messages')
    .set({
      message_type: message.type,
      // It may have been edited before its first words came.
      ...(placeholder.original_content === null ? { content: words } : { original_content: words }),
      quoted_wamid: message.contextId,
      forwarded: message.forwarded,
      details: detailsOf(message),
    })
    .where('id', '=', known.id)
    .execute()
  if (message.contextId !== null) await together(tx, linkQuotesOf(phoneNumberId, [message.contextId]))
  await receiveFiles(tx, known.id, message, message.at)
  emit({ noun: 'message', id: known.id, kind: 'changed' })
  emit({ noun: 'conversation', id: known.conversation_id, kind: 'changed' })
  return known.id
}

const isPlaceholder = (stored: { readonly message_type: string }): boolean =>
  stored.message_type === 'unsupported'

async function receiveFiles(tx: Tx, messageId: number, message: Dated, now: Date): Promise<void> {
  for (const [position, media] of filesOf(message).entries()) {
    await receiveAttachment(tx, { messageId, media, position, now })
  }
}
