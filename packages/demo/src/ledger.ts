import type { Said } from './thread.ts'

/** A line with the figures that receiving and sending would store. */
export interface Entry extends Said {
  /** Its place among the countable inbound messages, by arrival; null for the others. */
  readonly inboundNo: number | null
  readonly responseSeconds: number | null
  readonly waitStartedAt: Date | null
}

export interface Ledger {
  /** In the order of arrival. */
  readonly entries: readonly Entry[]
  readonly inboundNo: number
  /** Since when the customer waits for a person; null while nobody waits. */
  readonly waitsSince: Date | null
}

const seconds = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

/**
 * Plays a thread in the order of arrival, as receiving and sending would have done: numbers what came in, starts a wait
 * with the first message that no agent has answered, ends it with an agent's message that did not fail.
 */
export function keepLedger(said: readonly Said[]): Ledger {
  let inboundNo = 0
  let waitsSince: Date | null = null
  let answeredAt: Date | null = null
  let lastWords: Date | null = null
  const entries: Entry[] = []
  for (const one of said.toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime())) {
    const plain = { ...one, inboundNo: null, responseSeconds: null, waitStartedAt: null }
    switch (one.line.by) {
      case 'system':
        entries.push(plain)
        break
      case 'customer':
        inboundNo += 1
        lastWords = one.at
        if (answeredAt === null || one.at > answeredAt) waitsSince ??= one.at
        entries.push({ ...plain, inboundNo })
        break
      case 'bot':
        entries.push({ ...plain, responseSeconds: lastWords === null ? null : seconds(lastWords, one.at) })
        break
      case 'agent': {
        const failed = one.line.outcome === 'failed'
        const responseSeconds = waitsSince === null || failed ? null : seconds(waitsSince, one.at)
        entries.push({ ...plain, responseSeconds, waitStartedAt: waitsSince })
        if (failed) break
        waitsSince = null
        answeredAt = one.at
      }
    }
  }
  return { entries, inboundNo, waitsSince }
}
