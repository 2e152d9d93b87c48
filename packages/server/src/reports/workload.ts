import type { OverloadedAgent } from '@parley/core/reports/api'
import { exceededBy, isOverloaded } from '@parley/core/agents/rules'
import { sql } from 'kysely'
import { workload } from '../agents/queries.ts'
import type { Reader } from '../db/write.ts'

type TeamMember = Omit<OverloadedAgent, 'capacity_exceeded_by'>

/** Every agent who may sign in, with workload and capacity as they are now; by name. */
export async function teamLoad(reader: Reader): Promise<readonly TeamMember[]> {
  const { rows } = await sql<TeamMember>`
    select a.id::text as user_id, a.name as user_name, ${workload} as current_workload, a.max_capacity
    from agents a where a.disabled_at is null
    order by lower(a.name) collate "C", a.id`.execute(reader)
  return rows
}

/** Those at or above capacity, the most overloaded first, then by name. */
export const overloadedAgents = (team: readonly TeamMember[]): OverloadedAgent[] =>
  team
    .filter(isOverloaded)
    .map(member => ({ ...member, capacity_exceeded_by: exceededBy(member) }))
    .toSorted((a, b) => b.capacity_exceeded_by - a.capacity_exceeded_by)
