import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ApplicationKind, ApplicationRow } from '@parley/core/applications/application'
import { rangeBounds } from '@parley/core/applications/rules'
import type { TimeOrder } from '@parley/core/conversations/constants'
import type { ApplicationId, ConversationId } from '@parley/core/ids'
import { readSearch, type Search } from '@parley/core/search/rules'
import { containsFolded, hasPhone, hasWords } from '../conversations/search.ts'
import type { ApplicationsTable } from '../db/database.ts'
import { containing } from '../db/text.ts'
import type { Reader } from '../db/write.ts'
import { currentSeq } from '../live/log.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

/** A row as lists show it. The column's check has the same kinds. */
export const rowOf = (row: Selectable<ApplicationsTable>): ApplicationRow => ({
  id: String(row.id) as ApplicationId,
  kind: row.kind as ApplicationKind,
  form_type: row.form_type,
  form_name: row.form_name,
  status: row.status as ApplicationRow['status'],
  submission_date: row.submitted_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  customer: {
    name: row.customer_name,
    phone_number: row.customer_phone,
    email: row.customer_email,
    id_number: row.customer_id_number,
  },
  conversation_id: String(row.conversation_id) as ConversationId,
  customer_id: String(row.customer_id),
  policy_type: row.policy_type,
  version: row.version,
})

export interface ListFilter {
  readonly kind: ApplicationKind
  readonly status?: ApplicationRow['status'] | undefined
  readonly range?: Parameters<typeof rangeBounds>[0] | undefined
  /** The viewer's IANA time zone. */
  readonly timeZone: string
  readonly search?: string | undefined
  /** Only this customer's. */
  readonly customer?: Person | undefined
  readonly visibility: VisibilityScope
}

/** A customer. The phone finds applications of another row of theirs. */
export interface Person {
  readonly id: number
  readonly phone: string | null
}

/** Undefined: there is no such conversation. */
export const customerOf = (reader: Reader, conversationId: number): Promise<Person | undefined> =>
  reader
    .selectFrom('conversations')
    .innerJoin('customers', 'customers.id', 'conversations.customer_id')
    .select(['customers.id', 'customers.phone'])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()

/** Finds the application `a` by its customer's name, phone or id number, or by its own number. */
function isFound(search: Search): RawBuilder<unknown> {
  const [kind, no] = search.reference?.split('-') ?? []
  const ways = [
    hasWords(sql`a.customer_name`, search),
    hasPhone(sql`a.customer_phone`, search),
    // Both: the first condition has the index, the second compares as written.
    sql`(${containsFolded(sql`a.customer_id_number`, search.text)} and a.customer_id_number like ${containing(search.text)})`,
  ]
  if (kind !== undefined && no !== undefined && kind !== 'TCK')
    ways.push(sql`(a.id = ${no}::bigint and a.kind = ${kind.toLowerCase()})`)
  return sql`(${sql.join(ways, sql` or `)})`
}

/** The filter without its status. */
function narrow(
  { kind, range, timeZone, search, customer, visibility }: ListFilter,
  now: Date,
): RawBuilder<unknown> {
  const parts = [sql`a.kind = ${kind}`]
  if (visibility !== null)
    parts.push(
      sql`exists (select 1 from conversations c where c.id = a.conversation_id and ${isVisible(visibility)})`,
    )
  if (customer !== undefined) {
    parts.push(
      customer.phone === null
        ? sql`a.customer_id = ${customer.id}`
        : sql`(a.customer_id = ${customer.id} or a.customer_phone = ${customer.phone})`,
    )
  }
  if (range !== undefined) {
    const { from, before } = rangeBounds(range, { now, timeZone })
    parts.push(sql`a.submitted_at >= ${from}`)
    if (before !== null) parts.push(sql`a.submitted_at < ${before}`)
  }
  const typed = readSearch(search ?? '')
  if (typed !== null) parts.push(isFound(typed))
  return sql.join(parts, sql` and `)
}

/** What the list is ordered by, then by the id. The indexes have the same expression. */
const listedAt = sql`coalesce(a.submitted_at, a.created_at)`

export interface ListPage {
  readonly limit: number
  /** By submission; absent: the newest first. */
  readonly order?: TimeOrder | undefined
  /** The last row of the page before. */
  readonly after?: number | undefined
}

export async function applicationRows(
  reader: Reader,
  filter: ListFilter,
  { limit, order = 'newest', after }: ListPage,
  now: Date,
): Promise<ApplicationRow[]> {
  const status = filter.status === undefined ? sql`true` : sql`a.status = ${filter.status}`
  const [isBehind, direction] = order === 'newest' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${listedAt}, a.id) ${isBehind} (select coalesce(submitted_at, created_at), id from applications where id = ${after})`
  const { rows } = await sql<Selectable<ApplicationsTable>>`
    select a.* from applications a where ${narrow(filter, now)} and ${status} and ${behind}
    order by ${listedAt} ${direction}, a.id ${direction} limit ${limit}`.execute(reader)
  return rows.map(rowOf)
}

export type StatusCounts = Readonly<Partial<Record<ApplicationRow['status'], number>>>

/** Counts by status; the filter's own status is ignored. */
export async function applicationCounts(
  reader: Reader,
  filter: ListFilter,
  now: Date,
): Promise<StatusCounts> {
  const { rows } = await sql<{ status: ApplicationRow['status']; count: number }>`
    select a.status, count(*)::int as count from applications a where ${narrow(filter, now)} group by a.status`.execute(
    reader,
  )
  return Object.fromEntries(rows.map(row => [row.status, row.count]))
}

export const applicationExists = async (
  reader: Reader,
  kind: ApplicationKind,
  id: number,
): Promise<boolean> =>
  (await reader
    .selectFrom('applications')
    .select('id')
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()) !== undefined

const isWhole = ({ range, search, customer, visibility }: ListFilter): boolean =>
  visibility === null && range === undefined && customer === undefined && (search?.trim() ?? '') === ''

/**
 * Counts the applications of one kind by status. Counts without a filter are cached by the event number, which rises with
 * every change.
 */
export function applicationCounter(
  reader: Reader,
): (filter: ListFilter, seq: number, now: Date) => Promise<StatusCounts> {
  let cached: { readonly seq: number; readonly counts: StatusCounts } | null = null
  return async (filter, seq, now) => {
    if (isWhole(filter) && cached?.seq === seq) return cached.counts
    const counts = await applicationCounts(reader, filter, now)
    // Not cached if something was written during the count.
    if (isWhole(filter) && (await currentSeq(reader)) === seq) cached = { seq, counts }
    return counts
  }
}
