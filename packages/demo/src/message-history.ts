import type { Said } from './thread.ts'

/** A line with the statistics that the server would store. */
export interface Entry extends Said {
  /** Its number among the customer's messages, by arrival; null for other lines. */
  readonly inboundNo: number | null
  readonly responseSeconds: number | null
  readonly waitStartedAt: Date | null
}

export interface MessageHistory {
  /** In the order of arrival. */
  readonly entries: readonly Entry[]
  readonly inboundNo: number
  /** The start of the customer's wait for an agent; null: the customer does not wait. */
  readonly waitsSince: Date | null
}

const seconds = (from: Date, to: Date) => Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))

/**
 * Adds the statistics that the server would store, in the order of arrival. It numbers the customer's messages. A wait starts
 * with
 * the first unanswered message and ends with an agent's message that did not fail.
 */
export function historyOf(said: readonly Said[]): MessageHistory {
  let inboundNo = 0
  let waitsSince: Date | null = null
  let answeredAt: Date | null = null
  let lastInbound: Date | null = null
  const entries: Entry[] = []
  for (const one of said.toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime())) {
    const plain = { ...one, inboundNo: null, responseSeconds: null, waitStartedAt: null }
    switch (one.line.by) {
      case 'system':
        entries.push(plain)
        break
      case 'customer':
        inboundNo += 1
        lastInbound = one.at
        if (answeredAt === null || one.at > answeredAt) waitsSince ??= one.at
        entries.push({ ...plain, inboundNo })
        break
      case 'bot':
        entries.push({
          ...plain,
          responseSeconds: lastInbound === null ? null : seconds(lastInbound, one.at),
        })
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
