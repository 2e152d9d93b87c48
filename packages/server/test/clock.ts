import { systemTimer, type Timer } from '../src/timers/interval.ts'

/** A clock that stands still until it is moved. `now` and `timer` are bound, so they can be passed alone. */
export class TestClock {
  #at: number
  readonly #waiting = new Set<{ readonly due: number; readonly fire: () => void }>()

  constructor(start = '2026-03-02T09:00:00.000Z') {
    this.#at = Date.parse(start)
  }

  readonly now = (): Date => new Date(this.#at)

  /** Runs work after real milliseconds, or as soon as this clock has advanced by as many. */
  readonly timer: Timer = (run, ms) => {
    const end = () => {
      callOff()
      this.#waiting.delete(waiting)
    }
    const fire = () => {
      end()
      run()
    }
    const callOff = systemTimer(fire, ms)
    const waiting = { due: this.#at + ms, fire }
    this.#waiting.add(waiting)
    return end
  }

  onAdvance = (): void => undefined

  advance(seconds: number): void {
    this.#at += seconds * 1000
    for (const { due, fire } of this.#waiting) if (due <= this.#at) fire()
    this.onAdvance()
  }
}
