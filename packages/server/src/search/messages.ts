import { type MessageId, Time } from '@parley/core/ids'
import type { MessageHit, SearchReply } from '@parley/core/search/api'
import { ApiError } from '@parley/core/errors'
import { excerpt, hasTerms } from '@parley/core/search/finding'
import { type MessageWriter, searchLimits } from '@parley/core/search/constants'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import {
  and,
  type Asked,
  mostFound,
  ofConversation,
  type Placed,
  placeColumns,
  placeOf,
  withinDates,
} from './narrow.ts'
import { queryOf, type WordQuery } from './vocabulary.ts'

type Sql = RawBuilder<unknown>

/** A place among all messages, newest first. */
export interface Cursor {
  readonly at: string
  readonly id: number
}

const cursorText = ({ at, id }: Cursor): string => `${at}_${id}`

/** @throws ApiError input.invalid for any text that is not the `next` of a reply */
export function readCursor(text: string): Cursor {
  const [at = '', id = ''] = text.split('_')
  const known = idOf(id)
  // PostgreSQL has no year 0.
  if (known === null || !Time.safeParse(at).success || at.startsWith('0000'))
    throw ApiError.field('before', 'must be what an answer said as next')
  return { at, id: known }
}

/** Filters of messages only. */
export interface OfMessages {
  readonly writtenBy?: MessageWriter | undefined
  readonly before?: Cursor | undefined
}

/**
 * A word in more messages than this is common. The newest messages soon contain it, so these are read first. Collecting all of
 * its messages would read as many pages all over the table.
 */
const common = 5_000
/** The most messages that are read, at 0.7 µs each. Of ten million, they contain a page of any common word, without a filter. */
const mostWalked = 200_000

interface Found {
  readonly message_id: number
  /** To the microsecond. */
  readonly at: string
}

const order = sql`at desc, message_id desc`
const place = sql`to_char(f.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Looks for messages, newest first. */
export async function findMessages(
  reader: Reader,
  asked: Asked,
  own: OfMessages,
): Promise<NonNullable<SearchReply['messages']>> {
  const query = await queryOf(reader, asked.finding)
  if (query === null) return { hits: [], count: 0, more: false, conversations: 0, next: null }
  const found = await newest(reader, query, asked, own)
  const counted = found.slice(0, searchLimits.counted)
  const page = found.slice(0, asked.limit)
  const last = page.at(-1)
  const [hits, conversations] = await Promise.all([
    hitsOf(reader, page, asked),
    conversationsOf(
      reader,
      counted.map(one => one.message_id),
    ),
  ])
  return {
    hits,
    count: counted.length,
    more: found.length > counted.length,
    conversations,
    next:
      last !== undefined && found.length > page.length
        ? cursorText({ at: last.at, id: last.message_id })
        : null,
  }
}

async function newest(
  reader: Reader,
  query: WordQuery,
  asked: Asked,
  { writtenBy, before }: OfMessages,
): Promise<readonly Found[]> {
  const matches = sql`words @@ ${query.text}::tsquery`
  const range = [
    ...withinDates(sql`at`, asked),
    ...(before === undefined
      ? []
      : [sql`(at, message_id) < (${before.at}::timestamptz, ${before.id}::bigint)`]),
  ]
  const filters = [
    ...ofConversation(asked),
    ...(writtenBy === undefined ? [] : [sql`m.source = ${writtenBy}`]),
  ]
  const among = (candidates: Sql) => run(reader, candidates, filters)
  if (asked.conversation !== undefined) {
    // One conversation has fewer messages than a common word.
    return among(sql`
      select message_id, at from (
        select w.message_id, w.at, w.words from messages m join message_words w on w.message_id = m.id
        where m.conversation_id = ${asked.conversation}
      ) own where ${and([matches, ...range])}`)
  }
  if (query.messages > common) {
    const walked = await among(sql`
      select message_id, at from (
        select message_id, at, words from message_words where ${and(range)} order by ${order} limit ${mostWalked}
      ) walked where ${matches}`)
    if (walked.length === mostFound) return walked
  }
  // `offset 0` keeps the planner from reading all messages in their order.
  return among(sql`
    select message_id, at from (
      select message_id, at from message_words where ${and([matches, ...range])} offset 0
    ) held order by ${order} offset 0`)
}

/** The first of these ordered messages that pass the filters. */
async function run(reader: Reader, candidates: Sql, filters: readonly Sql[]): Promise<readonly Found[]> {
  const joined =
    filters.length === 0
      ? sql``
      : sql`cross join lateral (
          select 1 from messages m join conversations c on c.id = m.conversation_id
          where m.id = f.message_id and ${and(filters)} offset 0) seen`
  const { rows } = await sql<Found>`
    select f.message_id, ${place} as at from (${candidates}) f ${joined}
    order by f.at desc, f.message_id desc limit ${sql.lit(mostFound)}`.execute(reader)
  return rows
}

const conversationsOf = async (reader: Reader, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const { rows } = await sql<{ n: number }>`
    select count(distinct conversation_id)::int as n from messages where id = any(${ids}::bigint[])`.execute(
    reader,
  )
  return rows[0]?.n ?? 0
}

interface Row extends Placed {
  readonly content: string
  readonly source: MessageHit['source']
  readonly by: string | null
}

/** A message that was just edited may not be found by its new words yet. It is not found by its old ones. */
async function hitsOf(reader: Reader, page: readonly Found[], { finding }: Asked): Promise<MessageHit[]> {
  if (page.length === 0) return []
  const { rows } = await sql<Row>`
    select m.id, m.at, m.content, m.source, a.name as by, ${placeColumns}
    from messages m join conversations c on c.id = m.conversation_id join customers cu on cu.id = c.customer_id
    left join agents a on a.id = m.agent_id
    where m.id = any(${page.map(one => one.message_id)}::bigint[]) and m.revoked_at is null
    order by m.at desc, m.id desc`.execute(reader)
  return rows
    .filter(row => hasTerms(row.content, finding.terms))
    .map(row => ({
      id: String(row.id) as MessageId,
      ...placeOf(row),
      source: row.source,
      by: row.by,
      excerpt: excerpt(row.content, finding.terms),
    }))
}
