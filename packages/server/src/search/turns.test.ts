import { expect, test } from 'vitest'
import { longestRestMs, startTurns } from './turns.ts'

/** Turns with a clock that only work and rests advance; `log` lists the events. */
function place() {
  let at = 0
  const log: string[] = []
  const turns = startTurns({
    now: () => at,
    pause: async ms => {
      log.push(`rest ${ms}`)
      at += ms
    },
  })
  const search = (name: string, ms: number, isGone = false) =>
    turns(
      async () => {
        log.push(`${name} begins`)
        await Promise.resolve()
        at += ms
        log.push(`${name} ends`)
        return name
      },
      () => isGone,
    )
  return { log, search }
}

test('[Q-220] searches come one after the other, and who waited rests four times as long as the one before took', async () => {
  const { log, search } = place()
  const answers = await Promise.all([search('a', 30), search('b', 5), search('c', 1)])
  expect(answers).toEqual(['a', 'b', 'c'])
  expect(log).toEqual([
    'a begins',
    'a ends',
    'rest 120',
    'b begins',
    'b ends',
    'rest 20',
    'c begins',
    'c ends',
  ])
})

test('[Q-220] who searches alone waits for nothing, however long the one before took', async () => {
  const { log, search } = place()
  await search('a', 30)
  await search('b', 5)
  expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('[Q-220] no rest is longer than a fifth of a second', async () => {
  const { log, search } = place()
  await Promise.all([search('a', 3_000), search('b', 5)])
  expect(log[2]).toBe(`rest ${longestRestMs}`)
})

test('[Q-220] what nobody waits for any more is not searched, and nobody rests for it', async () => {
  const { log, search } = place()
  const answers = await Promise.all([search('a', 30), search('b', 5, true), search('c', 1)])
  expect(answers).toEqual(['a', null, 'c'])
  expect(log).toEqual(['a begins', 'a ends', 'rest 120', 'rest 0', 'c begins', 'c ends'])
})

test('[Q-220] one that fails gives the turn on', async () => {
  const turns = startTurns({ now: () => 0, pause: () => Promise.resolve() })
  const failed = turns(
    () => Promise.reject(new Error('too long')),
    () => false,
  )
  const next = turns(
    () => Promise.resolve('found'),
    () => false,
  )
  await expect(failed).rejects.toThrow('too long')
  expect(await next).toBe('found')
})
