import type { ConversationId } from '@parley/core/ids'
import type { CountedRow, CountedRows } from '@parley/core/reports/api'
import { ApiError } from '@parley/core/errors'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'
import { mean, percent, share } from './definitions.ts'
import type { Source } from './sources.ts'

/** A place in the rows' order: newest first, then greatest id. The database has microseconds. */
interface Place {
  readonly micros: string
  readonly id: string
  readonly second: string
}

const placeText = /^(-?\d{1,17})_(\d{1,15})_(\d{1,15})$/

/** @throws ApiError input.invalid naming `after` */
function placeOf(after: string | undefined): Place | null {
  if (after === undefined) return null
  const [, micros, id, second] = placeText.exec(after) ?? []
  if (micros === undefined || id === undefined || second === undefined)
    throw ApiError.field('after', 'is no place that this list gave: leave it out to start anew')
  return { micros, id, second }
}

interface Row {
  id: number
  second: number
  conversation_id: number | null
  name: string
  phone_number: string | null
  label: string | null
  moment: Date | null
  micros: number
  amount: number | null
}

const customerName = sql`coalesce(cu.name, cu.phone, '')`

/** The columns that a row of each kind shows beside its id; `p` is the page. */
const details: Record<Source['kind'], (visibility: VisibilityScope) => RawBuilder<unknown>> = {
  customer: visibility => sql`
    select p.*, ${customerName} as name, cu.phone as phone_number, null as label, (
        select id from conversations c where c.customer_id = cu.id and ${isVisible(visibility)} order by c.last_activity desc, c.id desc limit 1
      ) as conversation_id
    from page p join customers cu on cu.id = p.id`,
  conversation: () => sql`
    select p.*, ${customerName} as name, cu.phone as phone_number, a.name as label, c.id as conversation_id
    from page p join conversations c on c.id = p.id join customers cu on cu.id = c.customer_id
    left join agents a on a.id = p.second`,
  message: () => sql`
    select p.*, ${customerName} as name, cu.phone as phone_number, c.id as conversation_id,
      case m.source when 'AGENT' then coalesce(a.name, 'Business phone') when 'BOT' then 'Bot' else ${customerName} end as label
    from page p join messages m on m.id = p.id join conversations c on c.id = m.conversation_id
    join customers cu on cu.id = c.customer_id left join agents a on a.id = m.agent_id`,
  ticket: () => sql`
    select p.*, ${customerName} as name, cu.phone as phone_number, c.id as conversation_id,
      t.ticket_number || ' ' || t.title as label
    from page p join tickets t on t.id = p.id join conversations c on c.id = t.conversation_id
    join customers cu on cu.id = c.customer_id`,
  rating: () => sql`
    select p.*, ${customerName} as name, cu.phone as phone_number, c.id as conversation_id, null as label
    from page p join ratings r on r.id = p.id join conversations c on c.id = r.conversation_id
    join customers cu on cu.id = c.customer_id`,
}

type Condition = RawBuilder<unknown>

const through =
  (table: string) =>
  (condition: Condition): Condition =>
    sql`exists (
    select 1 from ${sql.table(table)} x join conversations c on c.id = x.conversation_id
    where x.id = s.id and ${condition})`

/** Whether a row `s` of each kind belongs to a conversation `c` that meets the condition. */
const ofConversation: Readonly<Record<Source['kind'], (condition: Condition) => Condition>> = {
  customer: condition =>
    sql`exists (select 1 from conversations c where c.customer_id = s.id and ${condition})`,
  conversation: condition => sql`exists (select 1 from conversations c where c.id = s.id and ${condition})`,
  message: through('messages'),
  ticket: through('tickets'),
  rating: through('ratings'),
}

/** The figure of a source, from all of its rows. */
export async function figureOf(
  reader: Reader,
  { rows, aggregate, per, figure }: Source,
): Promise<number | null> {
  if (figure !== null) return figure(reader)
  const { rows: found } = await sql<{ count: number; sum: number; greatest: number | null }>`
    select count(*)::int as count, coalesce(sum(amount), 0)::bigint as sum, max(amount) as greatest from (${rows}) s`.execute(
    reader,
  )
  const { count, sum, greatest } = found[0] ?? { count: 0, sum: 0, greatest: null }
  switch (aggregate) {
    case 'count':
      return count
    case 'mean':
      return mean(sum, count, per)
    case 'greatest':
      return greatest === null ? null : greatest / per
    case 'fraction':
      return share(sum, count)
    case 'percent':
      return share(sum, count) * 100
    case 'percent-or-null':
      return percent(sum, count)
  }
}

export interface Page {
  readonly limit: number
  readonly after: string | undefined
}

/** One page of a figure's rows, without those outside the visibility scope. @throws ApiError input.invalid naming `after` */
export async function pageOf(
  reader: Reader,
  source: Source,
  visibility: VisibilityScope,
  { limit, after }: Page,
): Promise<Pick<CountedRows, 'rows' | 'next'>> {
  const place = placeOf(after)
  const at =
    place === null ? null : sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`
  const behind =
    place === null
      ? sql`true`
      : sql`s.at <= ${at} and (s.at, s.id, s.second) < (${at}, ${place.id}::bigint, ${place.second}::bigint)`
  const seen = visibility === null ? sql`true` : ofConversation[source.kind](isVisible(visibility))
  const { rows } = await sql<Row>`
    with page as (
      select s.id, s.second, s.at, s.amount, (extract(epoch from s.at) * 1000000)::bigint as micros
      from (${source.rows}) s where ${behind} and ${seen}
      order by s.at desc, s.id desc, s.second desc limit ${limit + 1}
    )
    select shown.*, ${source.moment} as moment from (${details[source.kind](visibility)}) shown cross join lateral (
      select shown.id, shown.second, shown.at
    ) p order by shown.at desc, shown.id desc, shown.second desc`.execute(reader)
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    rows: rows.slice(0, limit).map(row => rowOf(source, row)),
    next: last === undefined ? null : `${last.micros}_${last.id}_${last.second}`,
  }
}

const rowOf = ({ kind, per }: Source, row: Row): CountedRow => ({
  kind,
  id: String(row.id),
  conversation_id: row.conversation_id === null ? null : (String(row.conversation_id) as ConversationId),
  name: row.name,
  phone_number: row.phone_number,
  label: row.label,
  at: row.moment?.toISOString() ?? null,
  value: row.amount === null ? null : row.amount / per,
})
