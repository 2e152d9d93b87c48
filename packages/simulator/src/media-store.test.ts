import { expect, test } from 'vitest'
import { businessNumber } from './business.fixture.ts'
import { mediaStoreOf } from './media-store.ts'

test('files beyond the limit push out the oldest ones, and one above the limit stays alone', () => {
  const store = mediaStoreOf(10)
  const file = {
    mimeType: 'text/plain',
    filename: null,
    owner: 'customer',
    business: businessNumber,
  } as const
  const add = (id: string, size: number) => store.add({ id, bytes: Buffer.alloc(size), ...file })
  add('a', 4)
  add('b', 4)
  add('c', 4)
  expect(['a', 'b', 'c'].map(id => store.get(id) !== undefined)).toEqual([false, true, true])
  add('d', 99)
  expect(['b', 'c', 'd'].map(id => store.get(id) !== undefined)).toEqual([false, false, true])
})
