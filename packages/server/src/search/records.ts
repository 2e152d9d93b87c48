import { type RawBuilder, sql } from 'kysely'
import type { ApplicationId, IssueId, TicketId } from '@parley/core/ids'
import type { ApplicationHit, NoteHit, SearchReply } from '@parley/core/search/api'
import { excerpt, marked } from '@parley/core/search/finding'
import { containsFolded, hasPhone, hasWords } from '../conversations/search.ts'
import type { Reader } from '../db/write.ts'
import {
  and,
  type Asked,
  foundOf,
  hasAll,
  mostFound,
  ofConversation,
  placeColumns,
  type Placed,
  placeOf,
  withinDates,
} from './narrow.ts'

type Sql = RawBuilder<unknown>

const where = (text: Sql, at: Sql, asked: Asked): Sql =>
  and([hasAll(text, asked.finding.terms), ...withinDates(at, asked), ...ofConversation(asked)])

const place = sql`join conversations c on c.id = x.conversation_id join customers cu on cu.id = c.customer_id`

interface Titled extends Placed {
  readonly status: string
  readonly title: string
  readonly description: string
}

/** Looks for tickets by number, title and description. */
export async function findTickets(
  reader: Reader,
  asked: Asked,
): Promise<NonNullable<SearchReply['tickets']>> {
  const text = sql`(x.ticket_number || ' ' || x.title || ' ' || x.description)`
  const { rows } = await sql<Titled & { ticket_number: string }>`
    select x.id, x.created_at as at, x.ticket_number, x.status, x.title, x.description, ${placeColumns}
    from tickets x ${place} where ${where(text, sql`x.created_at`, asked)}
    order by x.created_at desc, x.id desc limit ${mostFound}`.execute(reader)
  const { terms } = asked.finding
  return foundOf(rows, asked.limit, row => ({
    id: String(row.id) as TicketId,
    ...placeOf(row),
    number: marked(row.ticket_number, terms),
    status: row.status,
    title: marked(row.title, terms),
    excerpt: excerpt(row.description, terms),
  }))
}

/** Looks for issues by title and description. */
export async function findIssues(reader: Reader, asked: Asked): Promise<NonNullable<SearchReply['issues']>> {
  const text = sql`(x.title || ' ' || x.description)`
  const { rows } = await sql<Titled>`
    select x.id, x.created_at as at, x.status, x.title, x.description, ${placeColumns}
    from issues x ${place} where ${where(text, sql`x.created_at`, asked)}
    order by x.created_at desc, x.id desc limit ${mostFound}`.execute(reader)
  const { terms } = asked.finding
  return foundOf(rows, asked.limit, row => ({
    id: String(row.id) as IssueId,
    ...placeOf(row),
    status: row.status,
    title: marked(row.title, terms),
    excerpt: excerpt(row.description, terms),
  }))
}

interface Note extends Placed {
  readonly on: NoteHit['on']
  readonly on_id: number
  readonly reference: string
  readonly by: string
  readonly text: string
}

/**
 * Looks for notes on tickets, applications, customers and conversations. A customer's note is visible with any conversation
 * of theirs, and is found once, with the newest of these.
 */
export async function findNotes(reader: Reader, asked: Asked): Promise<NonNullable<SearchReply['notes']>> {
  const newest = sql`order by n.at desc, n.id desc limit ${mostFound}`
  const { rows } = await sql<Note>`
    select * from (
      (select n.id, n.at, 'ticket' as "on", x.id as on_id, x.ticket_number as reference, a.name as by, n.text, ${placeColumns}
        from ticket_notes n join tickets x on x.id = n.ticket_id join agents a on a.id = n.agent_id ${place}
        where ${where(sql`n.text`, sql`n.at`, asked)} ${newest})
      union all
      (select n.id, n.at, 'conversation' as "on", c.id as on_id, '#' || c.id as reference, a.name as by, n.text, ${placeColumns}
        from conversation_notes n join agents a on a.id = n.agent_id join conversations c on c.id = n.conversation_id
          join customers cu on cu.id = c.customer_id
        where n.deleted_at is null and ${where(sql`n.text`, sql`n.at`, asked)} ${newest})
      union all
      (select n.* from (
        select distinct on (n.customer_id) n.customer_id as id, n.updated_at as at, 'customer' as "on",
          n.customer_id as on_id, '' as reference, a.name as by, n.text, ${placeColumns}
        from customer_notes n join agents a on a.id = n.updated_by join customers cu on cu.id = n.customer_id
          join conversations c on c.customer_id = cu.id
        where ${where(sql`n.text`, sql`n.updated_at`, asked)}
        order by n.customer_id, c.last_activity desc, c.id desc) n ${newest})
      union all
      (select n.id, n.at, x.kind as "on", x.id as on_id, upper(x.kind) || '-' || x.id as reference, a.name as by,
          n.content as text, ${placeColumns}
        from application_notes n join applications x on x.id = n.application_id join agents a on a.id = n.agent_id ${place}
        where ${where(sql`n.content`, sql`n.at`, asked)} ${newest})
    ) n ${newest}`.execute(reader)
  return foundOf(rows, asked.limit, row => ({
    id: String(row.id),
    ...placeOf(row),
    on: row.on,
    on_id: String(row.on_id),
    reference: row.reference,
    by: row.by,
    excerpt: excerpt(row.text, asked.finding.terms),
  }))
}

interface Application extends Placed {
  readonly kind: ApplicationHit['kind']
  readonly status: string
  readonly name: string
  readonly form_name: string
}

/** Looks for applications by their applicant and their number, such as LIB-12. */
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
  const { rows } = await sql<Application>`
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
