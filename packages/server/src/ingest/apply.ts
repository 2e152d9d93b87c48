import type { Understand } from '@parley/bot/meaning'
import type { MessageDetails } from '@parley/core/api/message-details'
import { visibleName } from '@parley/core/rules/fold'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import type { WebhookItem } from '@parley/whatsapp/webhook'
import { sql } from 'kysely'
import { lockConversation } from '../conversations/lock.ts'
import { identityKey, resolveCustomers, type ResolvedCustomer } from '../customers/resolve.ts'
import { tellOfName } from '../customers/tell-of-name.ts'
import type { WhatsappIdentity } from '../customers/whatsapp-identity.ts'
import { storable, storableJson } from '../db/storable.ts'
import type { Emit, Tx } from '../db/write.ts'
import { linkFoldsOf } from '../messages/folds.ts'
import { linkQuotesOf } from '../messages/quotes.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { followAddresses, type Moved } from './addresses.ts'
import { ignored, type ItemEnd, merged, stored } from './log.ts'
import { applyChanges, applyLinked } from './message-changes.ts'
import { ItemRejected, SpeaksOfErased } from './rejection.ts'
import { applyStatuses } from './statuses.ts'
import { type Dated, detailsOf, type Known, ownAmong, storeFiles, storeMessages } from './store.ts'

/** What applying items goes by. */
export interface Applying {
  /** Items for other numbers are rejected, and nothing of them is kept: one app's secret may serve several. */
  readonly numbers: ReadonlySet<string>
  /** Of customers' texts; null: none is understood. */
  readonly understand: Understand | null
}

/** An item that a table takes. */
export type Brought = Extract<WebhookItem, { kind: 'message' | 'fold' | 'status' }>

export const isBrought = (item: WebhookItem): item is Brought =>
  item.kind !== 'noted' && item.kind !== 'refused'

export const foreignSentence = ({ phoneNumberId }: WebhookItem): string =>
  `It is for phone number id ${phoneNumberId}, which is not ours`

/** What became of messages. */
interface Applied {
  /** How each ended, in their order. */
  readonly ends: readonly ItemEnd[]
  /** The bot has to answer one of them. */
  readonly isForBot: boolean
}

/**
 * Does what items of one kind and of one number bring, all or nothing.
 * @throws ItemRejected, SpeaksOfErased
 */
export async function applyItems(
  { numbers, understand }: Applying,
  tx: Tx,
  emit: Emit,
  items: readonly Brought[],
  now: Date,
): Promise<{ readonly ends: ReadonlyMap<WebhookItem, ItemEnd>; readonly isForBot: boolean }> {
  const [first] = items
  if (first === undefined) return { ends: new Map(), isForBot: false }
  const { phoneNumberId } = first
  // A webhook that was kept by an earlier version may still hold what is for other numbers.
  if (!numbers.has(phoneNumberId)) throw new ItemRejected('foreign_number', foreignSentence(first))
  const { ends, isForBot } = await apply()
  return { ends: new Map(items.map((item, place) => [item, endAt(ends, place)])), isForBot }

  async function apply(): Promise<Applied> {
    const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
    if (messages.length > 0) return applyMessages(tx, emit, phoneNumberId, messages, now, understand)
    const statuses = items.flatMap(item => (item.kind === 'status' ? [item.status] : []))
    if (statuses.length > 0)
      return { ends: await applyStatuses(tx, emit, phoneNumberId, statuses, now), isForBot: false }
    const changes = items.flatMap(item => (item.kind === 'fold' ? [item.fold] : []))
    return { ends: await applyChanges(tx, emit, phoneNumberId, changes, now), isForBot: false }
  }
}

function endAt(ends: readonly ItemEnd[], place: number): ItemEnd {
  const end = ends[place]
  if (end === undefined) throw new Error('An item has no end')
  return end
}

/** WhatsApp has nothing to show yet; the real message may follow under the same id. */
const withheld = 131060

/**
 * Applies inbound messages of one of our numbers in their order, each kind of row with one statement for all. The same message
 * again changes nothing, in whatever order and however often it comes. Locks all customers, then all their conversations.
 * @param understand tells what answers a question for a rating from what does not; null: only what is pressed does
 * @throws SpeaksOfErased for a repeat of an erased customer's
 */
export async function applyMessages(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  given: readonly InboundMessage[],
  now: Date,
  understand: Understand | null = null,
): Promise<Applied> {
  const messages = given.map(message => ({ ...message, at: message.at ?? now }))
  const customers = await resolveCustomers(tx, messages.map(identityOf), now)
  // Behind the locks, which an erasure holds too.
  const erased = await erasedAmong(
    tx,
    messages.map(({ id }) => id),
  )
  if (erased.size > 0) throw new SpeaksOfErased()
  const customerOf = (message: Dated) => customers.get(identityKey(identityOf(message)))
  const goesOnAs = await followAddresses(tx, emit, movedOf(messages, customerOf), now)
  const own = await ownAmong(tx, phoneNumberId, messages)
  const arrivals = messages
    .filter(({ id }) => !own.has(id))
    .map(message => ({ message, customerId: lastOf(goesOnAs, customerOf(message)?.id ?? 0) }))
  const { fresh, known, isForBot } = await storeMessages(tx, emit, phoneNumberId, arrivals, understand, now)
  await linkChangesOf(tx, emit, phoneNumberId, messages, customerOf)
  for (const { message, customerId } of arrivals)
    if (fresh.has(message)) await keepPreference(tx, customerId, message)
  const customerIdOf = new Map(arrivals.map(({ message, customerId }) => [message, customerId]))
  const ends: ItemEnd[] = []
  for (const message of messages) {
    const sentId = own.get(message.id)
    if (fresh.has(message)) ends.push(stored)
    else
      ends.push(
        sentId === undefined
          ? await applyAgain(
              tx,
              emit,
              phoneNumberId,
              message,
              known.get(message.id),
              customerIdOf.get(message),
            )
          : merged(sentId),
      )
  }
  for (const { id, changed } of customers.values()) if (changed) await tellOfName(tx, emit, id)
  return { ends, isForBot }
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

function movedOf(
  messages: readonly Dated[],
  customerOf: (message: Dated) => ResolvedCustomer | undefined,
): readonly Moved[] {
  const moved = new Map<ResolvedCustomer, Moved>()
  for (const message of messages) {
    const customer = customerOf(message)
    if (!hasMoved(customer)) continue
    moved.set(customer, { customer, at: message.at, isTold: message.change !== null })
  }
  return [...moved.values()]
}

/** What customers changed before WhatsApp told that their new addresses are theirs finds its messages now. */
async function linkChangesOf(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  messages: readonly Dated[],
  customerOf: (message: Dated) => ResolvedCustomer | undefined,
): Promise<void> {
  const moved = messages.filter(message => hasMoved(customerOf(message)))
  if (moved.length === 0) return
  const numbers = moved.flatMap(({ from, change }) => [from ?? [], change?.toNumber ?? []].flat())
  const userIds = moved.flatMap(({ userId, change }) => [userId ?? [], change?.toUserId ?? []].flat())
  await applyLinked(tx, emit, await linkFoldsOf(tx, phoneNumberId, numbers, userIds))
}

const hasMoved = (customer: ResolvedCustomer | undefined): customer is ResolvedCustomer =>
  customer !== undefined && customer.displaced.length + customer.left.length > 0

/** Keeps whether a customer wants marketing messages, if this message says so and no newer one has. */
async function keepPreference(tx: Tx, customerId: number, { details, at }: Dated): Promise<void> {
  const { preference } = details ?? {}
  if (preference === undefined) return
  await sql`
    update customers set marketing_opt_out_at = ${preference.marketing ? null : at}::timestamptz, marketing_told_at = ${at}
    where id = ${customerId} and (marketing_told_at is null or marketing_told_at <= ${at})`.execute(tx)
}

/**
 * The message is stored already: nothing changes, unless a call ended, or WhatsApp withheld the content at first and brings it
 * now. A customer changes no message of another one's that has the same id.
 */
async function applyAgain(
  tx: Tx,
  emit: Emit,
  phoneNumberId: string,
  message: Dated,
  known: Known | undefined,
  customerId: number | undefined,
): Promise<ItemEnd> {
  if (known === undefined) throw new Error('A repeated message is not stored')
  const { id } = known
  const isCall = message.details?.call !== undefined
  const saysNothing = message.unsupportedCode === withheld || message.type === 'unsupported'
  if (!isCall && (saysNothing || !isPlaceholder(known))) return merged(id)
  const row = () =>
    tx
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select(['messages.id', 'conversation_id', 'customer_id', 'message_type', 'content', 'details'])
      .select('original_content')
      .where('messages.id', '=', id)
      .executeTakeFirstOrThrow()
  const before = await row()
  if (before.customer_id !== customerId) return ignored('It has the id of another customer’s message.')
  if (isCall) {
    await endCall(tx, emit, before, message)
    return merged(id)
  }
  await lockConversation(tx, before.conversation_id)
  // The content may have come twice at once.
  const placeholder = await row()
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
  emit({ noun: 'message', id, kind: 'changed' })
  emit({ noun: 'conversation', id: placeholder.conversation_id, kind: 'changed' })
  return merged(id)
}

const isPlaceholder = ({ message_type: type }: { readonly message_type: string }): boolean =>
  type === 'unsupported'

/** The row of a call. */
interface CallRow {
  readonly id: number
  readonly conversation_id: number
  readonly content: string
  readonly details: unknown
}

/** A call that rang is over: its row says how it went. What is told of it later, or again, changes nothing. */
export async function endCall(tx: Tx, emit: Emit, row: CallRow, message: InboundMessage): Promise<void> {
  if (message.details?.call?.state === 'ringing' || !isRinging(row)) return
  await lockConversation(tx, row.conversation_id)
  await tx
    .updateTable('messages')
    .set({ content: message.text ?? '', details: storableJson(message.details) })
    .where('id', '=', row.id)
    .execute()
  emit({ noun: 'message', id: row.id, kind: 'changed' })
  emit({ noun: 'conversation', id: row.conversation_id, kind: 'changed' })
}

const isRinging = ({ details }: CallRow): boolean =>
  (details as MessageDetails | null)?.call?.state === 'ringing'
