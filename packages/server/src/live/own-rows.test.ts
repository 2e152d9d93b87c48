import { expect, test } from 'vitest'
import { OwnRows } from './log.ts'

const message = (id: number) => ({ noun: 'message', id, kind: 'created' }) as const
const seqs = (rows: OwnRows, after: number, limit = 500) => rows.take(after, limit)?.map(row => row.seq)

test('what was written is given on in the order of its numbers, and once', () => {
  const rows = new OwnRows()
  rows.put(12, [message(1), { noun: 'mark', id: 2, kind: 'changed', agentId: 7 }])
  rows.put(13, [message(3)])
  expect(rows.take(10, 500)).toEqual([
    { seq: 11, noun: 'message', entity_id: 1, kind: 'created', agent_id: null },
    { seq: 12, noun: 'mark', entity_id: 2, kind: 'changed', agent_id: 7 },
    { seq: 13, noun: 'message', entity_id: 3, kind: 'created', agent_id: null },
  ])
  expect(seqs(rows, 13)).toBeUndefined()
  expect(seqs(rows, 10)).toBeUndefined()
})

test('behind a gap nothing is given on, until it is closed or passed', () => {
  const rows = new OwnRows()
  rows.put(12, [message(2)])
  expect(seqs(rows, 10)).toBeUndefined()
  rows.put(11, [message(1)])
  expect(seqs(rows, 10)).toEqual([11, 12])
  rows.put(20, [message(3), message(4)])
  expect(seqs(rows, 19)).toEqual([20])
})

test('so many at once, and the rest the next time', () => {
  const rows = new OwnRows()
  rows.put(5, [1, 2, 3, 4, 5].map(message))
  expect(seqs(rows, 0, 2)).toEqual([1, 2])
  expect(seqs(rows, 2, 2)).toEqual([3, 4])
  expect(seqs(rows, 4, 2)).toEqual([5])
})

test('what nobody takes is not kept for ever', () => {
  const rows = new OwnRows()
  for (let seq = 1; seq <= 1_001; seq += 1) rows.put(seq, [message(seq)])
  expect(seqs(rows, 0)).toBeUndefined()
  expect(seqs(rows, 1_000)).toEqual([1_001])
})
