import { sql } from 'kysely'
import type { Descriptor } from '../descriptor.ts'
import { agentRoutes, type PeopleDeps, peopleRoutes } from './routes.ts'

export const agentResource: Descriptor<PeopleDeps> = {
  routes: (http, deps) => {
    agentRoutes(http, deps.writer, deps.departure)
    peopleRoutes(http, deps)
  },
  audit: {
    agent: id => sql`(select a.name from agents a where a.id = ${id})`,
    session: id => sql`(select a.name from sessions s join agents a on a.id = s.agent_id where s.id = ${id})`,
  },
}
