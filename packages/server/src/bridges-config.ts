import * as z from 'zod'
import { readList, sharedBy } from './settings-list.ts'

/** A channel beside WhatsApp, behind a bridge of its own. */
export interface BridgeConfig {
  /** It stands in addresses, and where the id of a business number stands. */
  readonly id: string
  /** What agents call it. */
  readonly name: string
  /** Where it is reached, without a slash at the end. */
  readonly url: string
  /** The secret of both sides. */
  readonly token: string
}

const BridgeEntry = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'must be small letters, digits and hyphens, at most 40, a letter first'),
  name: z.string().trim().min(1, 'must not be empty').max(40, 'must have at most 40 characters'),
  url: z
    .url({ protocol: /^https?$/, message: 'must be http://… or https://…' })
    .transform(url => url.replace(/\/+$/, '')),
  token: z.string().min(16, 'must have at least 16 characters'),
})

/** The sample's, in the simulator. */
const demoBridge = (simulatorUrl: string): BridgeConfig => ({
  id: 'web-chat',
  name: 'Web chat',
  url: `${simulatorUrl}/web-chat/bridge`,
  token: 'demo-web-chat-token',
})

/**
 * The bridges that CHANNEL_BRIDGES names: JSON, or the path of a file that holds it, `[{"id", "name", "url", "token"}]`.
 * @param simulatorUrl in a demo, whose sample stands where nothing is said; null in production
 * @returns one line for each thing that is wrong, which quotes no token
 */
export function readBridges(
  setting: string | undefined,
  simulatorUrl: string | null,
): { readonly bridges: readonly BridgeConfig[] } | { readonly problems: readonly string[] } {
  if (setting === undefined) return { bridges: simulatorUrl === null ? [] : [demoBridge(simulatorUrl)] }
  const read = readList('CHANNEL_BRIDGES', setting, z.array(BridgeEntry))
  if ('problems' in read) return read
  const sameId = sharedBy(read.entries, ({ id }) => id)
  if (sameId !== undefined) return { problems: [`CHANNEL_BRIDGES: names the bridge ${sameId} twice`] }
  const sameName = sharedBy(read.entries, ({ name }) => name.toLowerCase())
  if (sameName !== undefined)
    return {
      problems: [`CHANNEL_BRIDGES: calls two bridges "${sameName}": agents tell them apart by name`],
    }
  return { bridges: read.entries }
}
