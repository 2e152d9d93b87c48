import { expect, test } from 'vitest'
import { throttle } from './interval.ts'

const turn = () => new Promise(resolve => setImmediate(resolve))

/** Throttled work. The test decides when it ends and when time passes. */
function restrained() {
  const ends: ((error?: Error) => void)[] = []
  const waiting: (() => void)[] = []
  const troubles: unknown[] = []
  const one = throttle(
    1000,
    () =>
      new Promise((resolve, reject) => ends.push(error => (error === undefined ? resolve() : reject(error)))),
    error => troubles.push(error),
    run => {
      waiting.push(run)
      return () => waiting.splice(waiting.indexOf(run), 1)
    },
  )
  const end = async (error?: Error) => {
    ends.at(-1)?.(error)
    await turn()
  }
  return {
    ...one,
    begun: () => ends.length,
    end,
    pass: () => waiting.shift()?.(),
    waits: () => waiting.length,
    troubles,
  }
}

test('twenty thousand questions are one, and one more once it is answered and time has passed', async () => {
  const { ask, begun, end, pass } = restrained()
  for (let n = 0; n < 20_000; n += 1) ask()
  expect(begun()).toBe(1)
  await end()
  ask()
  expect(begun()).toBe(1)
  pass()
  expect(begun()).toBe(2)
  await end()
  pass()
  // No request came since.
  expect(begun()).toBe(2)
  ask()
  expect(begun()).toBe(3)
})

test('a failure is reported, and the next question is asked all the same', async () => {
  const { ask, begun, end, pass, troubles } = restrained()
  ask()
  await end(new Error('no database'))
  expect(troubles).toEqual([new Error('no database')])
  ask()
  pass()
  expect(begun()).toBe(2)
})

test('closed, it begins nothing more', async () => {
  const { ask, begun, close, end, waits } = restrained()
  ask()
  ask()
  close()
  await end()
  ask()
  expect([begun(), waits()]).toEqual([1, 0])
})
