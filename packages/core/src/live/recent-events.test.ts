import { expect, test } from 'vitest'
import type { LiveEvent } from '../sockets/api.ts'
import { messageOf } from './live.fixture.ts'
import { RecentEvents } from './recent-events.ts'

const event = (seq: number): LiveEvent => ({ event: 'message', data: messageOf(seq), seq })
const seqs = (events: readonly LiveEvent[]) => events.map(({ seq }) => seq)
function eventsTo(last: number, most?: number): RecentEvents {
  const recent = new RecentEvents(most)
  for (let seq = 1; seq <= last; seq += 1) recent.add(event(seq))
  return recent
}

test('what came above a number, and after a bookmark, in the order it came', () => {
  const recent = eventsTo(3)
  const bookmark = recent.arrived
  recent.add(event(9))
  recent.add(event(8))
  expect(seqs(recent.after(2))).toEqual([3, 9, 8])
  expect(seqs(recent.after(8))).toEqual([9])
  expect(seqs(recent.arrivedSince(bookmark))).toEqual([9, 8])
  expect(recent.arrivedSince(recent.arrived)).toEqual([])
  expect(recent.arrivedSince(recent.arrived + 1)).toEqual([])
})

test('the oldest go once there are twice too many; what may be missing then is not covered', () => {
  const four = eventsTo(4, 2)
  expect([seqs(four.after(0)), four.covers(0)]).toEqual([[1, 2, 3, 4], true])
  const five = eventsTo(5, 2)
  expect(seqs(five.after(0))).toEqual([4, 5])
  expect([five.covers(2), five.covers(3)]).toEqual([false, true])
  expect(seqs(five.arrivedSince(4))).toEqual([5])
})

test('a late number among those that go does not lower what is covered', () => {
  const recent = new RecentEvents(1)
  for (const seq of [7, 4, 9]) recent.add(event(seq))
  expect([recent.covers(6), recent.covers(7)]).toEqual([false, true])
})

test('started anew, nothing up to there is held', () => {
  const recent = eventsTo(3)
  recent.reset(9)
  expect([recent.after(0), recent.covers(8), recent.covers(9)]).toEqual([[], false, true])
})
