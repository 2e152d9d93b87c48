import { expect, test } from 'vitest'
import { interval, type Timer } from './interval.ts'

/** A timer that a test advances. */
function handTimer() {
  const waiting: { run: () => void; ms: number }[] = []
  const timer: Timer = (run, ms) => {
    const one = { run, ms }
    waiting.push(one)
    return () => waiting.splice(waiting.indexOf(one), 1)
  }
  return { timer, waits: () => waiting.map(one => one.ms), pass: () => waiting.shift()?.run() }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

test('work is done at once, and again only after it ended, however long it took', async () => {
  const { timer, waits, pass } = handTimer()
  let begun = 0
  const ends: (() => void)[] = []
  const work = () => {
    begun += 1
    return new Promise<void>(resolve => ends.push(resolve))
  }
  const repeated = interval(500, work, () => undefined, timer)
  expect([begun, waits()]).toEqual([1, []])
  ends[0]?.()
  await turn()
  expect([begun, waits()]).toEqual([1, [500]])
  pass()
  expect([begun, waits()]).toEqual([2, []])
  ends[1]?.()
  await repeated.close()
  expect(waits()).toEqual([])
})

test('a failure, thrown or rejected, is reported and the work goes on', async () => {
  const { timer, pass } = handTimer()
  const troubles: unknown[] = []
  let times = 0
  const work = () => {
    times += 1
    if (times === 1) throw new Error('thrown')
    if (times === 2) return Promise.reject(new Error('rejected'))
    return undefined
  }
  const repeated = interval(1, work, error => troubles.push(error), timer)
  for (const _ of [1, 2, 3]) {
    await turn()
    pass()
  }
  await repeated.close()
  expect(troubles).toEqual([new Error('thrown'), new Error('rejected')])
  expect(times).toBe(4)
})

test('closing tells the work, waits for it, and nothing begins any more', async () => {
  const { timer, waits } = handTimer()
  let end = () => undefined as void
  let isTold = false
  let begun = 0
  const repeated = interval(
    1,
    closing => {
      begun += 1
      closing.addEventListener('abort', () => {
        isTold = true
      })
      return new Promise<void>(resolve => {
        end = resolve
      })
    },
    () => undefined,
    timer,
  )
  const order: string[] = []
  const close = async () => {
    await repeated.close()
    order.push('closed')
  }
  const closed = close()
  await turn()
  order.push('ended')
  end()
  await closed
  expect([isTold, order]).toEqual([true, ['ended', 'closed']])
  expect([begun, waits()]).toEqual([1, []])
})

test('closing while it waits calls the next time off', async () => {
  const { timer, waits } = handTimer()
  const repeated = interval(
    7,
    () => undefined,
    () => undefined,
    timer,
  )
  await turn()
  expect(waits()).toEqual([7])
  await repeated.close()
  expect(waits()).toEqual([])
})
