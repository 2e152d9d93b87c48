import { sql } from 'kysely'
import { type Descriptor, type Erased, erasedName, listed } from '../descriptor.ts'
import type { TxContext } from '../db/write.ts'
import { notificationRoutes } from './routes.ts'

/** Notices of the customer's conversations and tickets, and every notice that names the customer. */
async function blank({ tx, publish, now }: TxContext, { conversations, marks }: Erased): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    update notifications set title = ${erasedName}, message = '', updated_at = ${now},
      dismissed_at = coalesce(dismissed_at, ${now})
    where conversation_id in ${conversations}
      or ticket_id in (select id from tickets where conversation_id in ${conversations})
      or exists (select 1 from unnest(${marks}::text[]) k where position(k in title || ' ' || message) > 0)
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows)
    publish({ noun: 'notification', id, kind: 'changed', agentId })
}

export const notificationResource: Descriptor = {
  routes: (http, { writer }) => notificationRoutes(http, writer),
  export: {
    conversation: {
      notices: listed(
        id => sql`select id::text, agent_id::text, type, title, message, created_at, read_at, dismissed_at
          from notifications
          where conversation_id = ${id} or ticket_id in (select id from tickets where conversation_id = ${id})
          order by id`,
      ),
    },
  },
  erase: { first: blank, tables: { notifications: 'code' } },
}
