import {
  type ItemCounts,
  type KeptItem,
  webhookCalls,
  type WebhookLedger,
} from '@parley/core/channel/webhooks'
import { sql } from 'kysely'
import { statement } from '../db/connection/statement.ts'
import type { Reader, Tx, Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'

/**
 * The result of a webhook's item. Stored: it is a row in a thread. Merged: it belongs to an existing row, such as a status or a
 * repetition. Ignored: it is kept outside the conversations. Rejected: it was not accepted, with the reason. The values are those
 * of the database and the wire.
 */
export const ends = ['shown', 'folded', 'noted', 'refused'] as const
export type End = (typeof ends)[number]

/** The result of one item, without customer text. */
export interface ItemEnd {
  readonly ended: End
  /** The message that it was merged into; null: no message. */
  readonly messageId: number | null
  /** If rejected: a label of the metric. */
  readonly code: string | null
  /** One sentence. */
  readonly reason: string | null
}

export const stored: ItemEnd = { ended: 'shown', messageId: null, code: null, reason: null }
export const merged = (messageId: number | null): ItemEnd => ({ ...stored, ended: 'folded', messageId })
export const ignored = (reason: string): ItemEnd => ({ ...stored, ended: 'noted', reason })
export const rejected = (code: string, reason: string): ItemEnd => ({
  ...stored,
  ended: 'refused',
  code,
  reason,
})

/** A raw webhook, and the index of an item in it. */
export interface ItemPlace {
  readonly eventId: number
  readonly itemNo: number
}

export interface EndedItem extends ItemEnd, ItemPlace {
  /** `message`, `status`, `error`, or the name of another field. */
  readonly noun: string
  /** If ignored or rejected: recognises a repetition. Null if another id does. */
  readonly digest: string | null
}

const storing = statement<{ id: number }>(
  'store_raw_webhooks',
  `insert into webhook_events (received_at, body, items)
   select $1::timestamptz, e.body, e.items
   from unnest($2::text[], $3::int[]) with ordinality as e (body, items, place) order by e.place
   returning id`,
)

/** Stores raw webhooks as unfinished. @returns their ids, in order */
export async function storeRaw(
  reader: Reader,
  webhooks: readonly {
    readonly body: string
    readonly items: readonly unknown[]
    readonly foreign: readonly unknown[]
  }[],
  now: Date,
): Promise<readonly number[]> {
  const counts = webhooks.map(({ items, foreign }) => items.length + foreign.length)
  return (await storing(reader, [now, webhooks.map(({ body }) => body), counts])).map(({ id }) => id)
}

/*
 * An item with a row from an earlier run is not counted again. An item is a repetition if equal content was ignored or rejected
 * before: the first insert skips it, and the second inserts it as merged. A webhook that finishes in one transaction is never run
 * again, so its stored items need no rows.
 */
const recording = statement<{ event_id: number; item_no: number; ended: End }>(
  'record_ends',
  `with given as materialized (
     select * from unnest($1::bigint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[])
       as i (event_id, item_no, ended, noun, code, reason, message_id, digest)
   ), kept as materialized (
     select * from given where not ($9::boolean and ended = 'shown')
   ), fresh as (
     insert into webhook_items (event_id, item_no, ended, noun, code, reason, message_id, digest)
     select event_id, item_no, ended, noun, code, reason, message_id, digest from kept order by event_id, item_no
     on conflict do nothing returning event_id, item_no, ended
   ), again as (
     insert into webhook_items (event_id, item_no, ended, noun, digest)
     select event_id, item_no, 'folded', noun, digest from kept
     where (event_id, item_no) not in (select event_id, item_no from fresh)
     order by event_id, item_no
     on conflict do nothing returning event_id, item_no, ended
   ), told as (
     select event_id, item_no, ended from fresh union all select event_id, item_no, ended from again
     union all select event_id, item_no, ended from given where $9::boolean and ended = 'shown'
   ), counted as (
     update webhook_events e set shown = e.shown + n.shown, folded = e.folded + n.folded, noted = e.noted + n.noted,
       refused = e.refused + n.refused, done_at = coalesce($11::timestamptz, e.done_at)
     from (
       select d.id, count(*) filter (where t.ended = 'shown')::int as shown,
         count(*) filter (where t.ended = 'folded')::int as folded, count(*) filter (where t.ended = 'noted')::int as noted,
         count(*) filter (where t.ended = 'refused')::int as refused
       from unnest($10::bigint[]) as d (id) left join told t on t.event_id = d.id group by d.id) n
     where e.id = n.id
   )
   select event_id, item_no, ended from told`,
)

/**
 * Records the results of items, in the transaction that applied them. @returns the items that are counted now
 * @param doneAt these are all items of webhooks that were stored in this transaction; null: more will follow
 */
export async function recordEnds(
  tx: Tx,
  eventIds: readonly number[],
  items: readonly EndedItem[],
  doneAt: Date | null,
): Promise<readonly EndedItem[]> {
  const rows = await recording(tx, [
    items.map(({ eventId }) => eventId),
    items.map(({ itemNo }) => itemNo),
    items.map(({ ended }) => ended),
    items.map(({ noun }) => noun),
    items.map(({ code }) => code),
    items.map(({ reason }) => reason),
    items.map(({ messageId }) => messageId),
    items.map(({ digest }) => digest),
    doneAt !== null,
    eventIds,
    doneAt,
  ])
  const now = new Map(rows.map(({ event_id, item_no, ended }) => [`${event_id}.${item_no}`, ended]))
  return items.flatMap(item => {
    const ended = now.get(`${item.eventId}.${item.itemNo}`)
    return ended === undefined ? [] : [{ ...item, ended }]
  })
}

const mergingIgnored = statement(
  'merge_ignored_items',
  `with moved as (
     update webhook_items i set ended = 'folded', reason = null, message_id = g.message_id
     from unnest($1::text[], $2::bigint[]) as g (digest, message_id)
     where i.digest = g.digest and i.ended = 'noted'
     returning i.event_id
   )
   update webhook_events e set noted = e.noted - n.count, folded = e.folded + n.count
   from (select event_id, count(*)::int as count from moved group by event_id) n
   where e.id = n.event_id`,
)

/** Marks items that waited for a message as merged into it. */
export async function mergeIgnored(
  tx: Tx,
  items: readonly { readonly digest: string; readonly messageId: number }[],
): Promise<void> {
  await mergingIgnored(tx, [items.map(({ digest }) => digest), items.map(({ messageId }) => messageId)])
}

const moving = statement<{ ended: End }>(
  'move_end',
  `with given as (select $3::text as ended),
   old as (
     select i.ended from webhook_items i
     where i.event_id = $1::bigint and i.item_no = $2::int and i.ended in ('noted', 'refused') for update
   ), moved as (
     update webhook_items i set ended = g.ended, code = null, reason = $4::text, message_id = $5::bigint
     from given g, old where i.event_id = $1::bigint and i.item_no = $2::int
     returning i.ended
   )
   update webhook_events e set
     shown = e.shown + (g.ended = 'shown')::int,
     folded = e.folded + (g.ended = 'folded')::int,
     noted = e.noted + (g.ended = 'noted')::int - (o.ended = 'noted')::int,
     refused = e.refused - (o.ended = 'refused')::int
   from given g, old o
   where e.id = $1::bigint
   returning o.ended`,
)

/**
 * Updates the row of an ignored or rejected item and its webhook's counts after a replay, in the transaction that applied it.
 */
export async function moveEnd(tx: Tx, { eventId, itemNo }: ItemPlace, end: ItemEnd): Promise<void> {
  if (end.ended === 'refused') throw new Error('A rejected item that is rejected again keeps its row')
  await moving(tx, [eventId, itemNo, end.ended, end.reason, end.messageId])
}

/** Selects webhooks by the time at which they were finished. */
interface LogSpan {
  readonly from: Date
  /** Exclusive. */
  readonly until: Date
  readonly by: 'hour' | 'day'
  /** IANA. Hours and days are counted in this zone. */
  readonly timeZone: string
}

interface LogPage {
  /** Undefined: ignored and rejected items. */
  readonly end?: KeptItem['end'] | undefined
  readonly limit: number
  /** The page after this item; empty if the item is unknown. */
  readonly after?: string | undefined
}

/** The counts of the results, and the items without a row in a thread, newest first. */
export async function readWebhookLog(reader: Reader, span: LogSpan, page: LogPage): Promise<WebhookLedger> {
  const { from, until, by, timeZone } = span
  const { rows } = await sql<ItemCounts & { at: Date }>`
    select date_trunc(${by}::text, done_at, ${timeZone}::text) as at, sum(items)::int as received,
      sum(shown)::int as shown, sum(folded)::int as folded, sum(noted)::int as noted, sum(refused)::int as refused
    from webhook_events where done_at >= ${from} and done_at < ${until}
    group by 1 having sum(items) > 0 order by 1`.execute(reader)
  const { rows: open } = await sql<{ count: number }>`
    select coalesce(sum(items), 0)::int as count from webhook_events where done_at is null`.execute(reader)
  const sum = (name: keyof ItemCounts) => rows.reduce((total, row) => total + row[name], 0)
  return {
    received: sum('received'),
    shown: sum('shown'),
    folded: sum('folded'),
    noted: sum('noted'),
    refused: sum('refused'),
    from: from.toISOString(),
    until: until.toISOString(),
    unfinished: open[0]?.count ?? 0,
    steps: rows.map(({ at, ...counts }) => ({ from: at.toISOString(), ...counts })),
    items: await keptItems(reader, span, page),
  }
}

interface KeptRow extends Omit<KeptItem, 'at' | 'reason' | 'into'> {
  readonly at: Date
  readonly reason: string | null
  readonly message_id: string | null
  readonly conversation_id: string | null
}

async function keptItems(
  reader: Reader,
  { from, until }: LogSpan,
  { end, limit, after }: LogPage,
): Promise<KeptItem[]> {
  const behind = after === undefined ? null : placeOf(after)
  // Literals, since a partial index covers only these two.
  const asked =
    end === 'folded'
      ? sql`i.ended = 'folded'`
      : sql`i.ended in ('noted', 'refused') and i.ended = coalesce(${end ?? null}::text, i.ended)`
  const { rows } = await sql<KeptRow>`
    select i.event_id || '.' || i.item_no as id, e.done_at as at, i.ended as "end", i.noun, i.code, i.reason,
      m.id::text as message_id, m.conversation_id::text as conversation_id
    from webhook_items i join webhook_events e on e.id = i.event_id left join messages m on m.id = i.message_id
    where ${asked}
      and e.done_at >= ${from} and e.done_at < ${until}
      and (${behind === null} or (i.event_id, i.item_no) < (${behind?.eventId ?? 0}::bigint, ${behind?.itemNo ?? 0}::int))
    order by i.event_id desc, i.item_no desc limit ${limit}`.execute(reader)
  return rows.map(({ at, reason, message_id, conversation_id, ...item }) => ({
    ...item,
    at: at.toISOString(),
    reason: reason ?? '',
    into: message_id === null || conversation_id === null ? null : { message_id, conversation_id },
  }))
}

/** Invalid text becomes a place before all items. */
function placeOf(id: string): ItemPlace {
  const [event = '', item = ''] = id.split('.')
  const itemNo = /^\d{1,9}$/.test(item) ? Number(item) : 0
  return { eventId: idOf(event) ?? 0, itemNo }
}

const day = 24 * 60 * 60_000

/** @param timeZone IANA, the workspace's: counts use its hours and days */
export function webhookLogRoutes(
  http: Http,
  { db, now }: Pick<Writer, 'db' | 'now'>,
  timeZone: string,
): void {
  mount(http, webhookCalls, {
    webhookLedger: ({ query }) => {
      // Include webhooks finished in this millisecond.
      const until = query.until === undefined ? new Date(now().getTime() + 1) : new Date(query.until)
      const from = query.from === undefined ? new Date(until.getTime() - day) : new Date(query.from)
      return readWebhookLog(db, { from, until, by: query.by, timeZone }, query)
    },
  })
}
