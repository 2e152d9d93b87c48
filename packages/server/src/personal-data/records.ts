import type { MessageDetails } from '@parley/core/api/message-details'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db/write.ts'

/*
 * What is held about a customer, in the shape of the export (docs/export.md): ids are text, times are dates that JSON
 * writes as ISO 8601 UTC, names of columns are the fields' names.
 */

/** One row, as its query names it. */
export type Fields = Readonly<Record<string, unknown>>

const rowsOf = async <T = Fields>(reader: Reader, query: RawBuilder<unknown>): Promise<readonly T[]> =>
  (await query.execute(reader)).rows as T[]

export interface CustomerRecord extends Fields {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
}

/** Who it is; undefined: nobody. */
export async function customerRecord(reader: Reader, id: number): Promise<CustomerRecord | undefined> {
  const [customer] = await rowsOf<CustomerRecord>(
    reader,
    sql`select id::text, name, profile_name, phone, wa_id, wa_user_id, account_type, customer_number,
        marketing_opt_out_at, created_at
      from customers where id = ${id}`,
  )
  if (customer === undefined) return undefined
  const aliases = await rowsOf(
    reader,
    sql`select kind, address, until from customer_aliases where customer_id = ${id} order by until`,
  )
  const merges = await rowsOf(
    reader,
    sql`select made_at, undone_at, before -> 'gone' as merged, before -> 'kept' as into from merges
      where ${id} in (kept_id, gone_id) order by made_at`,
  )
  const [note = null] = await rowsOf(
    reader,
    sql`select n.text, n.updated_at, n.updated_by::text, a.name as updated_by_name
      from customer_notes n join agents a on a.id = n.updated_by where n.customer_id = ${id} and n.text <> ''`,
  )
  return { ...customer, note, aliases, merges }
}

export interface ConversationRecord extends Fields {
  readonly id: string
  readonly status: string
  readonly created_at: Date
}

/** The conversations, oldest first, with all that stands around their messages. */
export async function conversationRecords(
  reader: Reader,
  customerId: number,
): Promise<readonly ConversationRecord[]> {
  const conversations = await rowsOf<ConversationRecord>(
    reader,
    sql`select c.id::text, c.status, c.tags, c.phone_number_id, c.peer, c.created_at, c.updated_at, c.last_activity,
        c.human_wait_started_at, c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at,
        c.snoozed_until, c.snooze_reason, c.assignee_id::text, a.name as assignee_name
      from conversations c left join agents a on a.id = c.assignee_id
      where c.customer_id = ${customerId} order by c.created_at, c.id`,
  )
  return Promise.all(
    conversations.map(async one => ({ ...one, ...(await aroundOf(reader, Number(one.id))) })),
  )
}

async function aroundOf(reader: Reader, id: number): Promise<Fields> {
  return {
    assignments: await rowsOf(
      reader,
      sql`select o.id::text, o.state, o.reason, o.offered_at, o.deadline, o.ended_at, o.agent_id::text,
          a.name as agent_name, o.by_id::text, b.name as by_name
        from assignments o join agents a on a.id = o.agent_id left join agents b on b.id = o.by_id
        where o.conversation_id = ${id} order by o.id`,
    ),
    owner_changes: await rowsOf(
      reader,
      sql`select from_id::text, to_id::text, by_id::text, at from owner_changes
        where conversation_id = ${id} order by at, id`,
    ),
    ratings: await rowsOf(
      reader,
      sql`select rating, at, owner_id::text, message_id::text, reason_id::text as reason_message_id from ratings
        where conversation_id = ${id} order by at, id`,
    ),
    notices: await rowsOf(
      reader,
      sql`select id::text, agent_id::text, type, title, message, created_at, read_at, dismissed_at from notifications
        where conversation_id = ${id} or ticket_id in (select id from tickets where conversation_id = ${id})
        order by id`,
    ),
    notes: await rowsOf(
      reader,
      sql`select n.id::text, n.at, n.agent_id::text, a.name as agent_name, n.text, n.edited_at,
          array(select m.agent_id::text from note_mentions m where m.note_id = n.id order by m.agent_id) as mentions,
          coalesce((select jsonb_agg(jsonb_build_object('agent_id', r.agent_id::text, 'emoji', r.emoji, 'at', r.at)
            order by r.at, r.agent_id) from note_reactions r where r.note_id = n.id), '[]') as reactions
        from conversation_notes n join agents a on a.id = n.agent_id
        where n.conversation_id = ${id} and n.deleted_at is null order by n.at, n.id`,
    ),
    reminders: await rowsOf(
      reader,
      sql`select r.id::text, r.message_id::text, r.set_at, r.agent_id::text, a.name as agent_name, r.text, r.due_at,
          r.told_at, r.done_at, r.done_by::text, b.name as done_by_name
        from reminders r join agents a on a.id = r.agent_id left join agents b on b.id = r.done_by
        where r.conversation_id = ${id} order by r.set_at, r.id`,
    ),
    tickets: await ticketRecords(reader, id),
    issues: await rowsOf(
      reader,
      sql`select id::text, title, description, status, priority, category, assigned_agent_id::text,
          resolution_summary, resolution_minutes, reopen_reason, created_at, updated_at, closed_at
        from issues where conversation_id = ${id} order by id`,
    ),
  }
}

async function ticketRecords(reader: Reader, conversationId: number): Promise<readonly Fields[]> {
  const tickets = await rowsOf<Fields & { id: string }>(
    reader,
    sql`select id::text, ticket_number, title, description, status, priority, created_by::text, created_at, updated_at,
        resolution, resolved_at, reopened_at
      from tickets where conversation_id = ${conversationId} order by id`,
  )
  const whole = async (ticket: Fields & { id: string }) => ({
    ...ticket,
    notes: await rowsOf(
      reader,
      sql`select n.at, n.agent_id::text, a.name as agent_name, n.text from ticket_notes n
        join agents a on a.id = n.agent_id where n.ticket_id = ${ticket.id} order by n.at, n.id`,
    ),
    changes: await rowsOf(
      reader,
      sql`select from_status, to_status, agent_id::text, at from ticket_changes
        where ticket_id = ${ticket.id} order by at, id`,
    ),
  })
  return Promise.all(tickets.map(whole))
}

/** A file that a message or an application carries. */
export interface FileRecord {
  readonly id: string
  readonly name: string
  readonly mime_type: string
  /** Bytes. */
  readonly size: number | null
  readonly document_type: string
  readonly description: string
  readonly state: string
  readonly failure: string | null
  readonly storage_key: string | null
  readonly created_at: Date
  readonly uploaded_by: string | null
}

const fileFields = sql`f.id::text, f.name, f.mime_type, f.size, f.document_type, f.description, f.state, f.failure,
  f.storage_key, f.created_at, f.uploaded_by::text`

/** What the transcript shows of a message; customer.json has all of its fields. */
export interface MessageRecord {
  readonly id: string
  readonly at: Date
  readonly direction: 'INBOUND' | 'OUTBOUND'
  readonly source: string
  readonly message_type: string
  readonly content: string
  readonly status: string
  readonly sender_name: string | null
  /** WhatsApp's id of the message that it answers, and which one that is. */
  readonly quoted_wamid: string | null
  readonly quoted_id: string | null
  readonly quoted_at: Date | null
  readonly forwarded: string | null
  /** The customer's reaction. */
  readonly reaction: string | null
  /** The business's, as WhatsApp has it. */
  readonly own_reaction: string | null
  /** The words before the first edit; null: never edited. */
  readonly original_content: string | null
  /** When the customer deleted it. */
  readonly revoked_at: Date | null
  readonly details: MessageDetails | null
  readonly files: readonly FileRecord[]
}

const pageSize = 500

/** The messages of a conversation in thread order, a page at a time. */
export async function* messageRecords(
  reader: Reader,
  conversationId: string,
): AsyncGenerator<readonly MessageRecord[]> {
  let behind = sql`true`
  for (;;) {
    const page = await rowsOf<Omit<MessageRecord, 'files'>>(
      reader,
      sql`select m.id::text, m.at, m.arrived_at, m.direction, m.source, m.message_type, m.content, m.status, m.failure,
          m.wamid, m.client_message_id, m.agent_id::text, a.name as sender_name, m.issue_id::text, m.metadata,
          m.response_time_seconds, m.first_seen_at, m.quoted_wamid, m.quoted_id::text, q.at as quoted_at, m.forwarded,
          m.details, m.reaction, m.reaction_at, nullif(r.told, '') as own_reaction, m.original_content, m.edited_at, m.revoked_at
        from messages m left join agents a on a.id = m.agent_id left join messages q on q.id = m.quoted_id
          left join agent_reactions r on r.message_id = m.id
        where m.conversation_id = ${conversationId} and ${behind} order by m.at, m.id limit ${pageSize}`,
    )
    const last = page.at(-1)
    if (last === undefined) return
    yield await withWhatBelongs(reader, page)
    if (page.length < pageSize) return
    behind = sql`(m.at, m.id) > (${last.at}, ${last.id}::bigint)`
  }
}

async function withWhatBelongs(
  reader: Reader,
  messages: readonly Omit<MessageRecord, 'files'>[],
): Promise<readonly MessageRecord[]> {
  const ids = sql`${messages.map(message => message.id)}::bigint[]`
  const files = await rowsOf<FileRecord & { readonly message_id: string }>(
    reader,
    sql`select k.message_id::text, ${fileFields} from message_attachments k join attachments f on f.id = k.attachment_id
      where k.message_id = any(${ids}) order by k.message_id, k.position`,
  )
  const attempts = await rowsOf<{ readonly message_id: string }>(
    reader,
    sql`select message_id::text, no, state, wamid, failure, created_at, updated_at from attempts
      where message_id = any(${ids}) order by message_id, no`,
  )
  const changes = await rowsOf<{ readonly message_id: string }>(
    reader,
    sql`select message_id::text, kind, content, at, wamid from message_folds where message_id = any(${ids})
      order by message_id, at, id`,
  )
  return messages.map(message => ({
    ...message,
    changes: changes.filter(change => change.message_id === message.id),
    attempts: attempts.filter(attempt => attempt.message_id === message.id),
    files: files.filter(file => file.message_id === message.id),
  }))
}

export interface ApplicationRecord extends Fields {
  readonly id: string
  readonly files: readonly FileRecord[]
}

/** The applications, oldest first, one at a time: a form may be long. */
export async function* applicationRecords(
  reader: Reader,
  customerId: number,
): AsyncGenerator<ApplicationRecord> {
  const ids = await rowsOf<{ id: string }>(
    reader,
    sql`select id::text from applications where customer_id = ${customerId} order by created_at, id`,
  )
  for (const { id } of ids) {
    const [application] = await rowsOf(
      reader,
      sql`select p.id::text, p.kind, p.conversation_id::text, p.form_type, p.form_name, p.policy_type, p.status,
          p.customer_name, p.customer_phone, p.customer_email, p.customer_id_number, p.verification_flags,
          p.created_at, p.submitted_at, p.updated_at, f.form_data, f.provenance
        from applications p left join application_forms f on f.application_id = p.id where p.id = ${id}`,
    )
    yield {
      ...application,
      id,
      status_history: await rowsOf(
        reader,
        sql`select from_status, to_status, notes, agent_id::text, at, told_message_id::text, untold, despite
          from application_status_changes
          where application_id = ${id} order by at, id`,
      ),
      flag_history: await rowsOf(
        reader,
        sql`select flag, value, agent_id::text, at from application_flag_changes
          where application_id = ${id} order by at, id`,
      ),
      document_asks: await rowsOf(
        reader,
        sql`select document_type, agent_id::text, at, message_id::text, brought_by::text, brought_at
          from application_document_asks where application_id = ${id} order by at, id`,
      ),
      notes: await rowsOf(
        reader,
        sql`select agent_id::text, content, at from application_notes where application_id = ${id} order by at, id`,
      ),
      files: await rowsOf<FileRecord>(
        reader,
        sql`select ${fileFields} from application_documents d join attachments f on f.id = d.attachment_id
          where d.application_id = ${id} order by d.position`,
      ),
    }
  }
}
