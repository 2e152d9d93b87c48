import { expect, test } from 'vitest'
import { type GroupQueue, groupQueue } from './group-queue.ts'

interface Item {
  readonly id: number
  readonly kin: string
  readonly size: number
}

const item = (id: number, { kin = 'any', size = 1 }: Partial<Item> = {}): Item => ({ id, kin, size })

/** A queue that writes down what it does. Items that are `bad` spoil their group and fail alone. */
function recorded(bad: ReadonlySet<number> = new Set()) {
  const done: (readonly number[])[] = []
  const splits: number[] = []
  let now = 0
  const queue: GroupQueue<Item> = groupQueue<Item>({
    together: async group => {
      await Promise.resolve()
      if (group.some(one => bad.has(one.id))) throw new Error('one of them is bad')
      done.push(group.map(one => one.id))
    },
    alone: async one => {
      await Promise.resolve()
      if (bad.has(one.id)) throw new Error(`${one.id} is bad`)
      done.push([one.id])
    },
    kin: one => one.kin,
    sizeOf: one => one.size,
    clock: () => (now += 40),
    onSplit: (_error, items) => splits.push(items),
  })
  return { queue, done, splits }
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
})

test('one that fails fails alone: its neighbours are done, those of a kin in their order', async () => {
  const { queue, done, splits } = recorded(new Set([3]))
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
