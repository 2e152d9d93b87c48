import { afterEach, describe, expect, test, vi } from 'vitest'
import { type GroupQueue, groupQueue } from './group-queue.ts'

interface Item {
  readonly id: number
  readonly kin: string
  readonly size: number
}

const item = (id: number, { kin = 'any', size = 1 }: Partial<Item> = {}): Item => ({ id, kin, size })

/** A queue that writes down what it does. Items that are `bad` spoil their group and fail alone; a group takes `tookMs`. */
function recorded(bad: ReadonlySet<number> = new Set(), tookMs = 40) {
  const done: (readonly number[])[] = []
  const begun: number[] = []
  const splits: number[] = []
  let now = 0
  const queue: GroupQueue<Item> = groupQueue<Item>({
    together: async group => {
      await Promise.resolve()
      if (group.some(one => bad.has(one.id))) throw new Error('one of them is bad')
      done.push(group.map(one => one.id))
    },
    alone: async one => {
      begun.push(one.id)
      await Promise.resolve()
      if (bad.has(one.id)) throw new Error(`${one.id} is bad`)
      done.push([one.id])
    },
    kin: one => one.kin,
    sizeOf: one => one.size,
    clock: () => (now += tookMs),
    onSplit: (_error, items) => splits.push(items),
  })
  return { queue, done, begun, splits }
}

test('who comes first goes at once, and who comes meanwhile goes together, in order', async () => {
  const { queue, done } = recorded()
  await Promise.all([1, 2, 3, 4].map(id => queue.put(item(id))))
  expect(done).toEqual([[1], [2, 3, 4]])
  await queue.put(item(5))
  expect(done).toEqual([[1], [2, 3, 4], [5]])
})

test('a group is bounded in number and in size, and what is too large for any goes by itself', async () => {
  const { queue, done } = recorded()
  await Promise.all(Array.from({ length: 200 }, (_, id) => queue.put(item(id))))
  expect(done.map(group => group.length)).toEqual([1, 64, 64, 64, 7])
  expect(done.flat()).toEqual(Array.from({ length: 200 }, (_, id) => id))
  const megabyte = 1024 * 1024
  const other = recorded()
  await Promise.all(
    [0, megabyte / 2, megabyte, 4 * megabyte, 1].map((size, id) => other.queue.put(item(id, { size }))),
  )
  expect(other.done).toEqual([[0], [1], [2], [3], [4]])
  const full = recorded()
  await Promise.all([0, megabyte / 2, megabyte / 2, 1].map((size, id) => full.queue.put(item(id, { size }))))
  expect(full.done).toEqual([[0], [1, 2], [3]])
})

test('one that fails fails alone: its neighbours are done, those of a kin in their order', async () => {
  const { queue, done, begun, splits } = recorded(new Set([3]))
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(id => queue.put(item(id, { kin: id % 2 === 0 ? 'even' : 'odd' }))),
  )
  expect(results.map(result => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ])
  expect(results[2]).toMatchObject({ reason: { message: '3 is bad' } })
  expect(splits).toEqual([4])
  // Those of another kin are not held up by one of this.
  expect(begun).toEqual([2, 3, 4, 5])
  const order = done.flat()
  expect(order.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
  expect(order.indexOf(2)).toBeLessThan(order.indexOf(4))
})

test('after a group of several the next waits for as many, and does not wait for those who never come', async () => {
  const { queue, done } = recorded()
  await Promise.all([1, 2, 3].map(id => queue.put(item(id))))
  const first = queue.put(item(4))
  await Promise.resolve()
  const second = queue.put(item(5))
  await Promise.all([first, second])
  expect(done).toEqual([[1], [2, 3], [4, 5]])
  await queue.put(item(6))
  expect(done.at(-1)).toEqual([6])
})

describe('who comes after a group of several', () => {
  afterEach(() => {
    vi.useRealTimers()
  })
  /** A queue that has just done four, three of them together. */
  const busy = async (tookMs?: number) => {
    vi.useFakeTimers()
    const { queue, done } = recorded(new Set(), tookMs)
    const four = Promise.all([1, 2, 3, 4].map(id => queue.put(item(id))))
    await vi.advanceTimersToNextTimerAsync()
    await four
    expect(done.splice(0)).toEqual([[1], [2, 3, 4]])
    return { done, put: (id: number) => void queue.put(item(id)) }
  }

  test.each([
    ['a quarter of what the last group took', 40, 10],
    ['20 ms, though the last group took longer', 400, 20],
  ])('waits for company for %s, and no longer', async (_, tookMs, waitsMs) => {
    const { done, put } = await busy(tookMs)
    put(5)
    await vi.advanceTimersByTimeAsync(waitsMs - 1)
    expect(done).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual([[5]])
    // It had no company, so the next expects none.
    put(6)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual([[5], [6]])
  })

  test('goes as soon as as many are there as before, and not with fewer', async () => {
    const { done, put } = await busy()
    put(5)
    await vi.advanceTimersByTimeAsync(1)
    put(6)
    await vi.advanceTimersByTimeAsync(1)
    expect(done).toEqual([])
    put(7)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual([[5, 6, 7]])
  })

  test.each([
    [4, []],
    [5, [[5]]],
  ])('after a pause of %i ms: at once are done %j', async (pauseMs, atOnce) => {
    const { done, put } = await busy()
    await vi.advanceTimersByTimeAsync(pauseMs)
    put(5)
    await vi.advanceTimersByTimeAsync(0)
    expect(done).toEqual(atOnce)
  })
})
