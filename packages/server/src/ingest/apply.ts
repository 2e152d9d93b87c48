import { sql } from 'kysely'
import type { Understand } from '@parley/bot/meaning'
import type { MessageDetails } from '@parley/core/messages/details'
import { visibleName } from '@parley/core/text/fold'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import type { WebhookItem } from '@parley/whatsapp/webhook'
import { lockConversation } from '../conversations/lock.ts'
import { tellOfName, type WhatsappIdentity } from '../customers/addresses.ts'
import { identityKey, resolveCustomers, type ResolvedCustomer } from '../customers/resolve.ts'
import { storable, storableJson } from '../db/text.ts'
import type { TxContext } from '../db/write.ts'
import { linkFoldsOf } from '../messages/folds.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { followAddresses, type Moved } from './addresses.ts'
import { ignored, type ItemEnd, merged, stored } from './log.ts'
import { applyChanges, applyLinked } from './message-changes.ts'
import { ItemRejected, SpeaksOfErased } from './rejection.ts'
import { applyStatuses } from './statuses.ts'
import { type Dated, detailsOf, type Known, sentFromHere, storeFiles, storeMessages } from './store.ts'
import type { Content } from './webhook.ts'

export interface Applying {
  /** Items for other numbers are rejected, and nothing of them is kept: one app's secret may serve several. */
  readonly numbers: ReadonlySet<string>
  /** Of customers' texts; null: none is understood. */
  readonly understand: Understand | null
}

export const foreignSentence = ({ phoneNumberId }: WebhookItem): string =>
  `It is for phone number id ${phoneNumberId}, which is not ours`

/**
 * Applies items of one kind and of one number, all or nothing. Answers how each ended.
 * @throws ItemRejected, SpeaksOfErased
 */
export async function applyItems(
  { numbers, understand }: Applying,
  context: TxContext,
  items: readonly Content[],
): Promise<ReadonlyMap<WebhookItem, ItemEnd>> {
  const [first] = items
  if (first === undefined) return new Map()
  const { phoneNumberId } = first
  // A webhook that was kept by an earlier version may still hold what is for other numbers.
  if (!numbers.has(phoneNumberId)) throw new ItemRejected('foreign_number', foreignSentence(first))
  const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
  const statuses = items.flatMap(item => (item.kind === 'status' ? [item.status] : []))
  const changes = items.flatMap(item => (item.kind === 'fold' ? [item.fold] : []))
  const ends =
    messages.length > 0
      ? await applyMessages(context, phoneNumberId, messages, understand)
      : statuses.length > 0
        ? await applyStatuses(context, phoneNumberId, statuses)
        : await applyChanges(context, phoneNumberId, changes)
  return new Map(
    items.map((item, place) => {
      const end = ends[place]
      if (end === undefined) throw new Error('An item has no end')
      return [item, end]
    }),
  )
}

/**
 * Applies inbound messages of one of our numbers in their order, each kind of row with one statement for all. The same message
 * again changes nothing, in whatever order and however often it comes. Locks all customers, then all their conversations.
 * Answers how each ended.
 * @param understand tells what answers a question for a rating from what does not; null: only what is pressed does
 * @throws SpeaksOfErased for a repeat of an erased customer's
 */
export async function applyMessages(
  context: TxContext,
  phoneNumberId: string,
  given: readonly InboundMessage[],
  understand: Understand | null = null,
): Promise<readonly ItemEnd[]> {
  const { tx, emit, now } = context
  const messages = given.map(message => ({ ...message, at: message.at ?? now }))
  const wamids = messages.map(({ id }) => id)
  const customers = await resolveCustomers(tx, messages.map(identityOf), now)
  // Behind the locks, which an erasure holds too.
  if ((await erasedAmong(tx, wamids)).size > 0) throw new SpeaksOfErased()
  const customerOf = (message: Dated) => customers.get(identityKey(identityOf(message)))
  const moved = messages.flatMap(message => {
    const customer = customerOf(message)
    return hasMoved(customer) ? [{ customer, message }] : []
  })
  const goesOnAs = await followAddresses(context, movesOf(moved))
  const own = await sentFromHere(tx, phoneNumberId, messages)
  const arrivals = messages
    .filter(({ id }) => !own.has(id))
    .map(message => ({ message, customerId: lastOf(goesOnAs, customerOf(message)?.id ?? 0) }))
  const { fresh, known } = await storeMessages(context, phoneNumberId, arrivals, understand)
  if (moved.length > 0) await linkChangesOf(context, phoneNumberId, moved)
  const customerIdOf = new Map(arrivals.map(({ message, customerId }) => [message, customerId]))
  const ends: ItemEnd[] = []
  for (const message of messages) {
    const sentId = own.get(message.id)
    const customerId = customerIdOf.get(message) ?? 0
    if (fresh.has(message)) {
      await keepPreference(context, customerId, message)
      ends.push(stored)
    } else if (sentId !== undefined) ends.push(merged(sentId))
    else ends.push(await applyAgain(context, phoneNumberId, message, known.get(message.id), customerId))
  }
  for (const { id, changed } of customers.values()) if (changed) await tellOfName(tx, emit, id)
  return ends
}

/** A customer may go on as another one, who goes on as a third. */
function lastOf(goesOnAs: ReadonlyMap<number, number>, id: number): number {
  const next = goesOnAs.get(id)
  return next === undefined ? id : lastOf(goesOnAs, next)
}

const identityOf = ({ from, userId, profileName, at, change }: Dated): WhatsappIdentity => ({
  waId: from,
  waUserId: userId,
  profileName: profileName === null ? null : visibleName(profileName),
  at,
  becomes: change === null ? null : { waId: change.toNumber, waUserId: change.toUserId },
})

const hasMoved = (customer: ResolvedCustomer | undefined): customer is ResolvedCustomer =>
  customer !== undefined && customer.displaced.length + customer.left.length > 0

/** A message by which a customer was found under new addresses. */
interface MovedBy {
  readonly customer: ResolvedCustomer
  readonly message: Dated
}

/** Each customer once, by their last message. */
const movesOf = (moved: readonly MovedBy[]): readonly Moved[] => [
  ...new Map(
    moved.map(({ customer, message }) => [
      customer,
      { customer, at: message.at, isTold: message.change !== null },
    ]),
  ).values(),
]

/** Changes that customers made from addresses that WhatsApp announced only now find their messages. */
async function linkChangesOf(
  context: TxContext,
  phoneNumberId: string,
  moved: readonly MovedBy[],
): Promise<void> {
  const numbers = moved.flatMap(({ message: { from, change } }) => [from, change?.toNumber])
  const userIds = moved.flatMap(({ message: { userId, change } }) => [userId, change?.toUserId])
  const given = (names: readonly (string | null | undefined)[]) => names.filter(name => name != null)
  await applyLinked(context, await linkFoldsOf(context.tx, phoneNumberId, given(numbers), given(userIds)))
}

/** Keeps whether a customer wants marketing messages, if this message says so and no newer one has. */
async function keepPreference({ tx }: TxContext, customerId: number, { details, at }: Dated): Promise<void> {
  const { preference } = details ?? {}
  if (preference === undefined) return
  await sql`
    update customers set marketing_opt_out_at = ${preference.marketing ? null : at}::timestamptz, marketing_told_at = ${at}
    where id = ${customerId} and (marketing_told_at is null or marketing_told_at <= ${at})`.execute(tx)
}

/** WhatsApp has nothing to show yet; the real message may follow under the same id. */
const withheld = 131060

/**
 * The message is stored already: nothing changes, unless a call ended, or WhatsApp withheld the content at first and brings it
 * now. A customer changes no message of another one's that has the same id.
 */
async function applyAgain(
  context: TxContext,
  phoneNumberId: string,
  message: Dated,
  known: Known | undefined,
  customerId: number,
): Promise<ItemEnd> {
  if (known === undefined) throw new Error('A repeated message is not stored')
  const { id } = known
  const { tx, emit } = context
  const isCall = message.details?.call !== undefined
  const saysNothing = message.unsupportedCode === withheld || message.type === 'unsupported'
  if (!isCall && (saysNothing || !isPlaceholder(known))) return merged(id)
  const { conversation_id: conversationId, ...before } = await rowOf(context, id)
  if (before.customer_id !== customerId) return ignored('It has the id of another customer’s message.')
  // A call that is over stays as it is.
  if (isCall && (callOf(message.details) === 'ringing' || callOf(before.details) !== 'ringing'))
    return merged(id)
  await lockConversation(tx, conversationId)
  if (isCall) {
    await tx
      .updateTable('messages')
      .set({ content: message.text ?? '', details: storableJson(message.details) })
      .where('id', '=', id)
      .execute()
  } else {
    // The content may have come twice at once.
    const placeholder = await rowOf(context, id)
    if (!isPlaceholder(placeholder)) return merged(id)
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
      .where('id', '=', id)
      .execute()
    if (message.contextId !== null) await linkQuotesOf(tx, phoneNumberId, [message.contextId])
    await storeFiles(tx, id, message, message.at)
  }
  emit({ noun: 'message', id, kind: 'changed' })
  emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
  return merged(id)
}

const rowOf = ({ tx }: TxContext, id: number) =>
  tx
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['conversation_id', 'customer_id', 'message_type', 'details', 'original_content'])
    .where('messages.id', '=', id)
    .executeTakeFirstOrThrow()

const callOf = (details: unknown) => (details as MessageDetails | null)?.call?.state

const isPlaceholder = ({ message_type: type }: { readonly message_type: string }): boolean =>
  type === 'unsupported'
