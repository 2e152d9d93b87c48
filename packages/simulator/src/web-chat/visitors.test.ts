import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { chatFiles } from './chat-files.ts'
import { type ChatMessage, visitorsOf } from './visitors.ts'

const message = (id: string): ChatMessage => ({
  id,
  from: 'agent',
  key: id,
  at: '2026-03-02T08:15:30.000Z',
  text: 'Hello',
  file: null,
  quotes: null,
  state: 'here',
})

test('[Q-197] beyond 1,000 visitors the one who was away longest is forgotten, and none with an open page', () => {
  const visitors = visitorsOf()
  const first = visitors.enter('secret 0')
  first.pages.add({ send: () => undefined })
  const [second, third] = [visitors.enter('secret 1'), visitors.enter('secret 2')]
  expect(visitors.enter('secret 1')).toBe(second)
  for (let n = 3; n < 1_000; n += 1) visitors.enter(`secret ${n}`)
  visitors.enter('one more')
  expect(visitors.find(third.id)).toBeUndefined()
  expect(visitors.find(first.id)).toBe(first)
  expect(visitors.find(second.id)).toBe(second)
})

test('[Q-197] a thread keeps its last 2,000 messages', () => {
  const visitors = visitorsOf()
  const visitor = visitors.enter('secret')
  for (let n = 0; n < 2_001; n += 1) visitors.add(visitor, message(String(n)))
  expect([visitor.thread.length, visitor.thread[0]?.id]).toEqual([2_000, '1'])
})

test('[Q-197] the oldest files make room for new ones, and the newest stays', () => {
  const files = chatFiles(randomUUID)
  const add = () => files.add({ name: 'a', mimeType: 'video/mp4', bytes: Buffer.alloc(100 * 1024 * 1024) }).id
  const ids = [add(), add(), add(), add()]
  expect(ids.map(id => files.get(id) !== undefined)).toEqual([false, true, true, true])
})
