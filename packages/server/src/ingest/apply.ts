import { sql } from 'kysely'
import type { Understand } from '@parley/bot/world'
import { phoneLabel } from '@parley/core/customers/rules'
import type { MessageDetails } from '@parley/core/messages/details'
import { visibleName } from '@parley/core/text/fold'
import type { InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import type { WebhookItem } from '@parley/whatsapp/inbound/webhook'
import { lockConversation } from '../conversations/lock.ts'
import { openConversationsOf } from '../conversations/open.ts'
import { addLine } from '../conversations/thread.ts'
import { type Address, tellOfName, type WhatsappIdentity } from '../customers/addresses.ts'
import { identityKey, resolveCustomers, type ResolvedCustomer } from '../customers/resolve.ts'
import { storable, storableJson } from '../db/text.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { absorb } from '../merges/absorb.ts'
import { linkMessageChangesOf } from '../messages/changes.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { ignored, type ItemEnd, merged, stored } from './log.ts'
import { applyChanges, applyLinked } from './message-changes.ts'
import { ItemRejected, SpeaksOfErased } from './rejection.ts'
import { applyStatuses } from './statuses.ts'
import { type Dated, detailsOf, type Known, sentFromHere, storeFiles, storeMessages } from './store.ts'
import type { Content } from './webhook.ts'

export interface Applying {
  /** Items for other numbers are rejected and not kept: several numbers may share one app secret. */
  readonly numbers: ReadonlySet<string>
  /** Recognises customers' texts; null: no recogniser. */
  readonly understand: Understand | null
}

export const foreignSentence = ({ phoneNumberId }: WebhookItem): string =>
  `It is for phone number id ${phoneNumberId}, which is not ours`

/**
 * Applies items of one kind and one number, all or none. @returns the result of each
 * @throws ItemRejected, SpeaksOfErased
 */
export async function applyItems(
  context: TxContext,
  { numbers, understand }: Applying,
  items: readonly Content[],
): Promise<ReadonlyMap<WebhookItem, ItemEnd>> {
  const [first] = items
  if (first === undefined) return new Map()
  const { phoneNumberId } = first
  // A webhook stored by an earlier version may hold items for other numbers.
  if (!numbers.has(phoneNumberId)) throw new ItemRejected('foreign_number', foreignSentence(first))
  const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
  const statuses = items.flatMap(item => (item.kind === 'status' ? [item.status] : []))
  const changes = items.flatMap(item => (item.kind === 'fold' ? [item.change] : []))
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
 * Applies inbound messages of one number in order, with one statement for each kind of row. A repeated message changes nothing.
 * Locks all customers, then all their conversations. @returns the result of each
 * @param understand recognises answers to a rating question; null: only pressed buttons count
 * @throws SpeaksOfErased for a repeated message of an erased customer
 */
export async function applyMessages(
  context: TxContext,
  phoneNumberId: string,
  given: readonly InboundMessage[],
  understand: Understand | null = null,
): Promise<readonly ItemEnd[]> {
  const { tx, now } = context
  const messages = given.map(message => ({ ...message, at: message.at ?? now }))
  const wamids = messages.map(({ id }) => id)
  const customers = await resolveCustomers(context, messages.map(identityOf))
  // Checked under the locks, because an erasure needs the same ones.
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
  for (const { id, changed } of customers.values()) if (changed) await tellOfName(context, id)
  return ends
}

/** Follows a chain of merges to its end. */
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

/** One move for each customer: the one of their last message. */
const movesOf = (moved: readonly MovedBy[]): readonly Moved[] => [
  ...new Map(
    moved.map(({ customer, message }) => [
      customer,
      { customer, at: message.at, isTold: message.change !== null },
    ]),
  ).values(),
]

/** Customers whose addresses just became known: links the changes that wait for them to the messages. */
async function linkChangesOf(
  context: TxContext,
  phoneNumberId: string,
  moved: readonly MovedBy[],
): Promise<void> {
  const numbers = moved.flatMap(({ message: { from, change } }) => [from, change?.toNumber])
  const userIds = moved.flatMap(({ message: { userId, change } }) => [userId, change?.toUserId])
  const given = (names: readonly (string | null | undefined)[]) => names.filter(name => name != null)
  await applyLinked(
    context,
    await linkMessageChangesOf(context.tx, phoneNumberId, given(numbers), given(userIds)),
  )
}

/** Stores a customer's marketing preference, unless a newer one is stored. */
async function keepPreference({ tx }: TxContext, customerId: number, { details, at }: Dated): Promise<void> {
  const { preference } = details ?? {}
  if (preference === undefined) return
  await sql`
    update customers set marketing_opt_out_at = ${preference.marketing ? null : at}::timestamptz, marketing_told_at = ${at}
    where id = ${customerId} and (marketing_told_at is null or marketing_told_at <= ${at})`.execute(tx)
}

/** The content is withheld for now; it may follow under the same id. */
const withheld = 131060

/**
 * Applies a message that is stored already. Only an ended call, or content that was withheld before, changes it. A customer cannot
 * change another customer's message with the same id.
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
  const { tx, publish } = context
  const isCall = message.details?.call !== undefined
  const saysNothing = message.unsupportedCode === withheld || message.type === 'unsupported'
  if (!isCall && (saysNothing || !isPlaceholder(known))) return merged(id)
  const { conversation_id: conversationId, ...before } = await rowOf(context, id)
  if (before.customer_id !== customerId) return ignored('It has the id of another customer’s message.')
  // An ended call never changes.
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
    // Another transaction may have stored the content meanwhile.
    const placeholder = await rowOf(context, id)
    if (!isPlaceholder(placeholder)) return merged(id)
    const words = storable(message.text ?? '')
    await tx
      .updateTable('messages')
      .set({
        message_type: message.type,
        // The message may have been edited before its text came.
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
  publish({ noun: 'message', id, kind: 'changed' })
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
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

export interface Moved {
  readonly customer: ResolvedCustomer
  /** WhatsApp's time of the change. */
  readonly at: Date
  /** WhatsApp's system message in the thread tells of the change. */
  readonly isTold: boolean
}

/**
 * Applies new addresses to conversations. Two customers may turn out to share an address. The younger one is merged into the
 * older if it exists only because the address was unknown. Otherwise both stay, with a line in both threads. Each change of
 * address adds a line. @returns for each merged customer the remaining one, which may be merged itself
 */
export async function followAddresses(
  context: TxContext,
  moved: readonly Moved[],
): Promise<ReadonlyMap<number, number>> {
  const { tx } = context
  const goesOnAs = new Map<number, number>()
  for (const { customer, at, isTold } of moved) {
    const lines: string[] = []
    let goesOnId = customer.id
    for (const { customerId: otherId, address } of customer.displaced) {
      if (goesOnAs.has(otherId)) continue
      const [keptId, goneId] = isTold ? [goesOnId, otherId] : await byFirstMessage(tx, goesOnId, otherId)
      const hadAnother = goneId === customer.id && customer.left.some(({ kind }) => kind === address.kind)
      const isOne = { keptId, goneId, spokeId: goesOnId, at }
      const brought = hadAnother ? null : await absorb(context, isOne)
      if (brought !== null) {
        goesOnAs.set(goneId, keptId)
        goesOnId = keptId
        if (brought > 0) lines.push(broughtHere(address, brought))
      } else {
        lines.push(hadByAnother(address))
        await tell(context, otherId, [lost(address)], at)
      }
    }
    if (!isTold) lines.push(...customer.left.map(writesFromElsewhere))
    await tell(context, goesOnId, lines, at)
  }
  return goesOnAs
}

/** Orders two customers by their first message; a customer without messages comes last, then the newer one. */
async function byFirstMessage(tx: Tx, one: number, other: number): Promise<readonly [number, number]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from customers u left join conversations c on c.customer_id = u.id
    left join messages m on m.conversation_id = c.id
    where u.id in (${one}, ${other}) group by u.id order by min(m.at), u.id limit 1`.execute(tx)
  return rows[0]?.id === other ? [other, one] : [one, other]
}

async function tell(
  context: TxContext,
  customerId: number,
  lines: readonly string[],
  at: Date,
): Promise<void> {
  if (lines.length === 0) return
  for (const { id } of await openConversationsOf(context.tx, customerId)) {
    for (const text of lines) await addLine(context, { conversationId: id, text, at })
  }
}

const nameOf = ({ kind, value }: Address): string =>
  kind === 'number' ? phoneLabel(`+${value}`) : `the WhatsApp id ${value}`

const broughtHere = (address: Address, messages: number): string =>
  messages === 1
    ? `A message from ${nameOf(address)} came before WhatsApp told whose that is. It stands here now.`
    : `${messages} messages from ${nameOf(address)} came before WhatsApp told whose that is. They stand here now.`

const hadByAnother = (address: Address): string =>
  `Another customer was known by ${nameOf(address)} until now. If both are one person, merge them.`

const lost = (address: Address): string =>
  `WhatsApp says that ${nameOf(address)} is another customer’s now: nothing reaches this customer there any more. If both are one person, merge them.`

const writesFromElsewhere = (left: Address): string =>
  left.kind === 'number'
    ? `The customer writes from a new number. Before it was ${nameOf(left)}.`
    : 'WhatsApp has a new id for this customer.'
