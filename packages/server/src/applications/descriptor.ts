import { sql } from 'kysely'
import { fileFields } from '../attachments/descriptor.ts'
import {
  type Descriptor,
  type Erased,
  erasedName,
  listed,
  type Places,
  type StoredFile,
} from '../descriptor.ts'
import type { Reader, TxContext } from '../db/write.ts'
import { applicationRoutes } from './routes.ts'

const idsOf = ({ customer }: Places) => sql`(select id from applications where customer_id = ${customer})`
const inThem = (of: Places) => sql`application_id in ${idsOf(of)}`

/** The lists of an application, by their names in the export. */
const parts = {
  status_history: listed(
    id => sql`select from_status, to_status, notes, agent_id::text, at, told_message_id::text, untold, despite
      from application_status_changes where application_id = ${id} order by at, id`,
  ),
  flag_history: listed(
    id => sql`select flag, value, agent_id::text, at from application_flag_changes
      where application_id = ${id} order by at, id`,
  ),
  document_asks: listed(
    id => sql`select document_type, agent_id::text, at, message_id::text, brought_by::text, brought_at
      from application_document_asks where application_id = ${id} order by at, id`,
  ),
  notes: listed(
    id =>
      sql`select agent_id::text, content, at from application_notes where application_id = ${id} order by at, id`,
  ),
}

/** One at a time, oldest first: a form may be long. */
async function* exported(reader: Reader, customerId: number) {
  const { rows: ids } = await sql<{ id: number }>`
    select id from applications where customer_id = ${customerId} order by created_at, id`.execute(reader)
  for (const { id } of ids) {
    const { rows } = await sql<object>`
      select p.id::text, p.kind, p.conversation_id::text, p.form_type, p.form_name, p.policy_type, p.status,
        p.customer_name, p.customer_phone, p.customer_email, p.customer_id_number, p.verification_flags,
        p.created_at, p.submitted_at, p.updated_at, f.form_data, f.provenance
      from applications p left join application_forms f on f.application_id = p.id where p.id = ${id}`.execute(
      reader,
    )
    const { rows: files } = await sql<StoredFile>`
      select ${fileFields} from application_documents d join attachments f on f.id = d.attachment_id
      where d.application_id = ${id} order by d.position`.execute(reader)
    const lists: Record<string, unknown> = {}
    for (const [name, read] of Object.entries(parts)) lists[name] = await read(reader, id)
    yield { ...rows[0], ...lists, files }
  }
}

/** A form of the same shape without values. The names of declarations go too: they are texts of the form. */
function blankForm(form: unknown): unknown {
  if (Array.isArray(form)) return []
  if (typeof form !== 'object' || form === null) return null
  const fields = Object.entries(form).map(([name, value]) => [
    name,
    name === 'declarations' ? {} : blankForm(value),
  ])
  return Object.fromEntries(fields)
}

async function blankForms({ tx }: TxContext, of: Erased): Promise<readonly number[]> {
  const forms = await sql<{ id: number; form: unknown }>`
    select application_id as id, form_data as form from application_forms where ${inThem(of)}`.execute(tx)
  for (const { id, form } of forms.rows)
    await sql`update application_forms set form_data = ${JSON.stringify(blankForm(form))}, provenance = '{}'
      where application_id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    delete from application_documents where ${inThem(of)} returning attachment_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const applicationResource: Descriptor = {
  routes: (http, { writer }) => applicationRoutes(http, writer),
  export: { root: { applications: exported } },
  erase: {
    first: blankForms,
    tables: {
      application_drafts: { where: inThem },
      application_documents: 'code',
      application_flag_changes: 'figures',
      application_document_asks: 'figures',
      application_status_changes: {
        where: inThem,
        set: () => sql`notes = null, client_change_id = null, despite = null`,
      },
      application_notes: { where: inThem, set: () => sql`content = '', client_note_id = null` },
      application_forms: 'code',
      applications: {
        where: of => sql`customer_id = ${of.customer}`,
        set: () => sql`customer_name = ${erasedName}, customer_phone = null, customer_email = null,
          customer_id_number = null, version = version + 1`,
      },
    },
  },
  join: {
    applications: {
      async join({ tx }, { keptId, goneId }) {
        const { rows } = await sql<{ id: number }>`
          update applications set customer_id = ${keptId}, version = version + 1 where customer_id = ${goneId}
          returning id`.execute(tx)
        return rows.map(({ id }) => id)
      },
      async part({ tx }, { keptId, goneId }, ids: readonly number[]) {
        await sql`update applications set customer_id = ${goneId}, version = version + 1
          where id = any(${[...ids]}::bigint[]) and customer_id = ${keptId}`.execute(tx)
      },
    },
  },
  isWork: of => sql`exists (select 1 from applications where conversation_id in ${of.conversations})`,
  shows: { noun: 'application', table: 'applications', ids: idsOf },
}
