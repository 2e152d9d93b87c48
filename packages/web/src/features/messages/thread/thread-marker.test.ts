import { readMessage } from '@parley/core/read/entities'
import { expect, test } from 'vitest'
import { nextMarker, openingMarker } from './thread-marker.ts'

/** Inbound messages by their numbers; 0 is an answer, which has none. */
const messages = (...numbers: readonly number[]) =>
  numbers.map((no, index) =>
    readMessage({
      id: no === 0 ? `answer${index}` : `m${no}`,
      created_at: `2026-11-19T09:${String(index).padStart(2, '0')}:00.000Z`,
      direction: no === 0 ? 'OUTBOUND' : 'INBOUND',
      inbound_no: no === 0 ? null : no,
    }),
  )
const seen = (numbers: readonly number[], seenNo: number, hasNewer = false) => ({
  messages: messages(...numbers),
  hasNewer,
  seenNo,
  inboundNo: Math.max(0, ...numbers),
})

test.each([
  ['nothing is unread', [1, 2, 0], 2, null],
  ['all is', [1, 2], 0, 'm1'],
  ['the newest two are', [1, 0, 2, 3], 1, 'm2'],
])(
  '[THREAD-12 Q-255] as a thread opens the marker stands before the first unread message: %s',
  (_, numbers, seenNo, id) => {
    expect(openingMarker(seen(numbers, seenNo)).id).toBe(id)
  },
)

test('[Q-255] once it stands, nothing moves it: neither what is read, nor an answer, nor what comes', () => {
  const opened = openingMarker(seen([1, 2, 3], 1))
  for (const now of [seen([1, 2, 3], 3), seen([1, 2, 3, 0], 3), seen([1, 2, 3, 0, 4, 5], 3)]) {
    for (const isLooking of [true, false]) expect(nextMarker(opened, now, isLooking)).toBe(opened)
  }
})

test('[Q-255] what comes before the reader’s eyes is not marked; the first that comes while nobody looks is', () => {
  const opened = openingMarker(seen([1, 2], 2))
  expect(nextMarker(opened, seen([1, 2], 2), false)).toBe(opened)
  const met = nextMarker(opened, seen([1, 2, 3], 2), true)
  expect(met.id).toBeNull()
  // It is not marked later either, as it would move, although it is unread still.
  expect(nextMarker(met, seen([1, 2, 3], 2), false)).toBe(met)
  const away = nextMarker(met, seen([1, 2, 3, 4], 2), false)
  expect(away.id).toBe('m4')
  expect(nextMarker(away, seen([1, 2, 3, 4, 5], 2), false)).toBe(away)
})

test('[Q-255] what stood behind an older place was there before: it is marked as it is reached, unless it was read meanwhile', () => {
  const old = openingMarker({ ...seen([1, 2], 2, true), inboundNo: 6 })
  expect(old.id).toBeNull()
  expect(nextMarker(old, { ...seen([1, 2, 3, 4], 2, true), inboundNo: 6 }, true).id).toBe('m3')
  expect(nextMarker(old, seen([5, 6], 2), true).id).toBe('m5')
  const read = nextMarker(old, seen([5, 6], 6), true)
  expect(read.id).toBeNull()
  expect(nextMarker(read, seen([5, 6, 7], 6), true).id).toBeNull()
  expect(nextMarker(read, seen([5, 6, 7], 6), false).id).toBe('m7')
})

test('[Q-255] the same twice changes nothing the second time: a screen that settles it as it is drawn comes to rest', () => {
  const kinds = [seen([1, 2], 2), seen([1, 2], 2, true), seen([1, 2], 1, true), seen([], 0)].map(
    openingMarker,
  )
  const later = [0, 1, 2, 3, 4].flatMap(seenNo =>
    [true, false].flatMap(hasNewer => [seen([1, 2, 3, 4], seenNo, hasNewer), seen([3, 4], seenNo, hasNewer)]),
  )
  for (const opened of kinds) {
    for (const now of later) {
      for (const isLooking of [true, false]) {
        const once = nextMarker(opened, now, isLooking)
        const twice = nextMarker(once, now, isLooking)
        expect(nextMarker(twice, now, isLooking)).toBe(twice)
      }
    }
  }
})
