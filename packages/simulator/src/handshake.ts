import { setTimeout as delay } from 'node:timers/promises'
import type { World } from './world.ts'

const longestWaitMs = 60_000

/**
 * Meta's verification of the callback address (`hub.challenge`), repeated until the server passes it or `signal` ends
 * it. It only shows on the wire whether both know the same verify token; webhooks flow without it too.
 */
export async function verifyWebhook({ options, ids, log }: World, signal: AbortSignal): Promise<void> {
  for (let wait = 1_000; !signal.aborted; wait = Math.min(wait * 2, longestWaitMs)) {
    const challenge = ids.trace()
    const url = new URL(options.webhookUrl)
    url.searchParams.set('hub.mode', 'subscribe')
    url.searchParams.set('hub.challenge', challenge)
    url.searchParams.set('hub.verify_token', options.verifyToken)
    const started = performance.now()
    const answer = await ask(url, signal)
    const passed = answer.status === 200 && answer.text === challenge
    const status = answer.status === 200 && !passed ? '200 without the challenge' : answer.status
    log.add({ direction: 'out', what: 'verification', status, ms: Math.round(performance.now() - started) })
    if (passed) return
    await delay(wait, undefined, { signal, ref: false }).catch(ignoreAbort)
  }
}

async function ask(url: URL, signal: AbortSignal): Promise<{ status: number | string; text: string }> {
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(10_000)]),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    return { status: 'unreachable', text: '' }
  }
}

/** Stopping ends the wait; the loop sees it for itself. */
function ignoreAbort(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) throw error
}
