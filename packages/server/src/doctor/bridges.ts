import { failureOf } from '@parley/whatsapp/outcome'
import type { BridgeConfig } from '../bridges-config.ts'
import { bad, type Finding, ok } from './finding.ts'

const timeoutMs = 8_000

/** Whether each bridge answers and takes our token: it is asked for a file that nobody has. */
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
    if (status === 401 || status === 403)
      return say('does not take the token: it must be the same on both sides')
    return say(`${url} answers ${status} and not as a bridge: look at the url in CHANNEL_BRIDGES`)
  } catch (error) {
    const { reason } = failureOf(error)
    return say(`${url} cannot be reached (${reason}): is it running, and is the url right?`)
  }
}
