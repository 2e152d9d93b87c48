import type { AgentId } from '@parley/core/ids'
import { type KeptRouting, Routing } from '@parley/core/routing/api'
import { defaultRouting } from '@parley/core/routing/rules'
import type { Reader } from '../db/write.ts'

/** What the row says; what everybody begins with where nobody decided. */
export const routingOf = (value: unknown): Routing => (value === null ? defaultRouting : Routing.parse(value))

/** Who is offered what waits, and the version that an edit names. */
export async function keptRouting(reader: Reader): Promise<KeptRouting> {
  const row = await reader
    .selectFrom('routing')
    .leftJoin('agents', 'agents.id', 'updated_by')
    .select(['value', 'version', 'updated_at', 'updated_by', 'agents.name'])
    .executeTakeFirstOrThrow()
  const { updated_by: by, name } = row
  return {
    routing: routingOf(row.value),
    version: row.version,
    updated_at: row.updated_at?.toISOString() ?? null,
    updated_by: by === null ? null : { id: String(by) as AgentId, name: name ?? '' },
  }
}
