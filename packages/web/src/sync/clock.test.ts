import { expect, test } from 'vitest'
import { ManualClock } from './manual-clock.fixture.ts'
import { startPeriodic } from './clock.ts'

test('[WS-13 Q-083] unread stats are fetched every 60 s until it is ended', async () => {
  const clock = new ManualClock()
  let fetched = 0
  const stop = startPeriodic(clock, async () => {
    fetched += 1
  })
  await clock.pass(59_999)
  expect(fetched).toBe(0)
  await clock.pass(1)
  expect(fetched).toBe(1)
  await clock.pass(180_000)
  expect(fetched).toBe(4)
  stop()
  await clock.pass(180_000)
  expect(fetched).toBe(4)
})
