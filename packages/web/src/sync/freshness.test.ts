import { expect, test } from 'vitest'
import { FallbackPolling, type Freshness } from './freshness.ts'
import { ManualClock } from './manual-clock.fixture.ts'

function world() {
  const clock = new ManualClock()
  const said: Omit<Freshness, 'since'>[] = []
  const since: (number | null)[] = []
  let fetches = 0
  let works = true
  const behind = new FallbackPolling({
    clock,
    fetchShown: async () => {
      fetches += 1
      return works
    },
    onChange: ({ since: at, ...currency }) => {
      said.push(currency)
      since.push(at)
    },
  })
  return {
    clock,
    behind,
    last: () => said.at(-1) ?? { behind: false, cut: false },
    lastSince: () => since.at(-1),
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

test('[Q-236] since when the line is cut is when it was good last, not when that was noticed', async () => {
  const { behind, clock, last, lastSince, breakNetwork, mendNetwork } = world()
  await clock.pass(60_000)
  breakNetwork()
  behind.setLink('behind')
  await clock.pass(2_000)
  expect([last(), lastSince()]).toEqual([{ behind: true, cut: true }, 60_000])
  mendNetwork()
  await clock.pass(20_000)
  expect([last(), lastSince()]).toEqual([{ behind: true, cut: false }, 60_000])
  behind.setLink('current')
  expect(lastSince()).toBeNull()
  await clock.pass(5_000)
  behind.setOnline(false)
  expect([last(), lastSince()]).toEqual([{ behind: true, cut: true }, 87_000])
})
