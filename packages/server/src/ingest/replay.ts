import { readWebhook } from '@parley/whatsapp/inbound/webhook'
import { sql } from 'kysely'
import { atTheServer, record } from '../audit/record.ts'
import { write, type Writer } from '../db/write.ts'
import { applyItems } from './apply.ts'
import { type End, ignored, type ItemPlace, moveEnd } from './log.ts'
import { rejectionOf, SpeaksOfErased } from './rejection.ts'
import { isContent, webhookJson } from './webhook.ts'

interface Replayer {
  readonly writer: Writer
  /** Our business numbers. */
  readonly numbers: ReadonlySet<string>
}

/** The webhooks of a span of time, or all with rejected items. */
export type Replayed = { readonly from: Date; readonly to: Date } | 'refused'

/** The new result of one item, without customer data. */
interface ReplayedItem extends ItemPlace {
  readonly before: End
  /** `erased`: it is about an erased customer. `gone`: this version parses the webhook into other items. */
  readonly after: End | 'erased' | 'gone'
  readonly reason: string | null
}

interface Kept extends ItemPlace {
  readonly ended: 'noted' | 'refused'
  readonly body: string
  /** The webhook's items, and those for other numbers among them, which are not in the text. */
  readonly items: number
  readonly foreign: number
}

const atOnce = 200

/**
 * Applies rejected items again, or rejected and ignored ones of a span of time, oldest first. Each has its own transaction, which
 * updates its row and its webhook's counts. Stored and merged items, and items for other numbers, are left alone.
 * @throws any error that is not the item's; items before it stay done
 */
export async function* replayEvents(replayer: Replayer, which: Replayed): AsyncGenerator<ReplayedItem> {
  let after: ItemPlace = { eventId: 0, itemNo: -1 }
  for (;;) {
    const page = await keptItems(replayer, which, after)
    for (const kept of page) yield await replayItem(replayer, kept)
    const last = page.at(-1)
    if (last === undefined || page.length < atOnce) return
    after = last
  }
}

async function keptItems(
  { writer: { db } }: Replayer,
  which: Replayed,
  after: ItemPlace,
): Promise<readonly Kept[]> {
  const wanted =
    which === 'refused'
      ? sql`i.ended = 'refused'`
      : sql`e.received_at >= ${which.from} and e.received_at < ${which.to}`
  const { rows } = await sql<Kept>`
    select i.event_id as "eventId", i.item_no as "itemNo", i.ended, e.body, e.items,
      (select count(*)::int from webhook_items f
       where f.event_id = e.id and f.ended = 'refused' and f.code = 'foreign_number') as foreign
    from webhook_items i join webhook_events e on e.id = i.event_id
    where i.ended in ('noted', 'refused') and i.code is distinct from 'foreign_number' and e.done_at is not null
      and (i.event_id, i.item_no) > (${after.eventId}::bigint, ${after.itemNo}::int) and ${wanted}
    order by i.event_id, i.item_no limit ${atOnce}`.execute(db)
  return rows
}

async function replayItem(
  { writer, numbers }: Replayer,
  { eventId, itemNo, ended: before, items: count, foreign, body }: Kept,
): Promise<ReplayedItem> {
  const place = { eventId, itemNo }
  const told = (after: ReplayedItem['after'], reason: string | null) => ({ ...place, before, after, reason })
  const items = readWebhook(webhookJson(body))
  const item = items[itemNo]
  // With another number of items, the same index is another item.
  if (item === undefined || items.length + foreign !== count) return told('gone', null)
  if (item.kind === 'refused') return told(before, before === 'refused' ? item.reason : null)
  try {
    return await write(writer, async context => {
      const end = isContent(item)
        ? (await applyItems(context, { numbers, understand: null }, [item])).get(item)
        : ignored(item.reason)
      if (end === undefined) throw new Error('An item has no end')
      // A repetition of an ignored item changes nothing.
      if (end.ended === before || (end.ended === 'folded' && end.messageId === null)) {
        return told(before, end.reason)
      }
      await moveEnd(context.tx, place, end)
      return told(end.ended, end.reason)
    })
  } catch (error) {
    if (error instanceof SpeaksOfErased) return told('erased', null)
    const rejection = rejectionOf(error)
    if (rejection === null) throw error
    return told(before, rejection.message)
  }
}

export const eventsUsage = `  parley events replay                   try what was refused of WhatsApp's webhooks again
  parley events replay FROM TO           the same of all that was refused or noted in that span of time (ISO 8601)`

/** Null: the arguments are no `parley events replay`. */
export function readEventsCommand(args: readonly string[]): Replayed | null {
  const [noun, verb, ...span] = args
  if (noun !== 'events' || verb !== 'replay') return null
  if (span.length === 0) return 'refused'
  const [from, to] = span.map(timeOf)
  return span.length === 2 && from && to && from < to ? { from, to } : null
}

/** A day means its start in UTC. */
function timeOf(text: string): Date | null {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)) return null
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Replays, prints the result of each item, and records the counts in the audit log. */
export async function replayAndSay(
  replayer: Replayer,
  which: Replayed,
  say: (line: string) => void,
): Promise<void> {
  const counts: Record<string, number> = {}
  let tried = 0
  try {
    for await (const item of replayEvents(replayer, which)) {
      tried += 1
      counts[item.after] = (counts[item.after] ?? 0) + 1
      say(lineOf(item))
    }
  } finally {
    const { writer } = replayer
    const span = which === 'refused' ? {} : { from: which.from.toISOString(), to: which.to.toISOString() }
    const after = { ...span, tried, ...counts }
    await write(writer, context => record(context, atTheServer, 'events.replayed', null, { after }))
  }
  const sums = Object.entries(counts).map(([end, count]) => `${count} ${end}`)
  say(tried === 0 ? 'There is nothing to try again' : `${tried} tried: ${sums.join(', ')}`)
}

const words: Readonly<Record<ReplayedItem['after'], string>> = {
  shown: 'is shown now',
  folded: 'is folded into its message now',
  noted: 'is noted',
  refused: 'is refused',
  erased: 'speaks of a customer who was erased, and is left alone',
  gone: 'is read otherwise by this version, and is left alone',
}

function lineOf({ eventId, itemNo, before, after, reason }: ReplayedItem): string {
  const still = before === after ? ' still' : ''
  const why = reason === null || reason === '' ? '' : `: ${reason}`
  return `Webhook ${eventId}, item ${itemNo}${still} ${words[after]}${why}`
}
