import type { CustomerId } from '@parley/core/ids'
import type { SearchReply } from '@parley/core/search/api'
import { marked } from '@parley/core/search/finding'
import { customerName } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { sql } from 'kysely'
import { containsFolded, isCustomer } from '../conversations/search.ts'
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

/** The most customers of a common name that are read, in no order. */
const mostLookedAt = 1_000

interface Row extends Placed {
  readonly customer_number: string | null
}

/** Looks for customers by name, number or customer number, each with the newest visible conversation. */
export async function findPeople(reader: Reader, asked: Asked): Promise<NonNullable<SearchReply['people']>> {
  const { terms, search } = asked.finding
  const conditions = and([
    sql`c.customer_id = cu.id`,
    ...ofConversation(asked),
    ...withinDates(sql`c.last_activity`, asked),
  ])
  const { rows } = await sql<Row>`
    select cu.id, c.last_activity as at, cu.customer_number, ${placeColumns}
    from (
      select * from customers cu
      where (${isCustomer(search)} or ${containsFolded(sql`cu.customer_number`, search.text)}) and cu.erased_at is null
      limit ${mostLookedAt}
    ) cu
    cross join lateral (select * from conversations c where ${conditions} order by c.last_activity desc, c.id desc limit 1) c
    order by c.last_activity desc, c.id desc limit ${mostFound}`.execute(reader)
  return foundOf(rows, asked.limit, row => ({
    id: String(row.id) as CustomerId,
    ...placeOf(row),
    name: marked(customerName(row.customer_name, row.phone), terms),
    phone: row.phone === null ? null : marked(phoneLabel(row.phone), terms),
    number: row.customer_number === null ? null : marked(row.customer_number, terms),
  }))
}
