import { sql } from 'kysely'
import { type Batch, type Descriptor, listed, movesRows, type Places } from '../descriptor.ts'
import type { Emit, Tx } from '../db/write.ts'
import { reminderRoutes } from './routes.ts'

const idsOf = ({ conversations }: Places) =>
  sql`(select id from reminders where conversation_id in ${conversations})`

/** The next reminders that were due long ago, open ones too, with the notifications of them. */
async function forget(tx: Tx, emit: Emit, { before, now, most }: Batch) {
  const { rows } = await sql<{ id: number }>`
    update reminders set text = '', done_at = coalesce(done_at, ${now}::timestamptz)
    where id in (select id from reminders where due_at < ${before} and (done_at is null or text <> '')
      order by due_at, id limit ${most})
    returning id`.execute(tx)
  const ids = rows.map(row => row.id)
  const told = await sql<{ id: number; agent_id: number }>`
    update notifications set message = '', dismissed_at = coalesce(dismissed_at, ${now}::timestamptz), updated_at = ${now}
    where reminder_id = any(${ids}::bigint[]) returning id, agent_id`.execute(tx)
  for (const id of ids) emit({ noun: 'reminder', id, kind: 'changed' })
  for (const { id, agent_id: agentId } of told.rows)
    emit({ noun: 'notification', id, kind: 'changed', agentId })
  return { count: ids.length }
}

export const reminders: Descriptor = {
  routes: (http, { writer }) => reminderRoutes(http, writer),
  export: {
    conversation: {
      reminders: listed(
        id => sql`select r.id::text, r.message_id::text, r.set_at, r.agent_id::text, a.name as agent_name, r.text, r.due_at,
            r.told_at, r.done_at, r.done_by::text, b.name as done_by_name
          from reminders r join agents a on a.id = r.agent_id left join agents b on b.id = r.done_by
          where r.conversation_id = ${id} order by r.set_at, r.id`,
      ),
    },
  },
  erase: {
    tables: {
      reminders: {
        where: of => sql`conversation_id in ${of.conversations}`,
        set: of => sql`text = '', done_at = coalesce(done_at, ${of.now}::timestamptz)`,
      },
    },
  },
  // Kept for as long as messages are, from when they were due: none goes before its time.
  retain: { reminders: { days: settings => settings.keep_messages_days, forget } },
  carry: {
    reminders: movesRows({ table: 'reminders', isOpen: sql`done_at is null`, notice: 'reminder_id' }),
  },
  isWork: of => sql`exists ${idsOf(of)}`,
  shows: { noun: 'reminder', ids: idsOf },
}
