import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Tx } from '../db/write.ts'
import { blankForm } from './blank-form.ts'
import { forgetWords } from '../search/forget.ts'
import { keepErasedIds } from './erased-ids.ts'

/** What stands where a name or a title stood. */
export const erasedName = 'Erased customer'
const erasedTitle = 'Erased'

type Sql = RawBuilder<unknown>

/** What a table loses of its rows. */
interface Loss {
  readonly table: keyof Database
  readonly set: Sql
  readonly where: (of: Places) => Sql
}

/** Where a customer's words can be; each a query of ids. */
interface Places {
  readonly customer: number
  readonly conversations: Sql
  readonly messages: Sql
  readonly tickets: Sql
  readonly applications: Sql
}

const placesOf = (customer: number): Places => {
  const conversations = sql`(select id from conversations where customer_id = ${customer})`
  return {
    customer,
    conversations,
    messages: sql`(select id from messages where conversation_id in ${conversations})`,
    tickets: sql`(select id from tickets where conversation_id in ${conversations})`,
    applications: sql`(select id from applications where customer_id = ${customer})`,
  }
}

/** Rows stay, since figures count them; whatever anybody wrote in them, and whatever names the customer, goes. */
const losses: readonly Loss[] = [
  {
    table: 'attempts',
    set: sql`wamid = null, failure = null`,
    where: ({ messages }) => sql`message_id in ${messages}`,
  },
  {
    // WhatsApp's id of a message has the customer's number in it.
    table: 'messages',
    set: sql`content = '', metadata = null, details = null, failure = null, wamid = null, quoted_wamid = null,
      client_message_id = null, original_content = null, reaction = null`,
    where: ({ conversations }) => sql`conversation_id in ${conversations}`,
  },
  { table: 'ticket_notes', set: sql`text = ''`, where: ({ tickets }) => sql`ticket_id in ${tickets}` },
  {
    table: 'tickets',
    set: sql`title = ${erasedTitle}, description = '', resolution = null, client_ticket_id = null, version = version + 1`,
    where: ({ conversations }) => sql`conversation_id in ${conversations}`,
  },
  {
    table: 'issues',
    set: sql`title = ${erasedTitle}, description = '', resolution_summary = null, reopen_reason = null,
      client_issue_id = null`,
    where: ({ conversations }) => sql`conversation_id in ${conversations}`,
  },
  {
    table: 'assignments',
    set: sql`reason = null`,
    where: ({ conversations }) => sql`conversation_id in ${conversations}`,
  },
  {
    table: 'application_status_changes',
    set: sql`notes = null, client_change_id = null, despite = null`,
    where: ({ applications }) => sql`application_id in ${applications}`,
  },
  {
    table: 'application_notes',
    set: sql`content = '', client_note_id = null`,
    where: ({ applications }) => sql`application_id in ${applications}`,
  },
  {
    table: 'applications',
    set: sql`customer_name = ${erasedName}, customer_phone = null, customer_email = null, customer_id_number = null,
      version = version + 1`,
    where: ({ customer }) => sql`customer_id = ${customer}`,
  },
]

/** Takes the customer's words out of all tables, in the transaction that holds their locks. */
export async function eraseRows(tx: Tx, customerId: number, now: Date): Promise<void> {
  const places = placesOf(customerId)
  await keepErasedIds(tx, places.messages, now)
  await sql`delete from early_statuses where wamid in (
    select wamid from messages where conversation_id in ${places.conversations}
    union select wamid from attempts where message_id in ${places.messages})`.execute(tx)
  const numbers = sql`(select wa_id from customers where id = ${customerId}
    union select wa_id from customer_aliases where customer_id = ${customerId})`
  for (const table of ['bridge_customers', 'customer_notes']) {
    await sql`
      with recursive person as (
        select ${customerId}::bigint as id union all
        select c.id from customers c join person p on c.merged_into = p.id)
      delete from ${sql.table(table)} where customer_id in (select id from person)`.execute(tx)
  }
  await sql`delete from application_drafts where application_id in ${places.applications}`.execute(tx)
  await sql`delete from unclear_texts where message_id in ${places.messages}`.execute(tx)
  await forgetWords(tx, places.messages)
  await sql`delete from bot_states where conversation_id in ${places.conversations}`.execute(tx)
  await sql`update bot_handovers set state = '{}' where conversation_id in ${places.conversations}`.execute(
    tx,
  )
  await sql`delete from agent_reactions where message_id in ${places.messages}`.execute(tx)
  await sql`delete from message_folds where message_id in ${places.messages} or (message_id is null and (
    wa_id in ${numbers} or wa_user_id in (select wa_user_id from customers where id = ${customerId})))`.execute(
    tx,
  )
  for (const { table, set, where } of losses) {
    await sql`update ${sql.table(table)} set ${set} where ${where(places)}`.execute(tx)
  }
  await sql`
    update conversation_notes set text = '', client_note_id = null, deleted_at = coalesce(deleted_at, ${now}::timestamptz)
    where conversation_id in ${places.conversations}`.execute(tx)
  await sql`
    update note_mentions set seen_at = coalesce(seen_at, ${now}::timestamptz)
    where note_id in (select id from conversation_notes where conversation_id in ${places.conversations})`.execute(
    tx,
  )
  await sql`
    update reminders set text = '', done_at = coalesce(done_at, ${now}::timestamptz)
    where conversation_id in ${places.conversations}`.execute(tx)
  const forms = await sql<{ application_id: number; form_data: unknown }>`
    select application_id, form_data from application_forms where application_id in ${places.applications}`.execute(
    tx,
  )
  for (const { application_id: id, form_data: form } of forms.rows) {
    await sql`update application_forms set form_data = ${JSON.stringify(blankForm(form))}, provenance = '{}'
      where application_id = ${id}`.execute(tx)
  }
  // Tags are words of agents, and stand in what was put on record of them.
  await sql`set local parley.erasure = 'on'`.execute(tx)
  await sql`update audit set before = null, after = null
    where action = 'conversation.tags' and object_id in ${places.conversations}`.execute(tx)
  await sql`delete from merges where ${customerId} in (kept_id, gone_id)`.execute(tx)
  await sql`delete from customer_aliases where customer_id = ${customerId}`.execute(tx)
}

/**
 * Lets go of the customer's files that nobody else has: their rows go with what tied them to messages and applications.
 * Answers the keys under which they were kept.
 */
export async function eraseFiles(tx: Tx, customerId: number): Promise<readonly string[]> {
  const { messages, applications } = placesOf(customerId)
  const { rows } = await sql<{ attachment_id: number }>`
    with untied as (delete from message_attachments where message_id in ${messages} returning attachment_id),
      loosened as (delete from application_documents where application_id in ${applications} returning attachment_id)
    select attachment_id from untied union select attachment_id from loosened`.execute(tx)
  const ids = rows.map(row => row.attachment_id)
  const gone = await sql<{ storage_key: string | null }>`
    delete from attachments f where f.id = any(${ids}::bigint[])
      and not exists (select 1 from message_attachments k where k.attachment_id = f.id)
      and not exists (select 1 from application_documents d where d.attachment_id = f.id)
      and not exists (select 1 from canned_reply_files r where r.attachment_id = f.id)
    returning storage_key`.execute(tx)
  return [...new Set(gone.rows.flatMap(row => (row.storage_key === null ? [] : [row.storage_key])))]
}
