import type { ConversationStatus } from '@parley/core/conversations/api'
import type { ConversationId } from '@parley/core/ids'
import type { Finding, Term, Way } from '@parley/core/search/finding'
import { searchLimits } from '@parley/core/search/constants'
import { type RawBuilder, sql } from 'kysely'
import { containsFolded } from '../conversations/search.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

type Sql = RawBuilder<unknown>

/** A search and its filters. */
export interface Asked {
  readonly finding: Finding
  /** The most hits of each kind. */
  readonly limit: number
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  /** Only in this conversation. */
  readonly conversation?: number | undefined
  readonly agent?: number | 'none' | undefined
  readonly status?: ConversationStatus | undefined
  readonly visibility: VisibilityScope
}

/** One more than the count can show, so that a larger number is detected. */
export const mostFound = searchLimits.counted + 1

export const and = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? sql`true` : sql.join(parts, sql` and `)
const or = (parts: readonly Sql[]): Sql => sql`(${sql.join(parts, sql` or `)})`

/** The filters of the conversation `c`, and its visibility. */
export function ofConversation({ conversation, agent, status, visibility }: Asked): readonly Sql[] {
  const parts: Sql[] = []
  if (visibility !== null) parts.push(isVisible(visibility))
  if (conversation !== undefined) parts.push(sql`c.id = ${conversation}`)
  if (status !== undefined) parts.push(sql`c.status = ${status}`)
  if (agent === 'none') parts.push(sql`c.assignee_id is null`)
  else if (agent !== undefined) parts.push(sql`c.assignee_id = ${agent}`)
  return parts
}

export function withinDates(moment: Sql, { from, to }: Pick<Asked, 'from' | 'to'>): readonly Sql[] {
  const parts: Sql[] = []
  if (from !== undefined) parts.push(sql`${moment} >= ${from}::timestamptz`)
  if (to !== undefined) parts.push(sql`${moment} < ${to}::timestamptz`)
  return parts
}

/** One character of any kind stands between the words of a phrase. */
const hasWay = (text: Sql, { words, isOpen }: Way): Sql =>
  isOpen
    ? and(words.map(word => containsFolded(text, word)))
    : sql`fold(${text}) like ${`%${words.join('_')}%`}`

/** Whether a text, by any part of its words, has all the terms. */
export const hasAll = (text: Sql, terms: readonly Term[]): Sql =>
  and(terms.map(term => or(term.map(way => sql`(${hasWay(text, way)})`))))

/** The columns of a hit's conversation `c` and customer `cu`. */
export const placeColumns = sql`c.id as conversation_id, c.status as conversation_status, cu.name as customer_name, cu.phone`

export interface Placed {
  readonly id: number
  readonly conversation_id: number
  readonly conversation_status: ConversationStatus
  readonly customer_name: string | null
  readonly phone: string | null
  readonly at: Date
}

/** The fields that all kinds of hits have. */
export const placeOf = (row: Placed) => ({
  conversation_id: String(row.conversation_id) as ConversationId,
  conversation_status: row.conversation_status,
  customer_name: row.customer_name,
  phone_number: row.phone,
  at: row.at.toISOString(),
})

/** Makes a reply from the found rows. */
export const foundOf = <Row, Hit>(rows: readonly Row[], limit: number, hit: (row: Row) => Hit) => ({
  hits: rows.slice(0, limit).map(hit),
  count: Math.min(rows.length, searchLimits.counted),
  more: rows.length > searchLimits.counted,
})
