/** Whether customers' messages are being ingested, for work that can wait a little. */
export interface IngestGate {
  /** Does a piece of ingestion. */
  readonly during: (work: () => Promise<void>) => Promise<void>
  /** Resolves once nothing has been ingested for a moment, after `mostMs` milliseconds at the latest. */
  readonly quiet: (mostMs: number) => Promise<void>
}

/** The sender of a webhook that was just answered may have the next one on its way. Milliseconds. */
const momentMs = 5

/** Messages go first: WhatsApp waits for each webhook to be stored before it brings the next. */
export function openIngestGate(clock: () => number = () => performance.now()): IngestGate {
  let underWay = 0
  let endedAt = Number.NEGATIVE_INFINITY
  const isBusy = () => underWay > 0 || clock() - endedAt < momentMs
  return {
    during: async work => {
      underWay += 1
      try {
        await work()
      } finally {
        underWay -= 1
        endedAt = clock()
      }
    },
    quiet: async mostMs => {
      const until = clock() + mostMs
      while (isBusy() && clock() < until) await new Promise(resolve => setTimeout(resolve, momentMs))
    },
  }
}
