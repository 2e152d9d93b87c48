import type { CompiledQuery } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Tx } from '../db/write.ts'
import { type End, ends, type ItemEnd } from './item-end.ts'

/** An item that ended, at its place among the items of its webhook, from 0. */
export interface EndedItem extends ItemEnd {
  readonly itemNo: number
  /** What it was: `message`, `status`, `error`, or the name of another field. */
  readonly noun: string
  /** Of a noted or refused one: what a repetition of it has in common with it; null where something else tells. */
  readonly digest: string | null
}

/** A raw webhook whose items have all ended. */
export interface EndedEvent {
  readonly body: string
  readonly items: readonly EndedItem[]
}

/** How many of each end. */
export const countEnds = (items: readonly { readonly ended: End }[]): Record<End, number> => {
  const counts: Record<End, number> = { shown: 0, folded: 0, noted: 0, refused: 0 }
  for (const { ended } of items) counts[ended] += 1
  return counts
}

const keeping = statement(
  'keep_done_webhooks',
  `with events as materialized (
     select nextval('ids') as id, e.*
     from unnest($2::text[], $3::int[], $4::int[], $5::int[], $6::int[], $7::int[])
       with ordinality as e (body, items, shown, folded, noted, refused, place)
   ), kept as (
     insert into webhook_events (id, received_at, body, done_at, items, shown, folded, noted, refused)
     select id, $1::timestamptz, body, $1::timestamptz, items, shown, folded, noted, refused
     from events order by place
   )
   insert into webhook_items (event_id, item_no, ended, noun, code, reason, message_id)
   select e.id, i.item_no, i.ended, i.noun, i.code, i.reason, i.message_id
   from unnest($8::int[], $9::int[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[])
     as i (place, item_no, ended, noun, code, reason, message_id)
   join events e on e.place = i.place`,
)

/** Keeps raw webhooks that are done, each with the count of its items' ends; what was not shown has a row of its own. */
export function keepDone(events: readonly EndedEvent[], now: Date): CompiledQuery {
  const counts = events.map(({ items }) => countEnds(items))
  const rows = events.flatMap(({ items }, index) =>
    items.filter(({ ended }) => ended !== 'shown').map(item => ({ ...item, place: index + 1 })),
  )
  return keeping.with([
    now,
    events.map(({ body }) => body),
    events.map(({ items }) => items.length),
    ...ends.map(end => counts.map(count => count[end])),
    rows.map(({ place }) => place),
    ...columnsOf(rows),
  ])
}

const columnsOf = (items: readonly EndedItem[]): readonly unknown[][] => [
  items.map(({ itemNo }) => itemNo),
  items.map(({ ended }) => ended),
  items.map(({ noun }) => noun),
  items.map(({ code }) => code),
  items.map(({ reason }) => reason),
  items.map(({ messageId }) => messageId),
]

/*
 * An item that has its row already, from a run before, is not counted again. One whose content was noted or refused before
 * is a repetition: nothing is inserted at first, and then it is, as folded.
 */
const noting = statement<{ item_no: number; ended: End }>(
  'note_ends',
  `with given as materialized (
     select * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::text[])
       as i (item_no, ended, noun, code, reason, message_id, digest)
   ), fresh as (
     insert into webhook_items (event_id, item_no, ended, noun, code, reason, message_id, digest)
     select $1::bigint, * from given order by item_no
     on conflict do nothing returning item_no, ended
   ), again as (
     insert into webhook_items (event_id, item_no, ended, noun, digest)
     select $1::bigint, item_no, 'folded', noun, digest from given
     where item_no not in (select item_no from fresh)
     order by item_no
     on conflict do nothing returning item_no, ended
   ), told as (select * from fresh union all select * from again),
   counted as (
     update webhook_events set
       shown = shown + (select count(*) from told where ended = 'shown'),
       folded = folded + (select count(*) from told where ended = 'folded'),
       noted = noted + (select count(*) from told where ended = 'noted'),
       refused = refused + (select count(*) from told where ended = 'refused'),
       done_at = coalesce($9::timestamptz, done_at)
     where id = $1::bigint
   )
   select item_no, ended from told`,
)

/**
 * Keeps how items of one raw webhook ended, in the transaction of what they did, and counts them there. `doneAt`: they are
 * the last ones. Answers those that were counted now, as they ended.
 */
export async function noteEnds(
  tx: Tx,
  eventId: number,
  items: readonly EndedItem[],
  doneAt: Date | null,
): Promise<readonly { readonly itemNo: number; readonly ended: End }[]> {
  const values = [eventId, ...columnsOf(items), items.map(({ digest }) => digest), doneAt]
  return (await noting(tx, values)).map(({ item_no, ended }) => ({ itemNo: item_no, ended }))
}

const foldingNoted = statement(
  'fold_noted_items',
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

/** What was noted for want of its message is folded into it, now that it came. */
export const foldNoted = (
  items: readonly { readonly digest: string; readonly messageId: number }[],
): CompiledQuery =>
  foldingNoted.with([items.map(({ digest }) => digest), items.map(({ messageId }) => messageId)])

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
 * An item that was noted or refused ended otherwise when it was tried again: its row and the sums of its webhook follow, in
 * the transaction of what it did. Answers whether it was there to be moved.
 */
export async function moveEnd(tx: Tx, eventId: number, itemNo: number, end: ItemEnd): Promise<boolean> {
  if (end.ended === 'refused') throw new Error('What is refused again stays where it is')
  return (await moving(tx, [eventId, itemNo, end.ended, end.reason, end.messageId])).length > 0
}
