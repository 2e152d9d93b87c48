import { failureOf } from '@parley/whatsapp/outcome'
import type { BridgeConfig } from '../config/channels.ts'
import { bad, type Finding, ok } from './finding.ts'

const timeoutMs = 8_000

/** Whether each bridge answers and accepts our token. Asks for a file that does not exist. */
export const lookAtBridges = (bridges: readonly BridgeConfig[]): Promise<readonly Finding[]> =>
  Promise.all(bridges.map(lookAtBridge))

async function lookAtBridge({ id, url, token }: BridgeConfig): Promise<Finding> {
  const say = (sentence: string) => bad('bridge', `${id}: ${sentence}`)
  try {
    const answer = await fetch(`${url}/files/parley-doctor`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await answer.body?.cancel()
    const { status } = answer
    if (status === 404) return ok('bridge', `${id}: answers at ${url}`)
    if (status === 401 || status === 403) return say('rejects the token: set the same one on both sides')
    return say(`${url} answers ${status}, which no bridge does: check its url in CHANNEL_BRIDGES`)
  } catch (error) {
    const { reason } = failureOf(error)
    return say(`${url} cannot be reached (${reason}): check that it runs, and its url in CHANNEL_BRIDGES`)
  }
}
