import type { ApplicationId } from '@parley/core/ids'
import type { ApplicationHit, SearchReply } from '@parley/core/search/api'
import { marked } from '@parley/core/search/finding'
import { sql } from 'kysely'
import { containsFolded, hasPhone, hasWords } from '../conversations/search.ts'
import type { Reader } from '../db/write.ts'
import {
  and,
  type Asked,
  foundOf,
  mostFound,
  ofConversation,
  type Placed,
  placeColumns,
  placeOf,
  withinDates,
} from './narrow.ts'

interface Row extends Placed {
  readonly kind: ApplicationHit['kind']
  readonly status: string
  readonly name: string
  readonly form_name: string
}

/** Looks for applications by their applicant, their number, and the number by which people call them. */
export async function findApplications(
  reader: Reader,
  asked: Asked,
): Promise<NonNullable<SearchReply['applications']>> {
  const { terms, search } = asked.finding
  const [kind = '', no = '0'] = search.reference?.split('-') ?? []
  const ways = [
    hasWords(sql`x.customer_name`, search),
    containsFolded(sql`x.customer_id_number`, search.text),
    ...(/[\d+]/.test(search.text) ? [hasPhone(sql`x.customer_phone`, search)] : []),
    ...(kind === 'IPP' || kind === 'LIB'
      ? [sql`(x.id = ${no}::bigint and x.kind = ${kind.toLowerCase()})`]
      : []),
  ]
  const conditions = and([
    sql`(${sql.join(ways, sql` or `)})`,
    ...withinDates(sql`x.created_at`, asked),
    ...ofConversation(asked),
  ])
  const { rows } = await sql<Row>`
    select x.id, x.created_at as at, x.kind, x.status, x.customer_name as name, x.form_name, ${placeColumns}
    from applications x join conversations c on c.id = x.conversation_id join customers cu on cu.id = c.customer_id
    where cu.erased_at is null and ${conditions}
    order by x.created_at desc, x.id desc limit ${mostFound}`.execute(reader)
  return foundOf(rows, asked.limit, row => ({
    id: String(row.id) as ApplicationId,
    ...placeOf(row),
    kind: row.kind,
    reference: marked(`${row.kind.toUpperCase()}-${row.id}`, terms),
    status: row.status,
    name: marked(row.name, terms),
    form_name: row.form_name,
  }))
}
