import { expect, test } from 'vitest'
import type { ChangeFrame } from '../sockets/api.ts'
import { messageOf } from './live.fixture.ts'
import { RecentFrames } from './recent-frames.ts'

const frame = (seq: number): ChangeFrame => ({ event: 'message', data: messageOf(seq), seq })
const seqs = (frames: readonly ChangeFrame[]) => frames.map(({ seq }) => seq)
function framesTo(last: number, most?: number): RecentFrames {
  const recent = new RecentFrames(most)
  for (let seq = 1; seq <= last; seq += 1) recent.add(frame(seq))
  return recent
}

test('what came above a number, and after a bookmark, in the order it came', () => {
  const recent = framesTo(3)
  const bookmark = recent.arrived
  recent.add(frame(9))
  recent.add(frame(8))
  expect(seqs(recent.after(2))).toEqual([3, 9, 8])
  expect(seqs(recent.after(8))).toEqual([9])
  expect(seqs(recent.arrivedSince(bookmark))).toEqual([9, 8])
  expect(recent.arrivedSince(recent.arrived)).toEqual([])
  expect(recent.arrivedSince(recent.arrived + 1)).toEqual([])
})

test('the oldest go once there are twice too many; what may be missing then is not covered', () => {
  const four = framesTo(4, 2)
  expect([seqs(four.after(0)), four.covers(0)]).toEqual([[1, 2, 3, 4], true])
  const five = framesTo(5, 2)
  expect(seqs(five.after(0))).toEqual([4, 5])
  expect([five.covers(2), five.covers(3)]).toEqual([false, true])
  expect(seqs(five.arrivedSince(4))).toEqual([5])
})

test('a late number among those that go does not lower what is covered', () => {
  const recent = new RecentFrames(1)
  for (const seq of [7, 4, 9]) recent.add(frame(seq))
  expect([recent.covers(6), recent.covers(7)]).toEqual([false, true])
})

test('started anew, nothing up to there is held', () => {
  const recent = framesTo(3)
  recent.reset(9)
  expect([recent.after(0), recent.covers(8), recent.covers(9)]).toEqual([[], false, true])
})
