import { expect, test } from 'vitest'
import { batcher } from './batcher.ts'

interface Item {
  readonly id: number
  readonly key: string
  readonly size: number
}

const item = (id: number, { key = 'any', size = 1 }: Partial<Item> = {}): Item => ({ id, key, size })

/** A batcher that records its work. An item in `bad` makes its batch fail, and then fails alone. */
function recorded(bad: ReadonlySet<number> = new Set()) {
  const done: (readonly number[])[] = []
  const begun: number[] = []
  const splits: number[] = []
  const put = batcher<Item>({
    processBatch: async batch => {
      await Promise.resolve()
      if (batch.some(one => one.key === 'down')) throw new Error('Query read timeout')
      if (batch.some(one => bad.has(one.id))) throw new Error('one of them is bad')
      done.push(batch.map(one => one.id))
    },
    processAlone: async one => {
      begun.push(one.id)
      await Promise.resolve()
      if (bad.has(one.id)) throw new Error(`${one.id} is bad`)
      done.push([one.id])
    },
    keyOf: one => one.key,
    sizeOf: one => one.size,
    onSplit: (_error, items) => splits.push(items),
  })
  return { put, done, begun, splits }
}

test('the first item starts at once, and items that arrive meanwhile are one batch, in order', async () => {
  const { put, done } = recorded()
  await Promise.all([1, 2, 3, 4].map(id => put(item(id))))
  expect(done).toEqual([[1], [2, 3, 4]])
  await put(item(5))
  expect(done).toEqual([[1], [2, 3, 4], [5]])
})

test('callers that were answered together and come again one by one share a batch', async () => {
  const { put, done } = recorded()
  await Promise.all([1, 2, 3, 4].map(id => put(item(id))))
  const first = put(item(5))
  await Promise.resolve()
  await Promise.all([first, put(item(6))])
  expect(done).toEqual([[1], [2, 3, 4], [5, 6]])
})

test('a batch is bounded in number and in size, and an item that is too large for any goes by itself', async () => {
  const { put, done } = recorded()
  await Promise.all(Array.from({ length: 200 }, (_, id) => put(item(id))))
  expect(done.map(batch => batch.length)).toEqual([1, 64, 64, 64, 7])
  expect(done.flat()).toEqual(Array.from({ length: 200 }, (_, id) => id))
  const megabyte = 1024 * 1024
  const other = recorded()
  await Promise.all(
    [0, megabyte / 2, megabyte, 4 * megabyte, 1].map((size, id) => other.put(item(id, { size }))),
  )
  expect(other.done).toEqual([[0], [1], [2], [3], [4]])
  const full = recorded()
  await Promise.all([0, megabyte / 2, megabyte / 2, 1].map((size, id) => full.put(item(id, { size }))))
  expect(full.done).toEqual([[0], [1, 2], [3]])
})

test('an item that fails fails alone: its neighbours are done, those of one key in their order', async () => {
  const { put, done, begun, splits } = recorded(new Set([3]))
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(id => put(item(id, { key: id % 2 === 0 ? 'even' : 'odd' }))),
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
  // An item does not wait for an item with another key.
  expect(begun).toEqual([2, 3, 4, 5])
  const order = done.flat()
  expect(order.toSorted((a, b) => a - b)).toEqual([1, 2, 4, 5])
  expect(order.indexOf(2)).toBeLessThan(order.indexOf(4))
})

test('[Q-331] a batch that fails for what would make all others fail too is not tried again, and whatever waits fails at once', async () => {
  const { put, done, begun, splits } = recorded()
  const results = await Promise.allSettled([1, 2, 3].map(id => put(item(id, { key: 'down' }))))
  expect(results).toMatchObject(
    [1, 2, 3].map(() => ({ status: 'rejected', reason: { message: 'Query read timeout' } })),
  )
  expect([done, begun, splits]).toEqual([[], [], []])
  await put(item(4))
  expect(done).toEqual([[4]])
})
