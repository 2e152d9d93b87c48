import { setTimeout as delay } from 'node:timers/promises'
import { signature } from '@parley/whatsapp/signature'
import type { Faults } from './faults.ts'
import type { Ids } from './sources.ts'
import { encodeWebhook } from './webhook-body.ts'
import type { WireLog } from './wire.ts'

type WebhookTarget = { url: string; appSecret: string; retryAfterMs: number }

const answerWithinMs = 20_000
const longestWaitMs = 60_000
const mostWaiting = 5_000

export type WebhookSender = ReturnType<typeof webhookSender>

/** Delivers webhooks: signed over the very bytes, in order per phone, at least once. */
export function webhookSender(target: WebhookTarget, faults: Faults, log: WireLog) {
  const stopped = new AbortController()
  const queues = new Map<string, { last: Promise<boolean>; length: number }>()

  /** One attempt: whether the server accepted it. */
  async function post(bytes: Buffer, what: string): Promise<boolean> {
    const secret = faults.take('webhook-bad-signature') ? `not ${target.appSecret}` : target.appSecret
    const end = log.begin('out')
    const { status } = await request(target.url, stopped.signal, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(secret, bytes) },
      body: new Uint8Array(bytes),
    })
    end(what, status)
    return typeof status === 'number' && status >= 200 && status < 300
  }

  async function deliver(bytes: Buffer, what: string): Promise<boolean> {
    let wait = target.retryAfterMs
    for (let isRepeat = false; !stopped.signal.aborted; isRepeat = true) {
      const twice = !isRepeat && faults.take('webhook-duplicate')
      const isAccepted = await post(bytes, isRepeat ? `${what} (again)` : what)
      if (twice) await post(bytes, `${what} (duplicate)`)
      if (isAccepted) return true
      await pause(wait, stopped.signal)
      wait = Math.min(wait * 2, longestWaitMs)
    }
    return false
  }

  return {
    /**
     * Posts a webhook after those that wait for the same phone. True once the server accepted it (2xx); until then it is
     * repeated: after `retryAfterMs`, doubling up to a minute, without end. False when it was given up, because the sender
     * stopped or too many wait.
     */
    async send(phone: string, what: string, body: object): Promise<boolean> {
      const queue = queues.get(phone) ?? { last: Promise.resolve(true), length: 0 }
      if (queue.length >= mostWaiting) {
        log.begin('out')(what, 'given up: too many waiting')
        return false
      }
      const bytes = encodeWebhook(body)
      queue.length += 1
      queue.last = queue.last.then(() => deliver(bytes, what))
      queues.set(phone, queue)
      const isAccepted = await queue.last
      queue.length -= 1
      if (queue.length === 0) queues.delete(phone)
      return isAccepted
    },
    /** Gives up everything that waits. */
    stop: () => stopped.abort(),
  }
}

/** One call to the server: its status, or in a word why there is none. */
async function request(
  url: string | URL,
  stopped: AbortSignal,
  init: RequestInit = {},
): Promise<{ status: number | string; text: string }> {
  try {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)])
    const answer = await fetch(url, { ...init, redirect: 'error', signal })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return { status: isLate ? 'time-out' : 'unreachable', text: '' }
  }
}

/**
 * Meta's verification of the callback address (`hub.challenge`), repeated until the server passes it or `signal` ends
 * it. It only shows on the wire whether both know the same verify token; webhooks are sent without it too.
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
    const end = log.begin('out')
    const { status, text } = await request(url, signal)
    const isPassed = status === 200 && text === challenge
    end('verification', status === 200 && !isPassed ? '200 without the challenge' : status)
    if (isPassed) return
    await pause(wait, signal)
  }
}

/** Waits so many milliseconds, or until `signal` ends it. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0) return
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error
  })
}
