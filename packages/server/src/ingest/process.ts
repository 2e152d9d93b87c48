import { showsChangedTemplate } from '@parley/whatsapp/error-codes'
import { filesOf } from '@parley/whatsapp/inbound/inbound-message'
import { itemDigest } from '@parley/whatsapp/inbound/node'
import { readWebhook, type WebhookItem } from '@parley/whatsapp/inbound/webhook'
import { type Writer, write } from '../db/write.ts'
import { isPassing } from '../http/errors.ts'
import { type Applying, applyItems, foreignSentence } from './apply.ts'
import {
  type End,
  type EndedItem,
  ignored,
  type ItemEnd,
  type ItemPlace,
  recordEnds,
  rejected,
  storeRaw,
} from './log.ts'
import { changeDigest } from './message-changes.ts'
import { type RejectedItem, type RejectionReason, rejectionOf, SpeaksOfErased } from './rejection.ts'
import { type Content, isContent, readFor, type Webhook, webhookJson, withoutErased } from './webhook.ts'

export interface IngestDeps extends Applying {
  readonly writer: Writer
  /** Woken when a message brought a file. */
  readonly wakeMedia: () => void
  /** Woken when a message came. */
  readonly wakeBot: () => void
  /** Woken when WhatsApp reported a change of the account or the number. */
  readonly wakeHealth: () => void
  /** Woken when a template changed, or when WhatsApp rejected one. */
  readonly wakeTemplates: () => void
  /** Called with the results of items once they are stored. */
  readonly onEnded: (counts: Readonly<Record<End, number>>) => void
  /** Called for each rejected item once it is recorded. */
  readonly onRefused: (item: RejectedItem) => void
  /** Called with the reason when the webhooks of a batch are processed alone, and their number. */
  readonly onSplit: (error: unknown, size: number) => void
}

/** Stores the raw webhooks and all their items in one transaction, so that none is left unfinished. */
export async function processBatch(deps: IngestDeps, webhooks: readonly Webhook[]): Promise<void> {
  const { writer } = deps
  const items = webhooks.flatMap(webhook => webhook.items)
  const ended = await write(writer, async context => {
    const { tx, now } = context
    const eventIds = await storeRaw(tx, webhooks, now)
    const ends = await applyItems(context, deps, items.filter(isContent))
    const all = webhooks.flatMap((webhook, place) => endsOf(webhook, eventIds[place] ?? 0, ends))
    return recordEnds(tx, eventIds, all, now)
  })
  tellEnds(deps, ended)
  wake(deps, items)
}

/**
 * Processes one webhook alone, without items of erased customers: the raw webhook first, then each item in its own transaction.
 * If it fails, the webhook stays unfinished; finished items change nothing when they come again.
 */
export async function processAlone(deps: IngestDeps, whole: string): Promise<void> {
  const { db, now } = deps.writer
  const left = await withoutErased(db, whole)
  if (left === null) return
  const webhook = readFor(deps.numbers, left, webhookJson(left))
  const [eventId = 0] = await storeRaw(db, [webhook], now())
  try {
    await finish(deps, eventId, webhook)
  } catch (error) {
    // Erased since the check: delete the raw webhook. WhatsApp's repeat brings the other items.
    if (error instanceof SpeaksOfErased)
      await db.deleteFrom('webhook_events').where('id', '=', eventId).execute()
    throw error
  }
}

/**
 * Runs unfinished webhooks again, oldest first, after a crash or a failed item. A repeated failure goes to `onTrouble`, and the
 * webhook stays unfinished, so that the server can start. @returns the number of finished webhooks
 */
export async function resumeWebhooks(deps: IngestDeps, onTrouble: (error: unknown) => void): Promise<number> {
  const unfinished = await deps.writer.db
    .selectFrom('webhook_events')
    .select(['id', 'body'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  let finished = 0
  for (const { id, body } of unfinished) {
    try {
      const items = readWebhook(webhookJson(body))
      await countAgain(deps.writer, id, items.length)
      await finish(deps, id, { whole: body, body, items, foreign: [] })
      finished += 1
    } catch (error) {
      onTrouble(error)
    }
  }
  return finished
}

/** Counts the items again: the stored text lacks foreign and erased ones, and another version may read it otherwise. */
async function countAgain({ db }: Writer, id: number, items: number): Promise<void> {
  const kept = await db.selectFrom('webhook_items').select('item_no').where('event_id', '=', id).execute()
  const beyond = kept.filter(({ item_no }) => item_no >= items).length
  await db
    .updateTable('webhook_events')
    .set({ items: items + beyond })
    .where('id', '=', id)
    .execute()
}

/**
 * Applies the items of a stored webhook one by one. A failed item stops no other; its error is thrown at the end. Items of an
 * earlier run change nothing.
 */
async function finish(deps: IngestDeps, eventId: number, webhook: Webhook): Promise<void> {
  const { writer } = deps
  const record = async (ends: readonly EndedItem[]) =>
    tellEnds(deps, await write(writer, ({ tx }) => recordEnds(tx, [eventId], ends, null)))
  const unread = endsOf(webhook, eventId, new Map())
  if (unread.length > 0) await record(unread)
  const failures: unknown[] = []
  for (const [itemNo, item] of webhook.items.entries()) {
    if (!isContent(item)) continue
    const place = { eventId, itemNo }
    try {
      tellEnds(deps, await processItem(deps, place, item))
    } catch (error) {
      const rejection = rejectionOf(error)
      if (rejection !== null) {
        await record([endedItem(item, place, rejected(rejection.reason, rejection.message))])
        continue
      }
      failures.push(error)
      // If the database fails, the next items would fail too.
      if (isPassing(error)) break
    }
  }
  wake(deps, webhook.items)
  if (failures.length > 0) throw failures[0]
  await writer.db
    .updateTable('webhook_events')
    .set({ done_at: writer.now() })
    .where('id', '=', eventId)
    .execute()
}

const processItem = (deps: IngestDeps, place: ItemPlace, item: Content): Promise<readonly EndedItem[]> =>
  write(deps.writer, async context => {
    const ends = await applyItems(context, deps, [item])
    const own = [...ends.values()].map(end => endedItem(item, place, end))
    return recordEnds(context.tx, [place.eventId], own, null)
  })

function tellEnds({ onEnded, onRefused }: IngestDeps, items: readonly EndedItem[]): void {
  const counts: Record<End, number> = { shown: 0, folded: 0, noted: 0, refused: 0 }
  for (const { ended } of items) counts[ended] += 1
  onEnded(counts)
  for (const { eventId, itemNo, ended, code, reason } of items) {
    if (ended === 'refused')
      onRefused({ eventId, itemNo, reason: code as RejectionReason, sentence: reason ?? '' })
  }
}

/** The results of a webhook's items: those without content, and those that were applied. */
const endsOf = (
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

/** Null: the item has content to store. */
function unreadEnd(item: WebhookItem): ItemEnd | null {
  if (item.kind === 'noted') return ignored(item.reason)
  return item.kind === 'refused' ? rejected('malformed', `${item.what}: ${item.reason}`) : null
}

function endedItem(item: WebhookItem, place: ItemPlace, end: ItemEnd): EndedItem {
  if (!isContent(item)) return { ...end, ...place, noun: item.noun, digest: item.digest }
  if (item.kind === 'fold') {
    const isKept = end.ended === 'noted' || end.ended === 'refused'
    return { ...end, ...place, noun: item.change.kind, digest: isKept ? changeDigest(item.change) : null }
  }
  const { kind: noun } = item
  // A stored message or status is recognised by its id.
  const content = item.kind === 'message' ? item.message : item.status
  return { ...end, ...place, noun, digest: end.ended === 'refused' ? itemDigest({ noun, content }) : null }
}

/** WhatsApp's webhook fields about the account and the number. */
const accountFields: ReadonlySet<string> = new Set([
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'phone_number_name_update',
  'phone_number_quality_update',
])
/** Whether a webhook field is about templates. */
const isOfTemplates = (field: string): boolean =>
  field.startsWith('message_template_') || field === 'template_category_update'

/** Whether WhatsApp rejected a template that has changed since Parley read it. */
const isTemplateRefusal = (item: WebhookItem): boolean =>
  item.kind === 'status' && item.status.error !== null && showsChangedTemplate(item.status.error.code)

function wake(deps: IngestDeps, items: readonly WebhookItem[]): void {
  const fields = items.flatMap(item => (item.kind === 'noted' ? [item.noun] : []))
  const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
  if (fields.some(field => accountFields.has(field))) deps.wakeHealth()
  if (fields.some(isOfTemplates) || items.some(isTemplateRefusal)) deps.wakeTemplates()
  if (messages.length > 0) deps.wakeBot()
  if (messages.some(message => filesOf(message).length > 0)) deps.wakeMedia()
}
