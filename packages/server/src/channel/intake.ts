/** Whether customers' messages are being taken in. */
export interface Intake {
  /** Does a piece of taking in. */
  readonly during: (work: () => Promise<void>) => Promise<void>
  /** Resolves once nothing has been taken in for a moment, after `mostMs` milliseconds at the latest. */
  readonly quiet: (mostMs: number) => Promise<void>
}

/** Who was just answered may have the next one on its way. Milliseconds. */
const momentMs = 5

/**
 * What can wait a little lets customers' messages in first: WhatsApp waits for each to be stored before it brings the next,
 * and brings again what took too long.
 */
export function openIntake(): Intake {
  let underWay = 0
  let isQuiet = true
  let moment: NodeJS.Timeout | undefined
  const waiting = new Set<() => void>()
  const begin = () => {
    underWay += 1
    isQuiet = false
    clearTimeout(moment)
  }
  const end = () => {
    underWay -= 1
    if (underWay > 0) return
    moment = setTimeout(() => {
      isQuiet = true
      for (const go of waiting) go()
    }, momentMs)
    moment.unref()
  }
  return {
    during: async work => {
      begin()
      try {
        await work()
      } finally {
        end()
      }
    },
    quiet: async mostMs => {
      if (isQuiet) return
      await new Promise<void>(resolve => {
        const go = () => {
          clearTimeout(latest)
          waiting.delete(go)
          resolve()
        }
        const latest = setTimeout(go, mostMs)
        waiting.add(go)
      })
    },
  }
}
