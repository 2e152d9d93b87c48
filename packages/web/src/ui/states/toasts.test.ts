import { expect, test } from 'vitest'
import { ManualClock } from '../../sync/manual-clock.fixture.ts'
import { ToastQueue } from './toasts.ts'

function world() {
  const clock = new ManualClock()
  const faded: string[] = []
  return { clock, faded, queue: new ToastQueue(clock, id => faded.push(`${id} at ${clock.now()}`)) }
}

test('[TOAST-05 TOAST-12 CONST-04] each fades after 5 s', async () => {
  const { clock, faded, queue } = world()
  queue.add('a', false)
  await clock.pass(1_000)
  queue.add('b', false)
  await clock.pass(10_000)
  expect(faded).toEqual(['a at 5000', 'b at 6000'])
})

test('[TOAST-02 Q-074 CONST-04] a fourth makes the oldest fade at once, also one that stays', async () => {
  const { clock, faded, queue } = world()
  queue.add('stays', true)
  for (const id of ['b', 'c']) queue.add(id, false)
  expect(faded).toEqual([])
  queue.add('d', false)
  expect(faded).toEqual(['stays at 0'])
  await clock.pass(4_999)
  queue.add('e', false)
  expect(faded).toEqual(['stays at 0', 'b at 4999'])
})

test('[Q-075 BELL-16] one that does not close by itself stays until it is closed', async () => {
  const { clock, faded, queue } = world()
  queue.add('a', true)
  await clock.pass(3_600_000)
  expect(faded).toEqual([])
  queue.forget('a')
  for (const id of ['b', 'c', 'd']) queue.add(id, true)
  expect(faded).toEqual([])
})

test('[Q-075] no time runs while the reader is at them; then what was left runs on', async () => {
  const { clock, faded, queue } = world()
  queue.add('a', false)
  await clock.pass(2_000)
  queue.pause()
  queue.add('b', false)
  await clock.pass(60_000)
  queue.pause()
  queue.resume()
  await clock.pass(2_999)
  expect(faded).toEqual([])
  await clock.pass(1)
  queue.pause()
  await clock.pass(10_000)
  queue.resume()
  await clock.pass(2_000)
  expect(faded).toEqual(['a at 65000', 'b at 77000'])
})

test('[Q-074] one that is shown anew starts its time again, counts once, and is no longer the oldest', async () => {
  const { clock, faded, queue } = world()
  for (const id of ['a', 'b', 'c']) queue.add(id, false)
  await clock.pass(4_000)
  queue.add('a', false)
  expect(faded).toEqual([])
  queue.add('d', false)
  expect(faded).toEqual(['b at 4000'])
  await clock.pass(5_000)
  expect(faded).toEqual(['b at 4000', 'c at 5000', 'a at 9000', 'd at 9000'])
})

test('what was closed by hand, or is not drawn any more, fades no second time', async () => {
  const { clock, faded, queue } = world()
  queue.add('a', false)
  queue.forget('a')
  queue.add('b', false)
  queue.clear()
  await clock.pass(10_000)
  expect(faded).toEqual([])
})
