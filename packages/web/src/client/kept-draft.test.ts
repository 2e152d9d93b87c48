import { expect, test } from 'vitest'
import { ManualClock } from '../sync/manual-clock.fixture.ts'
import { type DraftKind, joinedText, KeptDraft, mostBehindMs, restMs } from './kept-draft.ts'

const text: DraftKind<string> = { empty: () => '', isEmpty: draft => draft === '', join: joinedText }

/** A device that answers when the test says so. */
function device(kept?: string) {
  const writes: unknown[] = []
  const waiting: (() => void)[] = []
  const clock = new ManualClock()
  const later = <T>(value: T) => new Promise<T>(resolve => waiting.push(() => resolve(value)))
  return {
    writes,
    clock,
    after: clock.after,
    read: () => later<unknown>(kept),
    keep: (_: string, value: unknown) => {
      writes.push(value)
      return later<void>(undefined)
    },
    /** The oldest question is answered. */
    answer: async () => {
      waiting.shift()?.()
      await new Promise(resolve => setTimeout(resolve))
    },
  }
}

test('[Q-040 Q-146] what is typed before the device answers joins what was kept, and nothing is written until then', async () => {
  const store = device('kept before')
  const draft = new KeptDraft('place', text, store)
  draft.change(() => 't')
  draft.change(before => `${before}yped`)
  expect({ shown: draft.draft, writes: store.writes }).toEqual({ shown: 'typed', writes: [] })
  await store.answer()
  expect(draft.state.get()).toEqual({ draft: 'kept before\ntyped', restored: true })
  expect(store.writes).toEqual(['kept before\ntyped'])
})

test('what was typed and taken out again before the device answers leaves the kept draft', async () => {
  const store = device('kept before')
  const draft = new KeptDraft('place', text, store)
  draft.change(() => 'a slip')
  draft.change(() => '')
  await store.answer()
  expect(draft.draft).toBe('kept before')
})

test('where nothing was kept, what was typed stands alone', async () => {
  const store = device()
  const draft = new KeptDraft('place', text, store)
  draft.change(() => 'typed')
  await store.answer()
  expect({ shown: draft.draft, writes: store.writes }).toEqual({ shown: 'typed', writes: ['typed'] })
})

test('a draft that is only read writes nothing', async () => {
  const store = device('kept before')
  const draft = new KeptDraft('place', text, store)
  await store.answer()
  await draft.settled()
  expect({ shown: draft.draft, writes: store.writes }).toEqual({ shown: 'kept before', writes: [] })
})

test('one write at a time, always of the newest, and an empty draft is forgotten', async () => {
  const store = device()
  const draft = new KeptDraft('place', text, store)
  await store.answer()
  for (const next of ['a', 'ab', 'abc']) draft.change(() => next)
  await store.answer()
  draft.change(() => 'abcd')
  draft.change(() => '')
  expect(store.writes).toEqual(['abc'])
  await store.answer()
  expect(store.writes).toEqual(['abc', undefined])
  let isSettled = false
  const settled = draft.settled().then(() => (isSettled = true))
  expect(isSettled).toBe(false)
  await store.answer()
  await settled
})

test('[Q-040] what is typed is written once the keys rest, and without a rest no later than 3 s after the first', async () => {
  const store = device()
  const draft = new KeptDraft('place', text, store)
  await store.answer()
  for (const next of ['t', 'ty', 'typ']) {
    draft.change(() => next, 'rest')
    await store.clock.pass(restMs - 1)
  }
  expect(store.writes).toEqual([])
  await store.clock.pass(1)
  expect(store.writes).toEqual(['typ'])
  await store.answer()
  for (let typed = 0; typed < mostBehindMs; typed += 100) {
    draft.change(() => `on and on ${typed}`, 'rest')
    await store.clock.pass(100)
  }
  expect(store.writes).toEqual(['typ', 'on and on 2900'])
})

test('[Q-040] a page that is left waits for no rest, nor for the write before', async () => {
  const store = device()
  const draft = new KeptDraft('place', text, store)
  await store.answer()
  draft.save()
  draft.change(() => 'typed', 'rest')
  draft.save()
  expect(store.writes).toEqual(['typed'])
  draft.change(() => 'typed on', 'rest')
  draft.save()
  expect(store.writes).toEqual(['typed', 'typed on'])
  draft.save()
  await store.clock.pass(mostBehindMs)
  expect(store.writes).toEqual(['typed', 'typed on'])
})

test('[Q-040] a draft that is let go of, and a change that is no key, wait for no rest', async () => {
  const store = device()
  const draft = new KeptDraft('place', text, store)
  await store.answer()
  draft.change(() => 'typed', 'rest')
  void draft.settled()
  await Promise.resolve()
  expect(store.writes).toEqual(['typed'])
  await store.answer()
  draft.change(() => 'typed more', 'rest')
  draft.change(() => '')
  await Promise.resolve()
  expect(store.writes).toEqual(['typed', undefined])
})
