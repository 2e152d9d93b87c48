import { sql } from 'kysely'
import { type Descriptor, listed, threadRows } from '../descriptor.ts'
import { reminderRoutes } from './routes.ts'

const { carry, isWork, loss, retention, shows } = threadRows({
  noun: 'reminder',
  table: 'reminders',
  notice: 'reminder_id',
  isOpen: sql`done_at is null`,
  blank: now => sql`text = '', done_at = coalesce(done_at, ${now}::timestamptz)`,
  // By due time: a reminder in the future stays.
  old: before => sql`due_at < ${before} and (done_at is null or text <> '') order by due_at, id`,
})

export const reminderResource: Descriptor = {
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
  erase: { tables: { reminders: loss } },
  retain: { reminders: retention },
  carry: { reminders: carry },
  isWork,
  shows,
}
