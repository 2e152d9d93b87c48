import type { ItemCounts, KeptItem, WebhookLedger } from '@parley/core/api/webhooks'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'

/** The webhooks that were done in a span of time. */
export interface LedgerSpan {
  readonly from: Date
  /** Up to, and without. */
  readonly until: Date
  readonly by: 'hour' | 'day'
  /** IANA: whose hours and days they are. */
  readonly timeZone: string
}

export interface LedgerPage {
  /** Without it the noted and the refused ones. */
  readonly end?: KeptItem['end'] | undefined
  readonly limit: number
  /** Behind this item; behind one that is unknown there is nothing. */
  readonly after?: string | undefined
}

const nothing: ItemCounts = { received: 0, shown: 0, folded: 0, noted: 0, refused: 0 }

const plus = (one: ItemCounts, other: ItemCounts): ItemCounts => ({
  received: one.received + other.received,
  shown: one.shown + other.shown,
  folded: one.folded + other.folded,
  noted: one.noted + other.noted,
  refused: one.refused + other.refused,
})

/** How the items of the span ended, and those of them that have no row of their own in a thread, newest first. */
export async function webhookLedger(
  reader: Reader,
  span: LedgerSpan,
  page: LedgerPage,
): Promise<WebhookLedger> {
  const steps = await stepsOf(reader, span)
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(items), 0)::int as count from webhook_events where done_at is null`.execute(reader)
  return {
    ...steps.reduce<ItemCounts>(plus, nothing),
    from: span.from.toISOString(),
    until: span.until.toISOString(),
    unfinished: rows[0]?.count ?? 0,
    steps,
    items: await keptItems(reader, span, page),
  }
}

async function stepsOf(reader: Reader, { from, until, by, timeZone }: LedgerSpan) {
  const { rows } = await sql<ItemCounts & { at: Date }>`
    select date_trunc(${by}::text, done_at, ${timeZone}::text) as at, sum(items)::int as received,
      sum(shown)::int as shown, sum(folded)::int as folded, sum(noted)::int as noted, sum(refused)::int as refused
    from webhook_events where done_at >= ${from} and done_at < ${until}
    group by 1 having sum(items) > 0 order by 1`.execute(reader)
  return rows.map(({ at, ...counts }) => ({ from: at.toISOString(), ...counts }))
}

interface KeptRow {
  readonly event_id: number
  readonly item_no: number
  readonly at: Date
  readonly ended: KeptItem['end']
  readonly noun: string
  readonly code: string | null
  readonly reason: string | null
  readonly message_id: number | null
  readonly conversation_id: number | null
}

async function keptItems(
  reader: Reader,
  { from, until }: LedgerSpan,
  { end, limit, after }: LedgerPage,
): Promise<KeptItem[]> {
  const behind = after === undefined ? null : placeOf(after)
  // Words of the statement, since an index serves only the noted and the refused ones.
  const asked =
    end === 'folded'
      ? sql`i.ended = 'folded'`
      : sql`i.ended in ('noted', 'refused') and i.ended = coalesce(${end ?? null}::text, i.ended)`
  const { rows } = await sql<KeptRow>`
    select i.event_id, i.item_no, e.done_at as at, i.ended, i.noun, i.code, i.reason, m.id as message_id, m.conversation_id
    from webhook_items i join webhook_events e on e.id = i.event_id left join messages m on m.id = i.message_id
    where ${asked}
      and e.done_at >= ${from} and e.done_at < ${until}
      and (${behind === null} or (i.event_id, i.item_no) < (${behind?.eventId ?? 0}::bigint, ${behind?.itemNo ?? 0}::int))
    order by i.event_id desc, i.item_no desc limit ${limit}`.execute(reader)
  return rows.map(({ event_id, item_no, at, ended, noun, code, reason, message_id, conversation_id }) => ({
    id: `${event_id}.${item_no}`,
    at: at.toISOString(),
    end: ended,
    noun,
    code,
    reason: reason ?? '',
    into:
      message_id === null || conversation_id === null
        ? null
        : { message_id: String(message_id), conversation_id: String(conversation_id) },
  }))
}

/** Text that names no item stands before all of them. */
function placeOf(id: string): { readonly eventId: number; readonly itemNo: number } {
  const [event = '', item = ''] = id.split('.')
  const itemNo = /^\d{1,9}$/.test(item) ? Number(item) : 0
  return { eventId: idOf(event) ?? 0, itemNo }
}
