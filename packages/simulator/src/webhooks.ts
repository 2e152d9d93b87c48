import { setTimeout as delay } from 'node:timers/promises'
import { signature } from '@parley/whatsapp/signature'
import type { Faults, Ids } from './faults.ts'
import { encodeWebhook } from './webhook-body.ts'
import type { WireLog } from './live.ts'

export type WebhookSender = {
  /**
   * Posts a webhook after those already waiting for the same phone. True once the server took it (2xx); until then
   * it is repeated: after `retryAfterMs`, doubling up to a minute, without end. False when it was given up, because the
   * sender stopped or too much waits.
   */
  send: (phone: string, what: string, body: object) => Promise<boolean>
  /** Gives up everything that waits. */
  stop: () => void
}

type WebhookTarget = { url: string; appSecret: string; retryAfterMs: number }

const answerWithinMs = 20_000
const longestWaitMs = 60_000
const mostWaiting = 5_000

/** Delivers webhooks: signed over the very bytes, in order per phone, at least once. */
export function webhookSender(target: WebhookTarget, faults: Faults, log: WireLog): WebhookSender {
  const stopped = new AbortController()
  const lines = new Map<string, { tail: Promise<boolean>; waiting: number }>()

  /** One attempt: whether the server took it. */
  async function post(bytes: Buffer, what: string): Promise<boolean> {
    const secret = faults.take('webhook-bad-signature') ? `not ${target.appSecret}` : target.appSecret
    const started = performance.now()
    const status = await attempt(target.url, bytes, signature(secret, bytes), stopped.signal)
    log.add({ direction: 'out', what, status, ms: Math.round(performance.now() - started) })
    return typeof status === 'number' && status >= 200 && status < 300
  }

  async function deliver(bytes: Buffer, what: string): Promise<boolean> {
    let wait = target.retryAfterMs
    for (let again = false; !stopped.signal.aborted; again = true) {
      const twice = !again && faults.take('webhook-duplicate')
      const taken = await post(bytes, again ? `${what} (again)` : what)
      if (twice) await post(bytes, `${what} (duplicate)`)
      if (taken) return true
      await pause(wait, stopped.signal)
      wait = Math.min(wait * 2, longestWaitMs)
    }
    return false
  }

  return {
    async send(phone, what, body) {
      const line = lines.get(phone) ?? { tail: Promise.resolve(true), waiting: 0 }
      if (line.waiting >= mostWaiting) {
        log.add({ direction: 'out', what, status: 'given up: too many waiting', ms: 0 })
        return false
      }
      const bytes = encodeWebhook(body)
      line.waiting += 1
      line.tail = line.tail.then(() => deliver(bytes, what))
      lines.set(phone, line)
      const taken = await line.tail
      line.waiting -= 1
      if (line.waiting === 0) lines.delete(phone)
      return taken
    },
    stop: () => stopped.abort(),
  }
}

async function attempt(
  url: string,
  bytes: Buffer,
  signed: string,
  stopped: AbortSignal,
): Promise<number | string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed },
      body: new Uint8Array(bytes),
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)]),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'time-out' : 'unreachable'
  }
}

/**
 * Meta's verification of the callback address (`hub.challenge`), repeated until the server passes it or `signal` ends
 * it. It only shows on the wire whether both know the same verify token; webhooks flow without it too.
 */
export async function verifyWebhook(
  { options, ids, log }: { options: { webhookUrl: string; verifyToken: string }; ids: Ids; log: WireLog },
  signal: AbortSignal,
): Promise<void> {
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
    await pause(wait, signal)
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

/** Waits so many milliseconds, or until `signal` ends it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  })
}
