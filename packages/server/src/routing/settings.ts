import { type KeptRouting, Routing } from '@parley/core/routing/api'
import { defaultRouting, tidyRouting } from '@parley/core/routing/rules'
import type { Actor } from '../audit/record.ts'
import type { Reader, Writer } from '../db/write.ts'
import { changeVersioned, type VersionedValue, versionedValue } from '../settings/versioned.ts'

export const routingOf = (value: unknown): Routing => (value === null ? defaultRouting : Routing.parse(value))

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

const storedRouting: VersionedValue<Routing> = {
  table: 'routing',
  read: routingOf,
  tidy: tidyRouting,
  audit: toldOf,
  action: 'routing.changed',
  stale: 'routing.changed',
}

export async function keptRouting(reader: Reader): Promise<KeptRouting> {
  const { value, ...stored } = await versionedValue(reader, storedRouting)
  return { routing: value, ...stored }
}

/**
 * Changes and publishes the routing settings. A repeat is no change.
 * @throws ApiError routing.changed
 */
export const changeRouting = (writer: Writer, routing: Routing, version: number, by: Actor): Promise<void> =>
  changeVersioned(writer, storedRouting, routing, version, by)
