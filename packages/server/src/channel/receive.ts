import { readWebhook, type WebhookItem } from '@parley/whatsapp/webhook'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { isPassing } from '../http/refuse.ts'
import { receiveMessage } from './receive-message.ts'
import { receiveStatus } from './receive-status.ts'
import { ItemRefused, itemRefusalOf, type RefusedItem } from './refused-item.ts'

export interface Receiver {
  readonly writer: Writer
  /** Items for other numbers are refused: one app's secret may serve several. */
  readonly phoneNumberId: string
  /** Woken when a message brought a file. */
  readonly wakeMedia: () => void
  /** Told of each item that was refused, once that is recorded. */
  readonly onRefused: (item: RefusedItem) => void
}

/**
 * Takes in one webhook whose signature held: the raw event first, then each item in a transaction of its own. When it
 * returns, every item is stored or recorded as refused. An item that fails holds up none of the others, but is thrown at
 * the end: the event stays unfinished, and the items already done change nothing when they come again.
 */
export async function receiveWebhook(receiver: Receiver, body: string): Promise<void> {
  const { id } = await receiver.writer.db
    .insertInto('webhook_events')
    .values({ received_at: receiver.writer.now(), body })
    .returning('id')
    .executeTakeFirstOrThrow()
  await processEvent(receiver, id, body)
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
  const items = readWebhook(JSON.parse(body)).filter(item => item.kind !== 'ignored')
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

async function processItem(receiver: Receiver, place: Place, item: WebhookItem): Promise<void> {
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

async function applyItem(
  { writer, phoneNumberId }: Receiver,
  tx: Tx,
  emit: Emit,
  item: WebhookItem,
): Promise<void> {
  if (item.kind === 'ignored') return
  if (item.kind === 'refused') throw new ItemRefused('malformed', `${item.what}: ${item.reason}`)
  if (item.phoneNumberId !== phoneNumberId) {
    throw new ItemRefused(
      'foreign_number',
      `It is for phone number id ${item.phoneNumberId}, which is not ours`,
    )
  }
  if (item.kind === 'message') await receiveMessage(tx, emit, item.phoneNumberId, item.message, writer.now())
  else await receiveStatus(tx, emit, item.phoneNumberId, item.status, writer.now())
}

const finish = (reader: Tx | Writer['db'], eventId: number, now: Date) =>
  reader.updateTable('webhook_events').set({ done_at: now }).where('id', '=', eventId).execute()
