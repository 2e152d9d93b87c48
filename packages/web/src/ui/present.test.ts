import { expect, test } from 'vitest'
import { Present, tickMs } from './present.ts'

/** A page whose time, timer and visibility the test moves. */
function page() {
  const at = { time: 0 }
  const timers = new Set<() => void>()
  const views = new Set<() => void>()
  const until = (set: Set<() => void>, run: () => void) => {
    set.add(run)
    return () => set.delete(run)
  }
  const present = new Present({
    read: () => new Date(at.time),
    every: (ms, run) => {
      expect(ms).toBe(tickMs)
      return until(timers, run)
    },
    onVisible: run => until(views, run),
  })
  const all = (set: Set<() => void>) => () => {
    for (const run of set) run()
  }
  return { present, at, tick: all(timers), show: all(views), held: () => timers.size + views.size }
}

test('[Q-101] who begins to look after a pause sees the present, not when somebody last looked', () => {
  const { present, at, held } = page()
  const leave = present.subscribe(() => undefined)
  leave()
  expect(held()).toBe(0)
  at.time = 3_600_000
  present.subscribe(() => undefined)
  expect(present.now.getTime()).toBe(3_600_000)
})

test('[Q-101] it moves on with the timer and when the page is looked at again, for all that are left', () => {
  const { present, at, tick, show } = page()
  const told: string[] = []
  const leave = present.subscribe(() => told.push('one'))
  present.subscribe(() => told.push('two'))
  leave()
  at.time = 30_000
  tick()
  expect([present.now.getTime(), told]).toEqual([30_000, ['two']])
  at.time = 9_000_000
  show()
  expect([present.now.getTime(), told]).toEqual([9_000_000, ['two', 'two']])
  const { now } = present
  expect(present.now).toBe(now)
})
