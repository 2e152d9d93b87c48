import type { Understand } from '@parley/bot/meaning'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { lockConversation } from '../conversations/lock.ts'
import { lockConversationsOfIdentities, makeConversations, openConversations } from '../conversations/open.ts'
import {
  identityKey,
  keysOf,
  lockCustomers,
  type ResolvedCustomer,
  resolveCustomers,
} from '../customers/resolve.ts'
import type { WhatsappIdentity } from '../customers/whatsapp-identity.ts'
import { together } from '../db/flight.ts'
import { storable } from '../db/storable.ts'
import type { Emit, Tx } from '../db/write.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { answersAmong } from '../ratings/answers.ts'
import { endCall } from './end-call.ts'
import { SpeaksOfErased } from './erased-items.ts'
import { followAddresses, type Moved } from './follow-addresses.ts'
import { folded, type ItemEnd, shown } from './item-end.ts'
import { keepPreference } from './keep-preference.ts'
import { endWaits, ownAmong } from './own-phone.ts'
import {
  type Dated,
  detailsOf,
  placeMessages,
  receiveFiles,
  storedOf,
  storeMessages,
} from './store-messages.ts'

/** What became of messages. */
export interface Received {
  /** How each ended, in their order. */
  readonly ends: readonly ItemEnd[]
  /** The bot has to answer one of them. */
  readonly isForBot: boolean
}

/** WhatsApp has nothing to show yet; the real message may follow under the same id. */
const withheld = 131060

/**
 * Stores inbound messages of one of our numbers in their order, each kind of row with one statement for all, in two round trips where every
 * customer is known. The same message again changes nothing, in whatever order and however often it comes. Locks all
 * customers, then all their conversations.
 * @param understand tells what answers a question for a rating from what does not; null: only what is pressed does
 * @throws SpeaksOfErased for a repeat of an erased customer's
 */
export async function receiveMessages(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  given: readonly InboundMessage[],
  now: Date,
  understand: Understand | null = null,
): Promise<Received> {
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
  const without = new Set([...fresh].map(customerOf).filter(id => !conversations.has(id)))
  for (const one of await makeConversations(tx, [...without], phoneNumberId, now))
    conversations.set(one.customer_id, one)
  const conversationOf = (message: Dated) => conversations.get(customerOf(message))
  const findAnswer = await answersAmong(tx, [...fresh], conversationOf, understand)
  const placed = placeMessages([...fresh], conversationOf, findAnswer, now)
  const isForBot = placed.length > 0 && (await storeMessages(tx, emit, phoneNumberId, placed, now))
  await endWaits(tx, placed)
  for (const message of fresh) await keepPreference(tx, customerOf(message), message)
  const ends: ItemEnd[] = []
  for (const message of messages) {
    const sentId = own.get(message.id)
    if (fresh.has(message)) ends.push(shown)
    else ends.push(folded(sentId ?? (await receiveAgain(tx, emit, phoneNumberId, message))))
  }
  for (const { id, changed } of customers.values()) if (changed) await emitAllOf(tx, emit, id)
  return { ends, isForBot }
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
