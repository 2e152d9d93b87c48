import { ApiError } from '@parley/core/errors'
import type { AgentId } from '@parley/core/ids'
import { type KeptRouting, Routing } from '@parley/core/routing/api'
import { defaultRouting, tidyRouting } from '@parley/core/routing/rules'
import { type Actor, record } from '../audit/record.ts'
import { type Reader, write, type Writer } from '../db/write.ts'

export const routingOf = (value: unknown): Routing => (value === null ? defaultRouting : Routing.parse(value))

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

/**
 * Changes and publishes the routing settings. A repeat is no change.
 * @throws ApiError routing.changed
 */
export async function changeRouting(
  writer: Writer,
  routing: Routing,
  version: number,
  by: Actor,
): Promise<void> {
  const after = tidyRouting(routing)
  await write(writer, async (tx, publish) => {
    const row = await tx.selectFrom('routing').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = tidyRouting(routingOf(row.value))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (version !== row.version) throw new ApiError('routing.changed')
    const now = writer.now()
    await tx
      .updateTable('routing')
      .set({
        value: JSON.stringify(after),
        version: row.version + 1,
        updated_at: now,
        updated_by: by.agentId,
      })
      .execute()
    publish({ noun: 'bot', id: 0, kind: 'changed' })
    const changed = { before: toldOf(before), after: toldOf(after) }
    await record(tx, by, { action: 'routing.changed', noun: 'settings', objectId: null, ...changed }, now)
  })
}

/** "Claims, skilled in Luganda, at once" for each intent that has a rule. */
const toldOf = ({ offers, rules }: Routing) => ({
  offers,
  ...Object.fromEntries(
    rules.map(({ intent, department, skill, at_once: atOnce }) => [
      intent,
      [
        department ?? 'any department',
        ...(skill === null ? [] : [`skilled in ${skill}`]),
        ...(atOnce ? ['at once'] : []),
      ].join(', '),
    ]),
  ),
})
