import { describe, expect, test } from 'vitest'
import { notificationEventOf, readSocketEvent } from './frame.ts'
import { anyJson, draws } from './readers.fixture.ts'

const seq = 7
const viewer = { agent_id: '3', agent_name: 'Brian', typing: false }

/** One event of each type, with only the ids that say which entity it concerns. */
const events = [
  { event: 'new_message', data: { id: '1', conversation_id: '2' }, seq },
  { event: 'message', data: { id: '1', conversation_id: '2' }, seq },
  { event: 'conversation', data: { id: '2' }, seq },
  { event: 'ticket', data: { id: '1', conversation_id: '2' }, seq },
  { event: 'issue', data: { id: '1', conversation_id: '2' }, seq },
  { event: 'application', data: { id: '1', conversation_id: '2', kind: 'ipp' }, seq },
  { event: 'read', data: { conversation_id: '2', seen_no: 4 }, seq },
  { event: 'agent', data: { id: '3' }, seq },
  { event: 'notification', data: { id: '1' }, seq },
  { event: 'presence', data: { conversation_id: '2', viewers: [viewer] } },
  { event: 'ready', log: 'l', seq },
  { event: 'pong', seq },
  { event: 'resync', log: 'l', seq },
] as const

describe.each(events)('[WS-03] a frame $event', event => {
  test('is taken, also with what a newer server adds', () => {
    const added = { ...event, added: true }
    expect(readSocketEvent(event)).toBe(event)
    expect(readSocketEvent(added)).toBe(added)
  })

  test('is not taken without any of its parts', () => {
    for (const part of Object.keys(event)) {
      expect(readSocketEvent({ ...event, [part]: undefined }), part).toBeNull()
    }
    const data: Readonly<Record<string, unknown>> = 'data' in event ? event.data : {}
    for (const field of Object.keys(data)) {
      expect(readSocketEvent({ ...event, data: { ...data, [field]: null } }), field).toBeNull()
    }
  })
})

test.each([
  ['lost', { conversation_id: '2', conversation: null }, true],
  ['in sight', { conversation_id: '2', conversation: { id: '2' } }, true],
  ['of nobody knows what', { conversation: null }, false],
  ['without its conversation', { conversation_id: '2' }, false],
  ['with one that has no id', { conversation_id: '2', conversation: {} }, false],
])('[Q-176] a frame of a sight, %s', (_, data, isTaken) => {
  const event = { event: 'sight', data, seq }
  expect(readSocketEvent(event)).toBe(isTaken ? event : null)
})

test('[WS-03] an event that is not known, and noise, is no frame', () => {
  for (const raw of [null, 'text', [], {}, { event: 'later', data: {}, seq }, { event: 'toString', seq }]) {
    expect(readSocketEvent(raw)).toBeNull()
    expect(notificationEventOf(raw)).toBeNull()
  }
  const draw = draws(1)
  const names = ['event', 'data', 'seq', 'log', 'id', 'kind', 'conversation_id', 'viewers', 'agent_id']
  for (let round = 0; round < 2_000; round += 1) {
    const raw = anyJson(draw, names)
    expect(() => readSocketEvent(raw)).not.toThrow()
    expect(() => notificationEventOf(raw)).not.toThrow()
  }
})

test.each([
  ['ready', { event: 'ready', log: 'l', seq }],
  ['pong', { event: 'pong', seq }],
  ['resync', { event: 'resync', log: 'l', seq }],
  [null, { event: 'pong' }],
  [null, { type: 'message', message: 'a notice' }],
])('[WS-08] the notification socket’s own event is %j', (event, raw) => {
  expect(notificationEventOf(raw)).toBe(event)
})
