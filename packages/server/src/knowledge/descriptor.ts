import { sql } from 'kysely'
import type { Descriptor } from '../descriptor.ts'
import { knowledgeRoutes } from './routes.ts'

export const knowledgeResource: Descriptor = {
  routes: (http, { writer }) => knowledgeRoutes(http, writer),
  audit: {
    knowledge: id =>
      sql`(select coalesce(k.draft, k.published) ->> 'title' from knowledge_answers k where k.id = ${id})`,
  },
}
