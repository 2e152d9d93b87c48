import { unknownPhone } from '@parley/core/conversations/rules'
import { fold } from '@parley/core/text/fold'
import { matchesPhone, type Search } from '@parley/core/search/rules'
import { type RawBuilder, sql } from 'kysely'
import { beginningWith, containing } from '../db/text.ts'
import type { Reader } from '../db/write.ts'

type Sql = RawBuilder<unknown>

/** Whether a text contains another, folded. The fold of `migrations/0002-fold.sql` equals core's. */
export const containsFolded = (text: Sql, part: string): Sql =>
  sql`fold(${text}) like ${containing(fold(part))}`

/** Whether the column has every word of a search. */
export const hasWords = (column: Sql, { words }: Search): Sql =>
  sql`(${sql.join(
    words.map(word => containsFolded(column, word)),
    sql` and `,
  )})`

export const hasPhone = (column: Sql, { phone: { contains, begins } }: Search): Sql =>
  sql`${column} like any(${[...contains.map(containing), ...begins.map(beginningWith)]}::text[])`

/** The displayed name of the customer `cu`. Must match its index. */
const shownName = sql`coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')')`

/** The customer `cu` by name or number. */
export function isCustomer(search: Search): Sql {
  const ways = [hasWords(shownName, search)]
  if (/[\d+]/.test(search.text)) ways.push(hasPhone(sql`cu.phone`, search))
  if (matchesPhone(search, unknownPhone)) ways.push(sql`cu.phone is null`)
  return sql`(${sql.join(ways, sql` or `)})`
}

function ofReference(reference: string | null): Sql {
  const [kind, no] = reference?.split('-') ?? []
  if (kind === undefined || no === undefined) return sql`select null::bigint where false`
  return kind === 'TCK'
    ? sql`select conversation_id from tickets where ticket_number = ${reference}`
    : sql`select conversation_id from applications where id = ${no}::bigint and kind = ${kind.toLowerCase()}`
}

/** Last messages and tags have no index: they are searched in this many of the newest conversations. */
const withNewestText = 10_000
/** A search with more matches is common: going through the list finds enough of them soon. */
const mostCollected = 5_000
/** A common search is counted in this many of the newest conversations. */
export const countedAmong = 20_000

export interface Found {
  /** The condition of the conversation `c`. */
  readonly where: Sql
  /** Too many to collect: go through the list in its order, and count within bounds. */
  readonly isCommon: boolean
}

const idsFrom = async (reader: Reader, query: Sql): Promise<readonly number[]> =>
  (await sql<{ id: number }>`select id from (${query}) found`.execute(reader)).rows.map(({ id }) => id)

/** Runs a search once, for the list and its counts. */
export async function findConversations(reader: Reader, search: Search): Promise<Found> {
  // Lateral and unsorted: plain joins would read all messages and conversations, and a sort every customer of a common
  // name.
  const [byCustomer, byText] = await Promise.all([
    idsFrom(
      reader,
      sql`select o.id from customers cu
        cross join lateral (select id from conversations where customer_id = cu.id offset 0) o
        where ${isCustomer(search)} limit ${mostCollected + 1}`,
    ),
    idsFrom(
      reader,
      sql`select n.id from (
          select id, last_message_id, tags from conversations order by last_activity desc, id desc limit ${withNewestText}
        ) n left join lateral (select content from messages where id = n.last_message_id and revoked_at is null offset 0) m on true
        where ${containsFolded(sql`m.content`, search.text)}
          or exists (select 1 from unnest(n.tags) t (tag) where ${containsFolded(sql`t.tag`, search.text)})
        union all ${ofReference(search.reference)}`,
    ),
  ])
  if (byCustomer.length <= mostCollected)
    return { where: isAmong([...byCustomer, ...byText]), isCommon: false }
  const ofCustomer = sql`(select ${isCustomer(search)} from customers cu where cu.id = c.customer_id)`
  return { where: sql`(${ofCustomer} or ${isAmong(byText)})`, isCommon: true }
}

const isAmong = (ids: readonly number[]): Sql => sql`c.id = any(${ids}::bigint[])`
