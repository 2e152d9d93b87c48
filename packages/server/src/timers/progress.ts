/** Reports the progress of long work, so that it does not seem to hang. Short work reports nothing. */
export interface Progress {
  /** The current step, as a sentence without its end. Null if no step takes long. */
  readonly at: (step: string | null) => void
  readonly stop: () => void
}

const everyMs = 3_000

/** Reports the current step and the total time every three seconds. */
export function startProgress(say: (line: string) => void, now: () => Date): Progress {
  const started = now().getTime()
  let step: string | null = null
  const timer = setInterval(() => {
    if (step !== null) say(`${step} (${Math.round((now().getTime() - started) / 1000)} s) …`)
  }, everyMs)
  timer.unref()
  return {
    at: next => {
      step = next
    },
    stop: () => clearInterval(timer),
  }
}
