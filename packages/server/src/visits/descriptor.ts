import { sql } from 'kysely'
import { type Descriptor, listed, threadRows } from '../descriptor.ts'
import { visitRoutes } from './routes.ts'

const { carry, isWork, loss, retention, shows } = threadRows({
  noun: 'visit',
  table: 'visits',
  isOpen: sql`status = 'PLANNED'`,
  blank: () => sql`branch = '', note = null, client_visit_id = null, version = version + 1`,
  // By its time: a visit in the future stays.
  old: before => sql`at < ${before} and branch <> '' order by at, id`,
})

export const visitResource: Descriptor = {
  routes: (http, { writer }) => visitRoutes(http, writer),
  export: {
    conversation: {
      visits: listed(
        id => sql`select v.id::text, v.agent_id::text, a.name as agent_name, v.branch, v.at, v.note, v.status
          from visits v join agents a on a.id = v.agent_id
          where v.conversation_id = ${id} and v.branch <> '' order by v.at, v.id`,
      ),
    },
  },
  erase: { tables: { visits: loss } },
  retain: { visits: retention },
  carry: { visits: carry },
  isWork,
  shows,
}
