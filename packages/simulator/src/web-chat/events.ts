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
  /** Milliseconds before the first repetition, doubling up to a minute. Default: 1,000. */
  retryAfterMs?: number
}

const mostAtOnce = 100
const mostWaiting = 5_000
const longestPauseMs = 60_000
const answerWithinMs = 20_000

export type Events = ReturnType<typeof eventsTo>

/** What became of an event: Parley has it, or will never accept it. */
type Result = 'taken' | 'refused'

/**
 * Sends events to Parley: in order, one call at a time, again until the answer is 2xx. An event that Parley answers alone
 * with 400 is skipped: Parley would refuse it for ever.
 */
export function eventsTo(parley: ParleyAddress, log: FastifyBaseLogger) {
  const { retryAfterMs = 1_000 } = parley
  const stopped = new AbortController()
  const waiting: { event: ChannelEvent; ended: ((result: Result) => void) | undefined }[] = []
  let isSending = false

  function end(count: number, result: Result): void {
    for (const { ended } of waiting.splice(0, count)) ended?.(result)
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
        // Parley stored nothing of this call: halving finds the wrong event.
        most = Math.ceil(batch.length / 2)
      } else if (status === 400) {
        // The names of the fields only: a customer's text is not logged.
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
    /** Sends an event after all earlier ones; `ended` gets its result. */
    add(event: ChannelEvent, ended?: (result: Result) => void): void {
      waiting.push({ event, ended })
      if (!isSending) sendAll().catch((error: unknown) => log.error(error))
    },
    /** So many events wait that the chat should accept no more messages. */
    isFull: () => waiting.length >= mostWaiting,
    /** Gives up the waiting events. */
    stop: () => stopped.abort(),
  }
}

const refusal = z.object({ fields: z.record(z.string(), z.unknown()) })

/** One call: its status, 0 without an answer, and the names of the fields that Parley refused. */
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
    // Unreachable, or no answer in time: the caller repeats it as after any other failure.
    return { status: 0, fields: [] }
  }
}

function wrongFields(text: string): string[] {
  try {
    return Object.keys(refusal.parse(JSON.parse(text)).fields)
  } catch {
    // The answer names none.
    return []
  }
}

/** `stop` ends the wait between two calls, and then the loop. */
function ignoreAbort(): void {}
