import { sql } from 'kysely'
import type { Understand } from '@parley/bot/world'
import type { ConversationStatus } from '@parley/core/conversations/api'
import { statusAfterInbound } from '@parley/core/conversations/rules'
import { filesOf, type InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { takeAskedDocument } from '../applications/documents.ts'
import { receiveAttachment } from '../attachments/received.ts'
import { ofWamids } from '../channels/numbers.ts'
import { makeConversations, type OpenConversation, openConversations } from '../conversations/open.ts'
import { addSnoozeLine } from '../conversations/snooze.ts'
import { isBotOn } from '../conversations/with-bot.ts'
import { statement } from '../db/connection/statement.ts'
import { storable, storableJson } from '../db/text.ts'
import type { Tx, TxContext } from '../db/write.ts'
import { hasWaitingChanges, linkMessageChanges, sharedWaitingLock } from '../messages/changes.ts'
import { linkQuotesOf, messageOfWamid } from '../messages/quotes.ts'
import { notifyOfMessages } from '../notifications/notify.ts'
import { answersAmong, type FindAnswer, type Found, keepAnswers } from '../ratings/answers.ts'
import { applyLinked } from './message-changes.ts'
import { acknowledgementOf, leastConfidence } from './acknowledgement.ts'
import { StoredMeanwhile } from './rejection.ts'

/** A message with a time: the channel's, or the time of arrival. */
export type Dated = InboundMessage & { readonly at: Date }

/** A message of a locked customer. */
interface Arrival {
  readonly message: Dated
  readonly customerId: number
}

export interface Known {
  readonly id: number
  readonly message_type: string
}

export interface Stored {
  /** The messages that were not stored before. */
  readonly fresh: ReadonlySet<Dated>
  /** All messages, by the channel's id. */
  readonly known: ReadonlyMap<string, Known>
  /** The conversation of each customer. */
  readonly conversations: ReadonlyMap<number, OpenConversation>
}

/**
 * Stores messages of one channel in order, with one statement for each kind of row. Locks their conversations in order, and
 * creates missing ones.
 * @throws StoredMeanwhile, which is retried like a deadlock
 */
export async function storeMessages(
  context: TxContext,
  phoneNumberId: string,
  arrivals: readonly Arrival[],
  understand: Understand | null,
): Promise<Stored> {
  const { tx } = context
  const customerIds = new Set(arrivals.map(({ customerId }) => customerId))
  const open = await openConversations(tx, [...customerIds], phoneNumberId)
  const conversations = new Map(open.map(one => [one.customer_id, one]))
  const wamids = arrivals.map(({ message }) => message.id)
  const known = new Map<string, Known>()
  for (const { wamid, ...row } of await looking(tx, [phoneNumberId, wamids]))
    if (wamid !== null) known.set(wamid, row)
  // Of two messages with one id the first is stored.
  const fresh = new Map<string, Arrival>()
  for (const arrival of arrivals) {
    const { id } = arrival.message
    if (!known.has(id) && !fresh.has(id)) fresh.set(id, arrival)
  }
  // A repeat for an archived conversation must not open a new one.
  const without = new Set([...fresh.values()].map(one => one.customerId).filter(id => !conversations.has(id)))
  for (const one of await makeConversations(context, [...without], phoneNumberId))
    conversations.set(one.customer_id, one)
  const placed = await place(context, [...fresh.values()], conversations, understand)
  if (placed.length > 0) await storePlaced(context, phoneNumberId, placed, known)
  return { fresh: new Set(placed.map(({ message }) => message)), known, conversations }
}

/** A message before it is inserted. */
interface Placed {
  readonly message: Dated
  readonly conversation: OpenConversation
  /** The message needs an answer from an agent or the bot. */
  readonly counts: boolean
  /** The confidence that it only thanks or agrees; null: it may need a reply. */
  readonly acknowledgement: number | null
  /** Its answer to a rating question; null: none. */
  readonly rating: Found | null
  readonly at: Date
  readonly inboundNo: number | null
}

/** A message of WhatsApp itself, such as a changed number. It needs no answer. */
const isSystemNotice = (message: InboundMessage): boolean => message.type === 'system'

const isOfCustomer = (message: InboundMessage): boolean => !isSystemNotice(message) && !message.byBusiness

/**
 * Numbers the messages in their locked conversations. An answer to a rating question has no number.
 */
async function place(
  { tx, now }: TxContext,
  arrivals: readonly Arrival[],
  conversations: ReadonlyMap<number, OpenConversation>,
  understand: Understand | null,
): Promise<readonly Placed[]> {
  const customerOf = new Map(arrivals.map(({ message, customerId }) => [message, customerId]))
  const conversationOf = (message: Dated) => conversations.get(customerOf.get(message) ?? 0)
  const messages = arrivals.map(({ message }) => message)
  const findAnswer: FindAnswer = await answersAmong(tx, messages, conversationOf, understand)
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
    const acknowledgement = counts ? acknowledgementOf(message, conversation, understand) : null
    return { message, conversation, counts, acknowledgement, rating, at, inboundNo: counts ? number : null }
  })
}

/** Inserts messages and applies all their effects. Adds them to `known`. */
async function storePlaced(
  context: TxContext,
  phoneNumberId: string,
  placed: readonly Placed[],
  known: Map<string, Known>,
): Promise<void> {
  const { tx, publish, now } = context
  const wamids = placed.map(({ message }) => message.id)
  const inserted = await insertMessages(context, phoneNumberId, placed)
  // A missing row would leave a gap in the numbers, so the transaction is retried.
  if (inserted.length < placed.length) throw new StoredMeanwhile()
  for (const { wamid, id, message_type } of inserted) known.set(wamid, { id, message_type })
  const idOf = ({ message }: Placed) => known.get(message.id)?.id ?? 0

  for (const { id } of await linkQuotesOf(tx, phoneNumberId, wamids))
    publish({ noun: 'message', id, kind: 'changed' })
  const conversations = conversationsAfter(placed)
  await noting(tx, [
    [...conversations.keys()],
    [...conversations.values()].map(({ inboundNo }) => inboundNo),
    [...conversations.values()].map(({ status }) => status),
    phoneNumberId,
    wamids,
    now,
    [...conversations.values()].map(({ acknowledgements }) => leastConfidence(acknowledgements)),
  ])
  // One notification for each conversation, about its newest message.
  const newest = new Map(placed.filter(({ counts }) => counts).map(one => [one.conversation.id, one.message]))
  const told = [...newest].map(([conversationId, { text, type }]) => ({
    conversationId,
    text: storable(text ?? ''),
    type,
  }))
  await notifyOfMessages(context, told)

  for (const one of placed) {
    await storeFiles(tx, idOf(one), one.message, now)
    if (filesOf(one.message).length > 0) await takeAskedDocument(context, idOf(one))
  }
  const answers = placed.flatMap(one =>
    one.rating === null
      ? []
      : [{ ...one.rating, conversationId: one.conversation.id, messageId: idOf(one), at: one.at }],
  )
  await keepAnswers(context, answers)
  await endWaits(tx, placed)
  const awaited = inserted.filter(row => row.is_awaited).map(({ wamid }) => wamid)
  if (awaited.length > 0) await applyLinked(context, await linkMessageChanges(tx, phoneNumberId, awaited))

  for (const one of placed) {
    const { conversation } = one
    publish({ noun: 'message', id: idOf(one), kind: 'created' })
    publish({ noun: 'conversation', id: conversation.id, kind: 'changed' })
    const wakes = conversations.get(conversation.id)?.status !== conversation.status
    // Only open conversations count towards the agent's load.
    if (wakes && conversation.assignee_id !== null)
      publish({ noun: 'agent', id: conversation.assignee_id, kind: 'changed' })
  }
  const snoozed = new Map(placed.map(({ conversation }) => [conversation.id, conversation]))
  for (const { id, snoozed_until: until, snoozed_by: byId } of snoozed.values()) {
    if (until !== null && newest.has(id))
      await addSnoozeLine(context, { conversationId: id, until, byId, end: 'customer' })
  }
}

interface After {
  readonly inboundNo: number
  readonly status: ConversationStatus
  /** Of each message that counts. */
  readonly acknowledgements: readonly (number | null)[]
}

/** The last number and the status of each conversation after these messages. */
function conversationsAfter(placed: readonly Placed[]): ReadonlyMap<number, After> {
  const after = new Map<number, After>()
  for (const { conversation, counts, inboundNo, acknowledgement } of placed) {
    const before = after.get(conversation.id)
    const status = before?.status ?? (conversation.status as ConversationStatus)
    after.set(conversation.id, {
      inboundNo: inboundNo ?? before?.inboundNo ?? conversation.inbound_no,
      status: counts ? statusAfterInbound(status) : status,
      acknowledgements: [...(before?.acknowledgements ?? []), ...(counts ? [acknowledgement] : [])],
    })
  }
  return after
}

/** Records a message's files, which are fetched soon. */
export async function storeFiles(tx: Tx, messageId: number, message: Dated, now: Date): Promise<void> {
  for (const [position, media] of filesOf(message).entries())
    await receiveAttachment(tx, { messageId, media, position, now })
}

const sourceOf = (message: InboundMessage): string =>
  message.byBusiness ? 'AGENT' : isSystemNotice(message) ? 'SYSTEM' : 'CUSTOMER'

/** For the column `details`. */
export const detailsOf = ({ details }: InboundMessage): string | null =>
  details === null ? null : storableJson(details)

const looking = statement<Known & { readonly wamid: string | null }>(
  'stored_messages',
  // Takes the lock, so that no change is set aside unseen: the insert finds the changes that wait for its messages.
  `select wamid, id, message_type from ${ofWamids('messages', '$1::text', '$2::text[]')} m
   union all select null::text, null::bigint, ${sharedWaitingLock}::text`,
)

const inserting = statement<Known & { readonly wamid: string; readonly is_awaited: boolean }>(
  'store_messages',
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
   returning id, wamid, message_type, ${hasWaitingChanges('messages.phone_number_id', 'messages.wamid')} as is_awaited`,
)

/** @returns the new rows; no row for a message that another transaction stored meanwhile */
const insertMessages = ({ tx, now }: TxContext, phoneNumberId: string, placed: readonly Placed[]) =>
  inserting(tx, [
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

/*
 * - Reply window: it opens by the message's own time. A late message opens it for less; one older than the newest changes
 *   nothing.
 * - Last message: the newest by time, since messages arrive in any order.
 * - Wait for a person: it starts with the first message that no agent has answered yet, so a late message starts none. Resolving
 *   a conversation ends its wait; a later message starts a new one. While the bot answers, nobody waits for a person.
 * - Acknowledgement: a wait is one while all of its messages only thank or agree.
 * - Bot: if it is on, it takes over a resolved conversation once the customer writes again.
 * - An answer to a rating question has no number. It opens the window, but needs no answer from the bot or a person.
 * - Snooze: a message with a number ends it.
 */
const noting = statement(
  'note_inbound',
  `with fresh as materialized (
     select m.id, m.conversation_id, m.at, m.source, m.inbound_no
     from ${ofWamids('messages', '$4::text', '$5::text[]')} m
   ), n as materialized (
     select n.id, n.inbound_no, n.status, n.confidence, o.assignee_id as owner_id, o.wakes_bot, o.wakes_bot or o.with_bot as with_bot,
       o.running, (
         select m.at from fresh m
         where m.conversation_id = n.id and m.inbound_no is not null and not exists (
           select 1 from messages a
           where a.conversation_id = n.id and a.source = 'AGENT' and a.at >= m.at and a.status <> 'failed')
         order by m.id limit 1) as starting
     from unnest($1::bigint[], $2::int[], $3::text[], $7::real[]) as n (id, inbound_no, status, confidence)
     cross join lateral (
       select c.assignee_id, c.with_bot, case when c.status <> 'RESOLVED' then c.human_wait_started_at end as running, c.status = 'RESOLVED' and n.status = 'ACTIVE'
         and ${isBotOn('c.phone_number_id')} as wakes_bot
       from conversations c where c.id = n.id) o
   ), back as (
     insert into owner_changes (conversation_id, from_id, at)
     select n.id, n.owner_id, $6::timestamptz from n where n.wakes_bot and n.owner_id is not null order by n.id
   )
   update conversations c set
     inbound_no = n.inbound_no,
     status = n.status,
     customer_wrote_at = greatest(c.customer_wrote_at, (
       select max(m.at) from fresh m where m.conversation_id = n.id and m.source = 'CUSTOMER')),
     with_bot = n.with_bot,
     assignee_id = case when not n.wakes_bot then c.assignee_id end,
     owner_generation = c.owner_generation + case when n.wakes_bot then 1 else 0 end,
     bot_from = case when n.with_bot then coalesce(c.bot_from, (
       select min(m.id) from fresh m where m.conversation_id = n.id and m.inbound_no is not null)) end,
     human_wait_started_at = case when not n.with_bot then coalesce(n.running, n.starting) end,
     acknowledged_wait = case
       when n.inbound_no = c.inbound_no then c.acknowledged_wait
       when n.with_bot or n.confidence is null then null
       when n.running is null then n.starting
       when n.running = c.acknowledged_wait then n.running end,
     acknowledged_confidence = case
       when n.inbound_no = c.inbound_no then c.acknowledged_confidence
       when n.running = c.acknowledged_wait then least(n.confidence, c.acknowledged_confidence)
       else n.confidence end,
     closing_soon = false,
     closing_within_hour = false,
     snoozed_until = case when n.inbound_no = c.inbound_no then c.snoozed_until end,
     snoozed_by = case when n.inbound_no = c.inbound_no then c.snoozed_by end,
     snooze_reason = case when n.inbound_no = c.inbound_no then c.snooze_reason end,
     last_message_id = (
       select m.id from (
         select f.id, f.at from fresh f where f.conversation_id = n.id
         union all
         select l.id, l.at from messages l where l.id = c.last_message_id) m
       order by m.at desc, m.id desc limit 1),
     last_activity = greatest(c.last_activity, $6::timestamptz),
     updated_at = $6::timestamptz
   from n where c.id = n.id`,
)

/** Finds the echoes of messages that an agent sent from Parley. @returns message ids by WhatsApp's ids */
export async function sentFromHere(
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

/**
 * Ends the customer's wait after a reply from the business's own phone. A new wait starts with the customer's first message after
 * that reply. An earlier reply from Parley is no longer the last reply. The conversations must be locked.
 */
async function endWaits(tx: Tx, placed: readonly Placed[]): Promise<void> {
  for (const { message, conversation, at } of placed) {
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
