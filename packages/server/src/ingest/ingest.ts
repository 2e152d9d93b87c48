import { showsChangedTemplate } from '@parley/whatsapp/error-codes'
import { filesOf } from '@parley/whatsapp/inbound-message'
import { itemDigest } from '@parley/whatsapp/item-digest'
import { numberOfChange, readWebhook, type WebhookItem } from '@parley/whatsapp/webhook'
import { type Batcher, batcher } from '../db/batcher.ts'
import { isLate } from '../db/pool.ts'
import { write, type Writer } from '../db/write.ts'
import { isPassing } from '../http/refuse.ts'
import { type Applying, applyItems, type Brought, foreignSentence, isBrought } from './apply.ts'
import { type End, type EndedItem, ignored, type ItemEnd, recordEnds, rejected, storeRaw } from './log.ts'
import { changeDigest } from './message-changes.ts'
import {
  type RejectedItem,
  rejectionOf,
  type RejectionReason,
  SpeaksOfErased,
  withoutErased,
} from './rejection.ts'
import { webhookJson } from './whatsapp.ts'

export interface Ingestion extends Applying {
  readonly writer: Writer
  /** Told while messages are ingested. */
  readonly gate: IngestGate
  /** Woken when a message brought a file. */
  readonly wakeMedia: () => void
  readonly wakeBot: () => void
  /** Woken when WhatsApp told something of the account or the number. */
  readonly wakeHealth: () => void
  /** Woken when WhatsApp told that a template changed, or refused one that did. */
  readonly wakeTemplates: () => void
  /** Told how items ended, once that is stored. */
  readonly onEnded: (counts: Readonly<Record<End, number>>) => void
  /** Told of each item that was rejected, once that is recorded. */
  readonly onRefused: (item: RejectedItem) => void
  /** Told why the webhooks of a batch are tried alone, and how many they are. */
  readonly onSplit: (error: unknown, size: number) => void
}

/**
 * Ingests one webhook whose signature held: its text, and the same parsed. Once it returns, every item has ended: what the item
 * brought is stored, and how it ended too.
 */
export type Ingest = (body: string, content: unknown) => Promise<void>

/** A webhook that was read. */
interface Webhook {
  /** As it came. */
  readonly whole: string
  /** The text that is kept: nothing that is for other numbers. */
  readonly body: string
  readonly items: readonly WebhookItem[]
  /** Items for other numbers. Their places are behind the others, so that a later run of the kept text counts alike. */
  readonly foreign: readonly WebhookItem[]
}

/**
 * Opens the ingestion. A batch holds webhooks that need the same locks: each has a line for messages, for statuses and for
 * changes of one number. A batch is one transaction. If it fails, each of its webhooks is tried alone, item by item.
 * If the database does not answer, all that wait fail at once, and WhatsApp repeats them.
 */
export function openIngest(ingestion: Ingestion): Ingest {
  const lines = new Map<string, Batcher<Webhook>>()
  const open = () =>
    batcher<Webhook>({
      together: webhooks => ingestBatch(ingestion, webhooks),
      alone: ({ whole }) => ingestAlone(ingestion, whole),
      keyOf: orderKey,
      sizeOf: ({ body }) => body.length,
      onSplit: ingestion.onSplit,
      isHopeless: isLate,
    })
  return (whole, content) => {
    const webhook = readFor(ingestion, whole, content)
    const keys = new Set(webhook.items.filter(isBrought).map(item => `${item.kind} ${item.phoneNumberId}`))
    const [key = 'none', ...others] = keys
    // Locks of several kinds or numbers in one transaction would not be in the one order.
    if (others.length > 0) return ingestAlone(ingestion, whole)
    const line = lines.get(key) ?? open()
    lines.set(key, line)
    const hasMessages = webhook.items.some(({ kind }) => kind === 'message')
    return hasMessages ? ingestion.gate.during(() => line(webhook)) : line(webhook)
  }
}

/** Webhooks of one customer, or about one message, stay in order when they are tried alone. */
function orderKey({ whole, items }: Webhook): string {
  const first = items.find(isBrought)
  if (first === undefined) return whole
  if (first.kind === 'status') return first.status.wamid
  const { from, userId } = first.kind === 'message' ? first.message : first.fold
  return from ?? userId ?? whole
}

function readFor({ numbers }: Ingestion, whole: string, content: unknown): Webhook {
  const isForeign = (number: string | null) => number !== null && !numbers.has(number)
  const all = readWebhook(content)
  const foreign = all.filter(item => isForeign(item.phoneNumberId))
  if (foreign.length === 0) return { whole, body: whole, items: all, foreign }
  const left = withoutChanges(content, change => isForeign(numberOfChange(change)))
  return { whole, body: JSON.stringify(left), items: readWebhook(left), foreign }
}

/** A webhook that was read without trouble, less some of its changes. */
function withoutChanges(content: unknown, isGone: (change: unknown) => boolean): unknown {
  const { entry, ...rest } = content as { entry: readonly { changes?: unknown }[] }
  const less = (one: { changes?: unknown }) =>
    Array.isArray(one?.changes) ? { ...one, changes: one.changes.filter(change => !isGone(change)) } : one
  return { ...rest, entry: entry.map(less) }
}

/** The raw webhooks and all that is in them in one transaction, so nothing of them is ever left unfinished. */
async function ingestBatch(ingestion: Ingestion, webhooks: readonly Webhook[]): Promise<void> {
  const { writer } = ingestion
  const { ended, isForBot } = await write(writer, async (tx, emit) => {
    const now = writer.now()
    const eventIds = await storeRaw(tx, webhooks.map(rawOf), now)
    const items = webhooks.flatMap(webhook => webhook.items.filter(isBrought))
    const { ends, isForBot } = await applyItems(ingestion, tx, emit, items, now)
    const ended = webhooks.flatMap((webhook, place) => endedOf(webhook, eventIds[place] ?? 0, ends))
    const recorded = await recordEnds(tx, { eventIds, isWhole: true, doneAt: now }, ended)
    return { ended: recorded, isForBot }
  })
  tellEnds(ingestion, ended)
  wake(
    ingestion,
    webhooks.flatMap(({ items }) => items),
    isForBot,
  )
}

/**
 * One webhook by itself, less what speaks of erased customers: the raw webhook first, then each item in a transaction of its own.
 * If it fails the webhook stays unfinished, and the items that are done change nothing when they come again.
 */
async function ingestAlone(ingestion: Ingestion, whole: string): Promise<void> {
  const { writer } = ingestion
  const left = await withoutErased(writer, whole)
  if (left === null) return
  const webhook = readFor(ingestion, left, webhookJson(left))
  const [eventId = 0] = await write(writer, tx => storeRaw(tx, [rawOf(webhook)], writer.now()))
  try {
    await finish(ingestion, eventId, webhook)
  } catch (error) {
    // Erased since it was looked at: the raw webhook goes, and WhatsApp's repeat brings what is left.
    if (error instanceof SpeaksOfErased)
      await writer.db.deleteFrom('webhook_events').where('id', '=', eventId).execute()
    throw error
  }
}

const rawOf = ({ body, items, foreign }: Webhook) => ({ body, count: items.length + foreign.length })

/**
 * Runs unfinished webhooks again, oldest first: after a crash, or a failure of an item. One that fails again is told to
 * `onTrouble` and stays unfinished, so that it keeps no server from starting. Answers how many were finished.
 */
export async function resumeWebhooks(
  ingestion: Ingestion,
  onTrouble: (error: unknown) => void,
): Promise<number> {
  const { db } = ingestion.writer
  const unfinished = await db
    .selectFrom('webhook_events')
    .select(['id', 'body'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  let finished = 0
  for (const { id, body } of unfinished) {
    try {
      const items = readWebhook(webhookJson(body))
      await countAgain(ingestion, id, items.length)
      await finish(ingestion, id, { whole: body, body, items, foreign: [] })
      finished += 1
    } catch (error) {
      onTrouble(error)
    }
  }
  return finished
}

/** What was for other numbers is not in the text, nor is who was erased meanwhile; and another version may read it otherwise. */
async function countAgain({ writer: { db } }: Ingestion, id: number, items: number): Promise<void> {
  const kept = await db.selectFrom('webhook_items').select('item_no').where('event_id', '=', id).execute()
  const beyond = kept.filter(({ item_no }) => item_no >= items).length
  await db
    .updateTable('webhook_events')
    .set({ items: items + beyond })
    .where('id', '=', id)
    .execute()
}

/**
 * Applies the items of a stored webhook one by one. An item that fails holds up none of the others, but is thrown at the end.
 * What was done in an earlier run changes nothing.
 */
async function finish(ingestion: Ingestion, eventId: number, webhook: Webhook): Promise<void> {
  const brought = [...webhook.items.entries()].flatMap(([itemNo, item]) =>
    isBrought(item) ? [{ itemNo, item }] : [],
  )
  const unread = endedOf(webhook, eventId, new Map())
  if (unread.length > 0 || brought.length === 0)
    await record(ingestion, { eventId, isLast: brought.length === 0 }, unread)
  const failures: unknown[] = []
  let isForBot = false
  for (const [index, { itemNo, item }] of brought.entries()) {
    const place = { eventId, isLast: index === brought.length - 1 && failures.length === 0 }
    try {
      if (await finishItem(ingestion, place, itemNo, item)) isForBot = true
    } catch (error) {
      failures.push(error)
      // If the machine fails, the next items would only wait for it too.
      if (isPassing(error)) break
    }
  }
  wake(ingestion, webhook.items, isForBot)
  if (failures.length > 0) throw failures[0]
}

interface Place {
  readonly eventId: number
  /** It is the last item, and all before it are done. */
  readonly isLast: boolean
}

/** Answers whether the bot has to answer it. */
async function finishItem(
  ingestion: Ingestion,
  place: Place,
  itemNo: number,
  item: Brought,
): Promise<boolean> {
  const { writer } = ingestion
  const { eventId } = place
  try {
    const { ended, isForBot } = await write(writer, async (tx, emit) => {
      const { ends, isForBot } = await applyItems(ingestion, tx, emit, [item], writer.now())
      const own = [...ends.values()].map(end => endedItem(item, { eventId, itemNo }, end))
      return { ended: await recordEnds(tx, recordedAt(ingestion, place), own), isForBot }
    })
    tellEnds(ingestion, ended)
    return isForBot
  } catch (error) {
    const rejection = rejectionOf(error)
    if (rejection === null) throw error
    const end = rejected(rejection.reason, rejection.message)
    await record(ingestion, place, [endedItem(item, { eventId, itemNo }, end)])
    return false
  }
}

const recordedAt = ({ writer }: Ingestion, { eventId, isLast }: Place) => ({
  eventIds: [eventId],
  isWhole: false,
  doneAt: isLast ? writer.now() : null,
})

/** Records the ends of items that bring nothing else. */
async function record(ingestion: Ingestion, place: Place, items: readonly EndedItem[]): Promise<void> {
  tellEnds(
    ingestion,
    await write(ingestion.writer, tx => recordEnds(tx, recordedAt(ingestion, place), items)),
  )
}

function tellEnds({ onEnded, onRefused }: Ingestion, items: readonly EndedItem[]): void {
  const counts: Record<End, number> = { shown: 0, folded: 0, noted: 0, refused: 0 }
  for (const { ended } of items) counts[ended] += 1
  onEnded(counts)
  for (const { eventId, itemNo, ended, code, reason } of items) {
    if (ended === 'refused')
      onRefused({ eventId, itemNo, reason: code as RejectionReason, sentence: reason ?? '' })
  }
}

/** The ends of a webhook's items: those that no table takes, and those that were applied. */
const endedOf = (
  { items, foreign }: Webhook,
  eventId: number,
  applied: ReadonlyMap<WebhookItem, ItemEnd>,
): readonly EndedItem[] =>
  [...items, ...foreign].flatMap((item, itemNo) => {
    const end =
      itemNo < items.length
        ? (applied.get(item) ?? unreadEnd(item))
        : rejected('foreign_number', foreignSentence(item))
    return end === null ? [] : [endedItem(item, { eventId, itemNo }, end)]
  })

/** Null for an item that a table takes. */
function unreadEnd(item: WebhookItem): ItemEnd | null {
  if (item.kind === 'noted') return ignored(item.reason)
  return item.kind === 'refused' ? rejected('malformed', `${item.what}: ${item.reason}`) : null
}

function endedItem(item: WebhookItem, place: Pick<EndedItem, 'eventId' | 'itemNo'>, end: ItemEnd): EndedItem {
  if (!isBrought(item)) return { ...end, ...place, noun: item.noun, digest: item.digest }
  if (item.kind === 'fold') {
    const isKept = end.ended === 'noted' || end.ended === 'refused'
    return { ...end, ...place, noun: item.fold.kind, digest: isKept ? changeDigest(item.fold) : null }
  }
  const { kind: noun } = item
  // What a table took is known again by its id.
  const content = item.kind === 'message' ? item.message : item.status
  return { ...end, ...place, noun, digest: end.ended === 'refused' ? itemDigest({ noun, content }) : null }
}

/** The fields of WhatsApp's that tell of a changed account or number. */
const accountFields: ReadonlySet<string> = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
])
/** Whether a field of WhatsApp's tells that a template was approved, paused, judged or changed otherwise. */
const isOfTemplates = (field: string): boolean =>
  field.startsWith('message_template_') || field === 'template_category_update'

/** Whether WhatsApp refused a template that it had accepted, since it is not as Parley knows it. */
const isTemplateRefusal = (item: WebhookItem): boolean =>
  item.kind === 'status' && item.status.error !== null && showsChangedTemplate(item.status.error.code)

function wake(ingestion: Ingestion, items: readonly WebhookItem[], isForBot: boolean): void {
  const fields = items.flatMap(item => (item.kind === 'noted' ? [item.noun] : []))
  if (fields.some(field => accountFields.has(field))) ingestion.wakeHealth()
  if (fields.some(isOfTemplates) || items.some(isTemplateRefusal)) ingestion.wakeTemplates()
  if (isForBot) ingestion.wakeBot()
  if (items.some(item => item.kind === 'message' && filesOf(item.message).length > 0)) ingestion.wakeMedia()
}

/** Whether customers' messages are being ingested, for work that can wait a little. */
export interface IngestGate {
  /** Does a piece of ingestion. */
  readonly during: (work: () => Promise<void>) => Promise<void>
  /** Resolves once nothing has been ingested for a moment, after `mostMs` milliseconds at the latest. */
  readonly quiet: (mostMs: number) => Promise<void>
}

/** The sender of a webhook that was just answered may have the next one on its way. Milliseconds. */
const momentMs = 5

/** Messages go first: WhatsApp waits for each webhook to be stored before it brings the next. */
export function openIngestGate(clock: () => number = () => performance.now()): IngestGate {
  let underWay = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const isBusy = () => underWay > 0 || clock() - endedAt < momentMs
  return {
    during: async work => {
      underWay += 1
      try {
        await work()
      } finally {
        underWay -= 1
        endedAt = clock()
      }
    },
    quiet: async mostMs => {
      const until = clock() + mostMs
      while (isBusy() && clock() < until) await new Promise(resolve => setTimeout(resolve, momentMs))
    },
  }
}
