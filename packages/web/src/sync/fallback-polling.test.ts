import { expect, test } from 'vitest'
import { FallbackPolling } from './fallback-polling.ts'
import type { Freshness } from './freshness.ts'
import { ManualClock } from './manual-clock.fixture.ts'

function world() {
  const clock = new ManualClock()
  const said: Freshness[] = []
  let fetches = 0
  let works = true
  const behind = new FallbackPolling({
    clock,
    fetchShown: async () => {
      fetches += 1
      return works
    },
    onChange: currency => said.push(currency),
  })
  return {
    clock,
    behind,
    last: () => said.at(-1) ?? { behind: false, cut: false },
    fetches: () => fetches,
    breakNetwork: () => {
      works = false
    },
    mendNetwork: () => {
      works = true
    },
  }
}

test('[WS-04] a short cut is not spoken of; a longer one is, and what is shown is fetched every 10 s', async () => {
  const { behind, clock, last, fetches } = world()
  behind.setLink('behind')
  await clock.pass(500)
  behind.setLink('current')
  await clock.pass(60_000)
  expect([last(), fetches()]).toEqual([{ behind: false, cut: false }, 0])
  behind.setLink('behind')
  await clock.pass(31_500)
  expect([last(), fetches()]).toEqual([{ behind: true, cut: false }, 4])
  behind.setLink('current')
  await clock.pass(60_000)
  expect([last(), fetches()]).toEqual([{ behind: false, cut: false }, 4])
})

test('[COMP-13 Q-039] nothing can be sent only while those fetches fail too', async () => {
  const { behind, clock, last, breakNetwork, mendNetwork } = world()
  breakNetwork()
  behind.setLink('behind')
  await clock.pass(2_000)
  expect(last()).toEqual({ behind: true, cut: true })
  mendNetwork()
  await clock.pass(10_000)
  expect(last()).toEqual({ behind: true, cut: false })
})

test('[COMP-13 Q-039] a browser that says it is offline is cut off at once, and tries at once when it is back', async () => {
  const { behind, clock, last, fetches } = world()
  behind.setOnline(false)
  expect(last()).toEqual({ behind: true, cut: true })
  behind.setLink('behind')
  await clock.pass(5_000)
  const before = fetches()
  behind.setOnline(true)
  await clock.pass(0)
  expect(fetches()).toBe(before + 1)
  expect(last()).toEqual({ behind: true, cut: false })
  behind.setLink('current')
  expect(last()).toEqual({ behind: false, cut: false })
})
