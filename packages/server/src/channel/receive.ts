import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import type { InboundMessage } from '@parley/whatsapp/inbound-message'
import { readWebhook, type WebhookItem } from '@parley/whatsapp/webhook'
import type { CompiledQuery } from 'kysely'
import { together } from '../db/flight.ts'
import { statement } from '../db/statement.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { isPassing } from '../http/refuse.ts'
import { SpeaksOfErased, withoutErased } from './erased-items.ts'
import { groupQueue } from './group-queue.ts'
import { receiveMessages } from './receive-messages.ts'
import { lockConversationsOf, receiveStatus } from './receive-status.ts'
import { ItemRefused, itemRefusalOf, type RefusedItem } from './refused-item.ts'
import { webhookJson } from './webhook-json.ts'

export interface Receiver {
  readonly writer: Writer
  /** Items for other numbers are refused: one app's secret may serve several. */
  readonly phoneNumberId: string
  /** Woken when a message brought a file. */
  readonly wakeMedia: () => void
  /** Told of each item that was refused, once that is recorded. */
  readonly onRefused: (item: RefusedItem) => void
  /** Told why webhooks that waited together are tried alone, and how many. */
  readonly onSplit: (error: unknown, size: number) => void
}

/**
 * Takes in one webhook whose signature held: its text, and the same parsed. When it returns, every item is stored or
 * recorded as refused.
 */
export type WayIn = (body: string, content: unknown) => Promise<void>

/** A webhook of nothing but messages, or of nothing but statuses, for our number. */
interface Plain {
  readonly body: string
  readonly messages: readonly InboundMessage[]
  readonly statuses: readonly DeliveryStatus[]
}

/**
 * Opens the way in. Webhooks that wait at the same time are stored together, messages and statuses apart, each group in
 * one transaction; one that cannot go that way is taken in alone, by itself, and never fails its neighbours.
 */
export function openWayIn(receiver: Receiver): WayIn {
  const queueOf = (together: (group: readonly Plain[]) => Promise<void>) =>
    groupQueue<Plain>({
      together,
      alone: ({ body }) => receiveAlone(receiver, body),
      kin: ({ messages: [first], body }) => first?.from ?? first?.userId ?? body,
      sizeOf: ({ body }) => body.length,
      clock: () => performance.now(),
      onSplit: receiver.onSplit,
    })
  const messages = queueOf(group => receiveGroup(receiver, group, receiveMessagesOf))
  const statuses = queueOf(group => receiveGroup(receiver, group, receiveStatusesOf))
  return (body, content) => {
    const plain = plainOf(receiver, body, content)
    if (plain === null) return receiveAlone(receiver, body)
    return (plain.messages.length > 0 ? messages : statuses).put(plain)
  }
}

/** Null for what is not plain: refused and foreign items, both kinds in one, or nothing. */
function plainOf({ phoneNumberId }: Receiver, body: string, content: unknown): Plain | null {
  const messages: InboundMessage[] = []
  const statuses: DeliveryStatus[] = []
  for (const item of itemsOf(content)) {
    if (item.kind === 'refused' || item.phoneNumberId !== phoneNumberId) return null
    if (item.kind === 'message') messages.push(item.message)
    else statuses.push(item.status)
  }
  return messages.length > 0 === statuses.length > 0 ? null : { body, messages, statuses }
}

type Item = Exclude<WebhookItem, { kind: 'ignored' }>

const itemsOf = (content: unknown): readonly Item[] =>
  readWebhook(content).filter((item): item is Item => item.kind !== 'ignored')

const keepingDone = statement(
  'keep_done_webhooks',
  `insert into webhook_events (received_at, body, done_at)
   select $1::timestamptz, body, $1::timestamptz from unnest($2::text[]) as body`,
)

/** The raw events and all that is in them in one transaction, so nothing of them is ever left unfinished. */
async function receiveGroup(
  receiver: Receiver,
  group: readonly Plain[],
  receive: typeof receiveMessagesOf,
): Promise<void> {
  const { writer } = receiver
  const keep = keepingDone.with([writer.now(), group.map(({ body }) => body)])
  await write(writer, (tx, emit) => receive(receiver, tx, emit, group, keep))
  const media = group.some(({ messages }) => messages.some(message => message.media !== null))
  if (media) receiver.wakeMedia()
}

/** `keep`: sent along with the first statements. */
const receiveMessagesOf = (
  { writer, phoneNumberId }: Receiver,
  tx: Tx,
  emit: Emit,
  group: readonly Plain[],
  keep: CompiledQuery,
): Promise<void> =>
  receiveMessages(
    tx,
    emit,
    phoneNumberId,
    group.flatMap(({ messages }) => messages),
    writer.now(),
    [keep],
  )

async function receiveStatusesOf(
  { writer, phoneNumberId }: Receiver,
  tx: Tx,
  emit: Emit,
  group: readonly Plain[],
  keep: CompiledQuery,
): Promise<void> {
  const statuses = group.flatMap(one => one.statuses)
  await together(tx, keep, lockConversationsOf(phoneNumberId, statuses))
  for (const status of statuses) await receiveStatus(tx, emit, phoneNumberId, status, writer.now())
}

/**
 * One webhook by itself, less what speaks of erased customers: the raw event first, then each item in a transaction of its own. An item that fails holds up none
 * of the others, but is thrown at the end: the event stays unfinished, and the items already done change nothing when they
 * come again.
 */
async function receiveAlone(receiver: Receiver, brought: string): Promise<void> {
  const { db, now } = receiver.writer
  const body = await withoutErased(receiver.writer, brought)
  if (body === null) return
  const { id } = await db
    .insertInto('webhook_events')
    .values({ received_at: now(), body })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    await processEvent(receiver, id, body)
  } catch (error) {
    // Erased since it was looked at: the raw event goes, and WhatsApp's repeat brings what is left.
    if (error instanceof SpeaksOfErased) await db.deleteFrom('webhook_events').where('id', '=', id).execute()
    throw error
  }
}

/**
 * Runs unfinished events again, oldest first: after a crash between the two steps above. One that fails again is told to
 * `onTrouble` and stays unfinished, so that it keeps no server from starting. Answers how many were finished.
 */
export async function resumeEvents(receiver: Receiver, onTrouble: (error: unknown) => void): Promise<number> {
  const { db } = receiver.writer
  const events = await db
    .selectFrom('webhook_events')
    .select(['id', 'body'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  let finished = 0
  for (const event of events) {
    try {
      await processEvent(receiver, event.id, event.body)
      finished += 1
    } catch (error) {
      onTrouble(error)
    }
  }
  return finished
}

async function processEvent(receiver: Receiver, eventId: number, body: string): Promise<void> {
  const items = itemsOf(webhookJson(body))
  const failures: unknown[] = []
  for (const [index, item] of items.entries()) {
    const finishes = index === items.length - 1 && failures.length === 0
    try {
      await processItem(receiver, { eventId, itemNo: index, finishes }, item)
    } catch (error) {
      failures.push(error)
      // Where the machine fails, the next items would only wait for it too.
      if (isPassing(error)) break
    }
  }
  if (items.length === 0) await finish(receiver.writer.db, eventId, receiver.writer.now())
  if (items.some(item => item.kind === 'message' && item.message.media !== null)) receiver.wakeMedia()
  if (failures.length > 0) throw failures[0]
}

interface Place {
  readonly eventId: number
  readonly itemNo: number
  /** It is the last, and all before it are done. */
  readonly finishes: boolean
}

async function processItem(receiver: Receiver, place: Place, item: Item): Promise<void> {
  const { writer } = receiver
  const finished = (tx: Tx) => (place.finishes ? finish(tx, place.eventId, writer.now()) : undefined)
  try {
    await write(writer, async (tx, emit) => {
      await applyItem(receiver, tx, emit, item)
      await finished(tx)
    })
  } catch (error) {
    const refusal = itemRefusalOf(error)
    if (refusal === null) throw error
    const { reason, message: sentence } = refusal
    const isNew = await write(writer, async tx => {
      const recorded = await tx
        .insertInto('webhook_refusals')
        .values({ event_id: place.eventId, item_no: place.itemNo, reason: sentence })
        .onConflict(conflict => conflict.doNothing())
        .returning('item_no')
        .executeTakeFirst()
      await finished(tx)
      return recorded !== undefined
    })
    if (isNew) receiver.onRefused({ eventId: place.eventId, itemNo: place.itemNo, reason, sentence })
  }
}

async function applyItem({ writer, phoneNumberId }: Receiver, tx: Tx, emit: Emit, item: Item): Promise<void> {
  if (item.kind === 'refused') throw new ItemRefused('malformed', `${item.what}: ${item.reason}`)
  if (item.phoneNumberId !== phoneNumberId) {
    throw new ItemRefused(
      'foreign_number',
      `It is for phone number id ${item.phoneNumberId}, which is not ours`,
    )
  }
  if (item.kind === 'message')
    await receiveMessages(tx, emit, item.phoneNumberId, [item.message], writer.now())
  else await receiveStatus(tx, emit, item.phoneNumberId, item.status, writer.now())
}

const finish = (reader: Tx | Writer['db'], eventId: number, now: Date) =>
  reader.updateTable('webhook_events').set({ done_at: now }).where('id', '=', eventId).execute()
