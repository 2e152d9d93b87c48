import type { Routing } from '@parley/core/routing/api'
import { Refusal } from '@parley/core/errors'
import { tidyRouting } from '@parley/core/routing/rules'
import { type Doer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { routingOf } from './queries.ts'

/**
 * Decides who is offered what waits, from now on; consoles are told. The same again is no change.
 * @throws Refusal routing.changed
 */
export async function changeRouting(
  writer: Writer,
  routing: Routing,
  version: number,
  by: Doer,
): Promise<void> {
  const after = tidyRouting(routing)
  await write(writer, async (tx, emit) => {
    const row = await tx.selectFrom('routing').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = tidyRouting(routingOf(row.value))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (version !== row.version) throw new Refusal('routing.changed')
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
    emit({ noun: 'bot', id: 0, kind: 'changed' })
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
