import { expect, test } from 'vitest'
import { type DraftKind, joinedText, KeptDraft } from './kept-draft.ts'

const text: DraftKind<string> = { empty: () => '', isEmpty: draft => draft === '', join: joinedText }

/** A device that answers when the test says so. */
function device(kept?: string) {
  const writes: unknown[] = []
  const waiting: (() => void)[] = []
  const later = <T>(value: T) => new Promise<T>(resolve => waiting.push(() => resolve(value)))
  return {
    writes,
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
