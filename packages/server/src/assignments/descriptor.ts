import { sql } from 'kysely'
import { type Descriptor, type Erased, inConversations, listed } from '../descriptor.ts'
import type { TxContext } from '../db/write.ts'
import { withdrawOffer } from './offer.ts'
import { type AssignmentDeps, assignmentRoutes } from './routes.ts'

async function endOffers(context: TxContext, { conversationIds, conversations }: Erased): Promise<void> {
  const { tx, publish } = context
  for (const id of conversationIds) await withdrawOffer(context, id)
  const { rows } = await sql<{ id: number }>`
    select distinct assignee_id as id from conversations
    where id in ${conversations} and assignee_id is not null`.execute(tx)
  for (const { id } of rows) publish({ noun: 'agent', id, kind: 'changed' })
}

export const assignmentResource: Descriptor<AssignmentDeps> = {
  routes: assignmentRoutes,
  export: {
    conversation: {
      assignments: listed(
        id => sql`select o.id::text, o.state, o.reason, o.offered_at, o.deadline, o.ended_at, o.agent_id::text,
            a.name as agent_name, o.by_id::text, b.name as by_name
          from assignments o join agents a on a.id = o.agent_id left join agents b on b.id = o.by_id
          where o.conversation_id = ${id} order by o.id`,
      ),
      owner_changes: listed(
        id => sql`select from_id::text, to_id::text, by_id::text, at from owner_changes
          where conversation_id = ${id} order by at, id`,
      ),
    },
  },
  erase: {
    first: endOffers,
    tables: {
      assignments: {
        where: inConversations,
        set: () => sql`reason = null`,
      },
      owner_changes: 'figures',
    },
  },
}
