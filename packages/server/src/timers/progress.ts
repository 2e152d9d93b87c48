/** Tells how far long work is, so that nobody takes it for a hang. Work that is soon done says nothing. */
export interface Progress {
  /** What is being done now, as a sentence without its end; null: nothing that takes long. */
  readonly at: (step: string | null) => void
  readonly stop: () => void
}

const everyMs = 3_000

/** Says the present step, and for how long all has taken, every three seconds. */
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
