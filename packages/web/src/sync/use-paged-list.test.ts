import { expect, test } from 'vitest'
import { NextPage } from './use-paged-list.ts'

/** A next page whose fetches end when the test says so. */
function page() {
  const ends: { resolve: () => void; reject: (cause: unknown) => void }[] = []
  const failures: unknown[] = []
  const next = new NextPage(cause => failures.push(cause))
  const fetchPage = () =>
    new Promise<void>((resolve, reject) => {
      ends.push({ resolve, reject })
    })
  const settled = () => new Promise(resolve => setTimeout(resolve))
  return { next, fetchPage, ends, failures, settled }
}

test('one page at a time, however often it is asked for', async () => {
  const { next, fetchPage, ends, settled } = page()
  for (let draw = 0; draw < 100; draw += 1) next.load(fetchPage)
  expect(ends).toHaveLength(1)
  expect(next.state.get()).toBe('loading')
  ends[0]?.resolve()
  await settled()
  expect(next.state.get()).toBe('idle')
  next.load(fetchPage)
  expect(ends).toHaveLength(2)
})

test('[Q-102 Q-145] a page that failed is asked for again by a retry alone, and then the next by itself', async () => {
  const { next, fetchPage, ends, failures, settled } = page()
  next.load(fetchPage)
  const cause = new Error('503')
  ends[0]?.reject(cause)
  await settled()
  for (let draw = 0; draw < 100; draw += 1) next.load(fetchPage)
  expect({ asked: ends.length, state: next.state.get(), failures }).toEqual({
    asked: 1,
    state: 'failed',
    failures: [cause],
  })
  next.retry(fetchPage)
  next.retry(fetchPage)
  expect({ asked: ends.length, state: next.state.get() }).toEqual({ asked: 2, state: 'loading' })
  ends[1]?.resolve()
  await settled()
  next.load(fetchPage)
  expect(ends).toHaveLength(3)
})

test('a retry without a failure asks for nothing', () => {
  const { next, fetchPage, ends } = page()
  next.retry(fetchPage)
  expect(ends).toHaveLength(0)
})
