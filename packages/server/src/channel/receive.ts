import type { Understand } from '@parley/bot/meaning'
import type { DeliveryStatus } from '@parley/whatsapp/delivery-status'
import { filesOf, type InboundMessage } from '@parley/whatsapp/inbound-message'
import { itemDigest } from '@parley/whatsapp/item-digest'
import { numberOfChange, readWebhook, type WebhookItem } from '@parley/whatsapp/webhook'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { isPassing } from '../http/refuse.ts'
import { SpeaksOfErased, withoutErased } from './erased-items.ts'
import { groupQueue } from './group-queue.ts'
import type { Intake } from './intake.ts'
import { type End, type ItemEnd, noted, refused } from './item-end.ts'
import { countEnds, type EndedItem, keepDone, noteEnds } from './keep-ends.ts'
import { foldDigest, receiveFold } from './receive-fold.ts'
import { type Received, receiveMessages } from './receive-messages.ts'
import { receiveStatus, receiveStatuses } from './receive-status.ts'
import { ItemRefused, itemRefusalOf, type RefusalReason, type RefusedItem } from './refused-item.ts'
import { webhookJson } from './webhook-json.ts'

export interface Receiver {
  readonly writer: Writer
  /** Items for other numbers are refused, and nothing of them is kept: one app's secret may serve several. */
  readonly numbers: ReadonlySet<string>
  /** Woken when a message brought a file. */
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  /** Told while messages are taken in. */
  readonly intake: Intake
  /** Of customers' texts; null: none is understood. */
  readonly understand: Understand | null
  /** Woken when WhatsApp told something of the account or the number. */
  readonly wakeHealth: () => void
  /** Woken when WhatsApp told that a template is another now. */
  readonly wakeTemplates: () => void
  /** Told how items ended, once that is stored. */
  readonly onEnded: (counts: Readonly<Record<End, number>>) => void
  /** Told of each item that was refused, once that is recorded. */
  readonly onRefused: (item: RefusedItem) => void
  /** Told why webhooks that waited together are tried alone, and how many. */
  readonly onSplit: (error: unknown, size: number) => void
}

/**
 * Takes in one webhook whose signature held: its text, and the same parsed. When it returns, every item has ended: what
 * it brought is stored, and how it ended too.
 */
export type WayIn = (body: string, content: unknown) => Promise<void>

/** A webhook of nothing but messages, or of nothing but statuses, for one of our numbers. */
interface Plain {
  readonly body: string
  readonly phoneNumberId: string
  readonly messages: readonly InboundMessage[]
  readonly statuses: readonly DeliveryStatus[]
}

/**
 * Opens the way in. Webhooks that wait at the same time are stored together, those of each number and messages and statuses
 * apart, each group in one transaction; one that cannot go that way is taken in alone, by itself, and never fails its neighbours.
 */
export function openWayIn(receiver: Receiver): WayIn {
  const queueOf = (receive: typeof receiveMessagesOf) =>
    groupQueue<Plain>({
      together: group => receiveGroup(receiver, group, receive),
      alone: ({ body }) => receiveAlone(receiver, body),
      kin: ({ messages: [first], body }) => first?.from ?? first?.userId ?? body,
      sizeOf: ({ body }) => body.length,
      clock: () => performance.now(),
      onSplit: receiver.onSplit,
    })
  const queues = new Map(
    [...receiver.numbers].map(phoneNumberId => [
      phoneNumberId,
      { messages: queueOf(receiveMessagesOf), statuses: queueOf(receiveStatusesOf) },
    ]),
  )
  return (body, content) => {
    const plain = plainOf(body, content)
    const own = plain === null ? undefined : queues.get(plain.phoneNumberId)
    if (plain === null || own === undefined) return receiveAlone(receiver, body)
    return plain.messages.length > 0
      ? receiver.intake.during(() => own.messages.put(plain))
      : own.statuses.put(plain)
  }
}

/** Null for what is not plain: folds, noted and refused items, both kinds or several numbers in one, or nothing. */
function plainOf(body: string, content: unknown): Plain | null {
  const messages: InboundMessage[] = []
  const statuses: DeliveryStatus[] = []
  const [first, ...others] = readWebhook(content)
  const phoneNumberId = first?.phoneNumberId ?? null
  if (first === undefined || phoneNumberId === null) return null
  for (const item of [first, ...others]) {
    if (item.phoneNumberId !== phoneNumberId) return null
    if (item.kind === 'message') messages.push(item.message)
    else if (item.kind === 'status') statuses.push(item.status)
    else return null
  }
  return messages.length > 0 === statuses.length > 0 ? null : { body, phoneNumberId, messages, statuses }
}

export type Brought = Extract<WebhookItem, { kind: 'message' | 'fold' | 'status' }>

export const isBrought = (item: WebhookItem): item is Brought =>
  item.kind !== 'noted' && item.kind !== 'refused'

/** The raw events and all that is in them in one transaction, so nothing of them is ever left unfinished. */
async function receiveGroup(
  receiver: Receiver,
  group: readonly Plain[],
  receive: typeof receiveMessagesOf,
): Promise<void> {
  const { writer } = receiver
  const { ended, isForBot } = await write(writer, async (tx, emit, atLast) => {
    const received = await receive(receiver, tx, emit, group)
    const ends = [...received.ends]
    const events = group.map(({ body, messages, statuses }) => {
      const noun = messages.length > 0 ? 'message' : 'status'
      const own = ends.splice(0, messages.length + statuses.length)
      return { body, items: own.map((end, itemNo) => ({ ...end, itemNo, noun, digest: null })) }
    })
    atLast(keepDone(events, writer.now()))
    return { ended: events.flatMap(({ items }) => items), isForBot: received.isForBot }
  })
  receiver.onEnded(countEnds(ended))
  if (isForBot) receiver.wakeBot()
  const media = group.some(({ messages }) => messages.some(message => filesOf(message).length > 0))
  if (media) receiver.wakeMedia()
}

/** All of a group are for the same number. */
const numberOf = (group: readonly Plain[]): string => group[0]?.phoneNumberId ?? ''

const receiveMessagesOf = (
  { writer, understand }: Receiver,
  tx: Tx,
  emit: Emit,
  group: readonly Plain[],
): Promise<Received> =>
  receiveMessages(
    tx,
    emit,
    numberOf(group),
    group.flatMap(({ messages }) => messages),
    writer.now(),
    understand,
  )

const receiveStatusesOf = async (
  { writer }: Receiver,
  tx: Tx,
  emit: Emit,
  group: readonly Plain[],
): Promise<Received> => {
  const statuses = group.flatMap(plain => plain.statuses)
  return {
    ends: await receiveStatuses(tx, emit, numberOf(group), statuses, writer.now()),
    isForBot: false,
  }
}

/**
 * One webhook by itself, less what speaks of erased customers and what is for other numbers: the raw event first, with
 * the ends of all that brings nothing, then each message and status in a transaction of its own. An item that fails holds
 * up none of the others, but is thrown at the end: the event stays unfinished, and the items already done change nothing
 * when they come again.
 */
async function receiveAlone(receiver: Receiver, brought: string): Promise<void> {
  const { db, now } = receiver.writer
  const whole = await withoutErased(receiver.writer, brought)
  if (whole === null) return
  const { body, items, foreign } = forUs(receiver, whole)
  const { id } = await db
    .insertInto('webhook_events')
    .values({ received_at: now(), body, items: items.length + foreign.length })
    .returning('id')
    .executeTakeFirstOrThrow()
  try {
    // What is not in the kept text stands behind what is, so that a later run counts the places alike.
    await processEvent(receiver, id, items, [
      ...settledOf(items),
      ...foreign.map((item, n) =>
        settled(item, items.length + n, refused('foreign_number', foreignSentence(item))),
      ),
    ])
  } catch (error) {
    // Erased since it was looked at: the raw event goes, and WhatsApp's repeat brings what is left.
    if (error instanceof SpeaksOfErased) await db.deleteFrom('webhook_events').where('id', '=', id).execute()
    throw error
  }
}

/** A webhook's items for us, the text that is kept of it, and the items for other numbers, of which none is kept. */
function forUs({ numbers }: Receiver, whole: string) {
  const content = webhookJson(whole)
  const isForeign = (number: string | null) => number !== null && !numbers.has(number)
  const foreign = readWebhook(content).filter(item => isForeign(item.phoneNumberId))
  if (foreign.length === 0) return { body: whole, items: readWebhook(content), foreign }
  const left = withoutChanges(content, change => isForeign(numberOfChange(change)))
  return { body: JSON.stringify(left), items: readWebhook(left), foreign }
}

/** A webhook that was read without trouble, less some of its changes. */
function withoutChanges(content: unknown, isGone: (change: unknown) => boolean): unknown {
  const { entry, ...rest } = content as { entry: readonly { changes?: unknown }[] }
  const less = (one: { changes?: unknown }) =>
    Array.isArray(one?.changes) ? { ...one, changes: one.changes.filter(change => !isGone(change)) } : one
  return { ...rest, entry: entry.map(less) }
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
      await resumeEvent(receiver, event.id, event.body)
      finished += 1
    } catch (error) {
      onTrouble(error)
    }
  }
  return finished
}

/** All of it again: what is stored changes nothing, and an end that is kept stays as it is. */
async function resumeEvent(receiver: Receiver, eventId: number, body: string): Promise<void> {
  const { db } = receiver.writer
  const items = readWebhook(webhookJson(body))
  // What was for other numbers is not in the text, nor is who was erased meanwhile; and another version may read it otherwise.
  const kept = await db
    .selectFrom('webhook_items')
    .select('item_no')
    .where('event_id', '=', eventId)
    .execute()
  const places = new Set([...items.keys(), ...kept.map(({ item_no }) => item_no)])
  await db.updateTable('webhook_events').set({ items: places.size }).where('id', '=', eventId).execute()
  await processEvent(receiver, eventId, items, settledOf(items))
}

async function processEvent(
  receiver: Receiver,
  eventId: number,
  items: readonly WebhookItem[],
  settledItems: readonly EndedItem[],
): Promise<void> {
  const brought = [...items.entries()].flatMap(([itemNo, item]) =>
    isBrought(item) ? [{ itemNo, item }] : [],
  )
  const failures: unknown[] = []
  if (settledItems.length > 0 || brought.length === 0) {
    await tellEnds(receiver, { eventId, finishes: brought.length === 0 }, settledItems)
  }
  for (const [index, { itemNo, item }] of brought.entries()) {
    const finishes = index === brought.length - 1 && failures.length === 0
    try {
      await processItem(receiver, { eventId, finishes }, itemNo, item)
    } catch (error) {
      failures.push(error)
      // Where the machine fails, the next items would only wait for it too.
      if (isPassing(error)) break
    }
  }
  if (items.some(isOfAccount)) receiver.wakeHealth()
  if (items.some(isOfTemplates)) receiver.wakeTemplates()
  if (items.some(item => item.kind === 'message')) receiver.wakeBot()
  if (items.some(item => item.kind === 'message' && filesOf(item.message).length > 0)) receiver.wakeMedia()
  if (failures.length > 0) throw failures[0]
}

/** The fields of WhatsApp's that say that the account or the number stands otherwise now. */
const accountFields: ReadonlySet<string> = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
])

const isOfAccount = (item: WebhookItem): boolean => item.kind === 'noted' && accountFields.has(item.noun)
/** The fields of WhatsApp's that say that a template was approved, paused, judged or changed otherwise. */
const isOfTemplates = (item: WebhookItem): boolean =>
  item.kind === 'noted' &&
  (item.noun.startsWith('message_template_') || item.noun === 'template_category_update')

interface Place {
  readonly eventId: number
  /** It is the last, and all before it are done. */
  readonly finishes: boolean
}

async function processItem(receiver: Receiver, place: Place, itemNo: number, item: Brought): Promise<void> {
  const { writer } = receiver
  try {
    const told = await write(writer, async (tx, emit) => {
      const end = await applyItem(receiver, tx, emit, item)
      return noteEnds(tx, place.eventId, [settled(item, itemNo, end)], doneAt(receiver, place))
    })
    receiver.onEnded(countEnds(told))
  } catch (error) {
    const refusal = itemRefusalOf(error)
    if (refusal === null) throw error
    await tellEnds(receiver, place, [settled(item, itemNo, refused(refusal.reason, refusal.message))])
  }
}

const doneAt = ({ writer }: Receiver, { finishes }: Place): Date | null => (finishes ? writer.now() : null)

/** Keeps the ends of items that bring nothing else, and tells of those that are new. */
async function tellEnds(receiver: Receiver, place: Place, items: readonly EndedItem[]): Promise<void> {
  const { eventId } = place
  const told = await write(receiver.writer, tx => noteEnds(tx, eventId, items, doneAt(receiver, place)))
  receiver.onEnded(countEnds(told))
  const fresh = new Set(told.filter(({ ended }) => ended === 'refused').map(({ itemNo }) => itemNo))
  for (const { itemNo, code, reason } of items) {
    if (!fresh.has(itemNo)) continue
    receiver.onRefused({ eventId, itemNo, reason: code as RefusalReason, sentence: reason ?? '' })
  }
}

/** The ends of the items that no table takes. */
const settledOf = (items: readonly WebhookItem[]): readonly EndedItem[] =>
  items.flatMap((item, itemNo) => {
    if (item.kind === 'noted') return [settled(item, itemNo, noted(item.reason))]
    if (item.kind === 'refused')
      return [settled(item, itemNo, refused('malformed', `${item.what}: ${item.reason}`))]
    return []
  })

const foreignSentence = ({ phoneNumberId }: WebhookItem): string =>
  `It is for phone number id ${phoneNumberId}, which is not ours`

function settled(item: WebhookItem, itemNo: number, end: ItemEnd): EndedItem {
  if (!isBrought(item)) return { ...end, itemNo, noun: item.noun, digest: item.digest }
  if (item.kind === 'fold') {
    const { kind: noun } = item.fold
    const isKept = end.ended === 'noted' || end.ended === 'refused'
    return { ...end, itemNo, noun, digest: isKept ? foldDigest(item.fold) : null }
  }
  const { kind: noun } = item
  // What a table took is known again by its id.
  const content = item.kind === 'message' ? item.message : item.status
  return { ...end, itemNo, noun, digest: end.ended === 'refused' ? itemDigest({ noun, content }) : null }
}

/**
 * Does what one item brings, in a transaction. A webhook that was kept by an earlier version may still hold what is for other
 * numbers.
 * @throws ItemRefused, SpeaksOfErased
 */
export async function applyItem(
  { writer, numbers, understand }: Pick<Receiver, 'writer' | 'numbers' | 'understand'>,
  tx: Tx,
  emit: Emit,
  item: Brought,
): Promise<ItemEnd> {
  const { phoneNumberId } = item
  if (!numbers.has(phoneNumberId)) throw new ItemRefused('foreign_number', foreignSentence(item))
  if (item.kind === 'fold') return receiveFold(tx, emit, phoneNumberId, item.fold, writer.now())
  if (item.kind === 'status') return receiveStatus(tx, emit, phoneNumberId, item.status, writer.now())
  const { ends } = await receiveMessages(tx, emit, phoneNumberId, [item.message], writer.now(), understand)
  const [end] = ends
  if (end === undefined) throw new Error('A message has no end')
  return end
}
