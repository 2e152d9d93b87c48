import { expect, test } from 'vitest'
import { StillClock, settled } from './page.fixture.ts'
import { Throttle } from './throttle.ts'

/** A task whose runs end when the test decides. */
function throttled() {
  const clock = new StillClock()
  const ends: { done: () => void; fail: (cause: unknown) => void }[] = []
  const task = () =>
    new Promise<void>((done, fail) => {
      ends.push({ done, fail })
    })
  return { clock, ends, throttle: new Throttle(clock, 1_000, task) }
}

test('asked for often, the task runs once, some time after it was first asked for', async () => {
  const { clock, ends, throttle } = throttled()
  throttle.ask()
  await clock.pass(999)
  throttle.ask()
  expect(ends).toHaveLength(0)
  await clock.pass(1)
  expect(ends).toHaveLength(1)
  ends[0]?.done()
  await clock.pass(60_000)
  expect(ends).toHaveLength(1)
  throttle.ask()
  await clock.pass(1_000)
  expect(ends).toHaveLength(2)
})

test('asked for while it runs, it runs once more when it has ended, never twice at once', async () => {
  const { clock, ends, throttle } = throttled()
  throttle.ask()
  await clock.pass(1_000)
  throttle.ask()
  throttle.ask()
  await clock.pass(60_000)
  expect(ends).toHaveLength(1)
  ends[0]?.done()
  await clock.pass(1_000)
  expect(ends).toHaveLength(2)
  ends[1]?.done()
  await clock.pass(60_000)
  expect(ends).toHaveLength(2)
})

test('once stopped it does not run any more, nor after the run that was on its way', async () => {
  const { clock, ends, throttle } = throttled()
  throttle.stop()
  throttle.ask()
  await clock.pass(60_000)
  expect(ends).toHaveLength(0)

  const other = throttled()
  other.throttle.ask()
  await other.clock.pass(1_000)
  other.throttle.ask()
  other.throttle.stop()
  other.ends[0]?.done()
  await settled()
  await other.clock.pass(60_000)
  expect(other.ends).toHaveLength(1)

  const third = throttled()
  third.throttle.ask()
  third.throttle.stop()
  await third.clock.pass(60_000)
  expect(third.ends).toHaveLength(0)
})
