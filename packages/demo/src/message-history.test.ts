import { expect, test } from 'vitest'
import { historyOf } from './message-history.ts'
import type { Line } from './data.ts'
import type { Said } from './thread.ts'

const by =
  (speaker: Line['by']) =>
  (text: string, more: Partial<Line> = {}): Line => ({ by: speaker, text, ...more })
const [agent, bot, customer, system] = [by('agent'), by('bot'), by('customer'), by('system')]

const minute = (no: number) => new Date(Date.UTC(2026, 2, 2, 9, no))
const said = (line: Line, at: number, arrived = at): Said => ({
  line,
  text: line.text,
  topic: 0,
  at: minute(at),
  arrivedAt: minute(arrived),
})

test('the first answer ends the wait, later ones have no response time; a bot never changes the wait', () => {
  const { entries, waitsSince } = historyOf([
    said(customer('a'), 0),
    said(bot('b'), 1),
    said(customer('c'), 2),
    said(agent('d'), 5),
    said(agent('e'), 6),
  ])
  expect(entries.map(entry => entry.responseSeconds)).toEqual([null, 60, null, 300, null])
  expect(entries.map(entry => entry.inboundNo)).toEqual([1, null, 2, null, null])
  expect(waitsSince).toBeNull()
})

test('a failed answer has no response time, and the wait goes on', () => {
  const { entries, waitsSince } = historyOf([
    said(customer('a'), 0),
    said(agent('b', { outcome: 'failed' }), 5),
  ])
  expect(entries.at(-1)).toMatchObject({ responseSeconds: null, waitStartedAt: minute(0) })
  expect(waitsSince).toEqual(minute(0))
})

test('a late message is numbered when it arrives and starts no wait if it was answered before', () => {
  const { entries, waitsSince } = historyOf([
    said(customer('late'), 1, 9),
    said(customer('in time'), 2),
    said(agent('answer'), 3),
  ])
  expect(entries.map(entry => entry.text)).toEqual(['in time', 'answer', 'late'])
  expect(entries.map(entry => entry.inboundNo)).toEqual([1, null, 2])
  expect(waitsSince).toBeNull()
})

test('a system message is not numbered and starts no wait', () => {
  const { entries, inboundNo, waitsSince } = historyOf([said(system('changed number'), 0)])
  expect(entries[0]?.inboundNo).toBeNull()
  expect([inboundNo, waitsSince]).toEqual([0, null])
})
