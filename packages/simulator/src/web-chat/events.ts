import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'

/** The events to Parley, in the words of docs/bridge.md. */
export type ChannelEvent =
  | {
      kind: 'message'
      /** The channel's own, of this message alone. */
      id: string
      from: string
      name?: string
      /** ISO 8601. */
      at: string
      text?: string
      file?: { id: string; name: string; mime_type: string; size: number }
      quotes?: string
    }
  | { kind: 'status'; id: string; status: 'delivered' | 'read'; at: string }

/** Where Parley takes events, and the secret of both sides. */
export type ParleyAddress = {
  eventsUrl: string
  token: string
  /** Milliseconds before the first repetition; they double up to a minute. A second where nothing is said. */
  retryAfterMs?: number
}

export type Events = {
  /** Sends an event after all earlier ones; `ended` hears whether Parley took it or will never take it. */
  add: (event: ChannelEvent, ended?: (how: 'taken' | 'refused') => void) => void
  /** So much waits that nothing more should be taken from customers. */
  isFull: () => boolean
  /** Gives up the waiting events. */
  stop: () => void
}

const mostAtOnce = 100
const mostWaiting = 5_000
const longestPauseMs = 60_000
const answerWithinMs = 20_000

/**
 * Sends events to Parley: in order, one call at a time, again until the answer is 2xx. Only an event that Parley answers
 * alone with 400 is passed over, since it would be refused for ever.
 */
export function eventsTo(parley: ParleyAddress, log: FastifyBaseLogger): Events {
  const { retryAfterMs = 1_000 } = parley
  const stopped = new AbortController()
  const waiting: { event: ChannelEvent; ended?: ((how: 'taken' | 'refused') => void) | undefined }[] = []
  let isSending = false

  function end(count: number, how: 'taken' | 'refused'): void {
    for (const { ended } of waiting.splice(0, count)) ended?.(how)
  }

  async function sendAll(): Promise<void> {
    isSending = true
    let most = mostAtOnce
    let pause = retryAfterMs
    while (waiting.length > 0 && !stopped.signal.aborted) {
      const batch = waiting.slice(0, most).map(({ event }) => event)
      const { status, fields } = await post(parley, batch, stopped.signal)
      if (status >= 200 && status < 300) {
        end(batch.length, 'taken')
        pause = retryAfterMs
      } else if (status === 400 && batch.length > 1) {
        // Nothing of this call is stored: halves find the one that is wrong.
        most = Math.ceil(batch.length / 2)
      } else if (status === 400) {
        // Never a customer's text: the names of the fields say enough.
        log.error({ kind: batch[0]?.kind, id: batch[0]?.id, fields }, 'Parley refused an event')
        end(1, 'refused')
        most = mostAtOnce
      } else {
        log.warn({ status, waiting: waiting.length }, 'Parley did not take the events')
        await delay(pause, undefined, { signal: stopped.signal }).catch(ignoreAbort)
        pause = Math.min(pause * 2, longestPauseMs)
      }
    }
    isSending = false
  }

  return {
    add(event, ended) {
      waiting.push({ event, ended })
      if (!isSending) sendAll().catch((error: unknown) => log.error(error))
    },
    isFull: () => waiting.length >= mostWaiting,
    stop: () => stopped.abort(),
  }
}

const refusal = z.object({ fields: z.record(z.string(), z.unknown()) })

/** One call: its status, 0 where no answer came, and the names of the fields that Parley found wrong. */
async function post(
  { eventsUrl, token }: ParleyAddress,
  events: readonly ChannelEvent[],
  stopped: AbortSignal,
): Promise<{ status: number; fields: string[] }> {
  try {
    const answer = await fetch(eventsUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ events }),
      redirect: 'error',
      signal: AbortSignal.any([stopped, AbortSignal.timeout(answerWithinMs)]),
    })
    const text = await answer.text()
    return { status: answer.status, fields: answer.status === 400 ? wrongFields(text) : [] }
  } catch {
    // Unreachable, or no answer in time: the caller repeats it like any other failure.
    return { status: 0, fields: [] }
  }
}

function wrongFields(text: string): string[] {
  try {
    return Object.keys(refusal.parse(JSON.parse(text)).fields)
  } catch {
    // Not said: the refusal stands all the same.
    return []
  }
}

/** Stopping ends the wait between two calls; the loop then sees it for itself. */
function ignoreAbort(): void {}
