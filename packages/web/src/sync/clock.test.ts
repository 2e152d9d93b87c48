import { expect, test } from 'vitest'
import { startPeriodic, frameScheduler } from './clock.ts'
import { ManualClock } from './manual-clock.fixture.ts'

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

function page() {
  const clock = new ManualClock()
  const frames: (() => void)[] = []
  const done: string[] = []
  const schedule = frameScheduler({
    nextFrame: act => frames.push(act),
    clock,
  })
  return {
    clock,
    frames,
    done,
    add: (word: string) => schedule(() => done.push(word)),
    draw: () => {
      for (const act of frames.splice(0)) act()
    },
  }
}

test('all that comes between two frames is done at once before the next', () => {
  const { frames, done, add, draw } = page()
  for (const word of ['a', 'b', 'c']) add(word)
  expect({ asked: frames.length, done }).toEqual({ asked: 1, done: [] })
  draw()
  expect(done).toEqual(['a', 'b', 'c'])
  add('d')
  draw()
  expect(done).toEqual(['a', 'b', 'c', 'd'])
})

test('a page that is not drawn does its work all the same, and nothing twice', async () => {
  const { clock, done, add, draw } = page()
  add('a')
  await clock.pass(100)
  expect(done).toEqual(['a'])
  draw()
  expect(done).toEqual(['a'])
})
