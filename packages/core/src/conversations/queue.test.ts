import { describe, expect, test } from 'vitest'
import { readConversation } from '../read/entities.ts'
import { type Queue, queues } from './constants.ts'
import { defaultWaitMarks } from '../settings/constants.ts'
import { matchesFilter, orderOf } from './rules.ts'
import {
  compareWaits,
  isInQueue,
  queueClass,
  snoozeProblem,
  waitLabel,
  waitsForAnswer,
  waitWeight,
} from './queue.ts'

const since = '2026-03-02T09:00:00.000Z'

describe('[Q-217 Q-221 Q-414] what is in a queue', () => {
  const off = { until: '2026-03-03T06:00:00.000Z' }
  const of = (...queues: readonly Queue[]) => queues
  test.each([
    ['ACTIVE', null, {}, of('open')],
    ['ACTIVE', since, {}, of('open', 'waiting')],
    ['TRANSFERRED', null, {}, of('open')],
    ['DORMANT', null, {}, of()],
    ['DORMANT', since, {}, of('open', 'waiting')],
    ['RESOLVED', null, {}, of()],
    ['ARCHIVED', null, {}, of()],
    ['ACTIVE', null, { with_bot: true }, of()],
    ['ACTIVE', since, { with_bot: true, closes_soon: true }, of()],
    ['ACTIVE', null, { closes_soon: true }, of('open', 'closing')],
    ['ACTIVE', since, { closes_soon: true }, of('open', 'waiting', 'closing')],
    ['DORMANT', null, { closes_soon: true }, of()],
    ['RESOLVED', null, { closes_soon: true }, of()],
    ['ACTIVE', null, { snoozed: off }, of('snoozed')],
    ['ACTIVE', since, { snoozed: off, closes_soon: true }, of('snoozed')],
    ['ACTIVE', since, { snoozed: off, with_bot: true }, of()],
    ['ACTIVE', since, { last_reply: 'failed' }, of('open', 'waiting', 'failed')],
    ['ACTIVE', null, { last_reply: 'unknown' }, of('open', 'failed')],
    ['ACTIVE', null, { last_reply: 'waiting' }, of('open')],
    ['RESOLVED', null, { last_reply: 'failed' }, of()],
    ['ACTIVE', since, { last_reply: 'failed', snoozed: off }, of('snoozed')],
    ['ACTIVE', null, { no_reply: { at: since, by: null }, closes_soon: true }, of('no-reply')],
    ['ACTIVE', null, { no_reply: { at: since, by: null }, last_reply: 'failed' }, of('failed', 'no-reply')],
    ['ACTIVE', null, { no_reply: { at: since, by: null }, snoozed: off }, of('snoozed')],
  ] as const)('%s, waiting since %s, and %j: in %j', (status, waiting_since, more, expected) => {
    const row = {
      id: '1',
      status,
      waiting_since,
      with_bot: false,
      closes_soon: false,
      last_reply: null,
      no_reply: null,
      snoozed: null,
      ...more,
    }
    const filtered = readConversation(row)
    expect(queues.filter(queue => isInQueue(row, queue))).toEqual(expected)
    expect(queues.filter(queue => matchesFilter(filtered, { queue }))).toEqual(expected)
  })
})

describe('[Q-237] where an agent is mentioned', () => {
  const row = (id: string, ...mentioned: readonly (readonly [agent: string, minute: number])[]) =>
    readConversation({
      id,
      status: 'ARCHIVED',
      with_bot: true,
      mentioned: mentioned.map(([agent_id, minute]) => ({ agent_id, at: `2026-03-02T09:0${minute}:00Z` })),
    })
  const rows = [
    row('1', ['7', 3]),
    row('2'),
    row('3', ['8', 9], ['7', 5]),
    row('4', ['8', 1]),
    row('10', ['7', 3]),
  ]
  test.each([
    ['7', ['3', '10', '1']],
    ['8', ['3', '4']],
    ['9', []],
  ])('agent %s: in %j, the newest first, then the greater id, whatever its status', (mentionedId, ids) => {
    const filter = { mentionedId }
    const shown = rows.filter(one => matchesFilter(one, filter)).toSorted(orderOf(filter))
    expect(shown.map(({ id }) => id)).toEqual(ids)
  })
  test('a queue that is named has its own order, and what cannot be read is no mention', () => {
    expect(matchesFilter(row('1', ['7', 3]), { queue: 'open', mentionedId: '7' })).toBe(false)
    expect(orderOf({ queue: 'open', mentionedId: '7' })).toBe(orderOf({ queue: 'open' }))
    expect(readConversation({ id: '1', mentioned: [{ agent_id: '7' }, null, 'x'] }).mentioned).toEqual([])
  })
  test('who is not mentioned stands behind who is', () => {
    const order = orderOf({ mentionedId: '8' })
    expect(rows.toSorted(order).map(({ id }) => id)).toEqual(['3', '4', '10', '2', '1'])
  })
})

test.each([
  ['ACTIVE', false, null],
  ['DORMANT', false, null],
  ['TRANSFERRED', false, null],
  ['ACTIVE', true, 'the bot answers it. Take it over first'],
  ['RESOLVED', false, 'it is resolved, and returns automatically when the customer writes'],
  ['ARCHIVED', false, 'it is archived, and returns automatically when the customer writes'],
] as const)('[Q-221] %s, with the bot %s, cannot be put off since: %s', (status, with_bot, why) => {
  expect(snoozeProblem({ status, with_bot })).toBe(why)
})

describe('[Q-217] the order of a queue', () => {
  const row = (id: string, waiting: number | null, active: number) =>
    readConversation({
      id,
      last_activity: `2026-03-02T09:${String(active).padStart(2, '0')}:00Z`,
      waiting_since: waiting === null ? null : `2026-03-02T08:${String(waiting).padStart(2, '0')}:00Z`,
    })
  const [long, longToo, short, answered, earlier] = [
    row('10', 5, 1),
    row('9', 5, 1),
    row('3', 40, 40),
    row('7', null, 59),
    row('8', null, 10),
  ]

  test('who waits longest, the smaller id, then who was answered last', () => {
    const mixed = [earlier, short, answered, long, longToo]
    expect(mixed.toSorted(orderOf({ queue: 'open' })).map(({ id }) => id)).toEqual(['9', '10', '3', '7', '8'])
    expect(mixed.toSorted(orderOf({})).map(({ id }) => id)).toEqual(['7', '3', '8', '10', '9'])
  })
  test.each([
    [{ order: 'newest' }, ['7', '3', '8', '10', '9']],
    [{ order: 'oldest' }, ['9', '10', '8', '3', '7']],
    [{ order: 'oldest', queue: 'open' }, ['9', '10', '3', '7', '8']],
  ] as const)('[Q-436] %j: %j', (filter, ids) => {
    const mixed = [earlier, short, answered, long, longToo]
    expect(mixed.toSorted(orderOf(filter)).map(({ id }) => id)).toEqual(ids)
  })
  test('[Q-221] who can be answered for the shortest time, and what is back first; then the smaller id', () => {
    const times = ['09:00', '08:00', '08:00', '10:00'].map(time => `2026-03-02T${time}:00.000Z`)
    const wrote = times.map((wrote_at, n) => readConversation({ id: String(12 - n), reach: { wrote_at } }))
    expect(wrote.toSorted(orderOf({ queue: 'closing' })).map(({ id }) => id)).toEqual(['10', '11', '12', '9'])
    const off = times.map((until, n) => readConversation({ id: String(12 - n), snoozed: { until } }))
    expect(off.toSorted(orderOf({ queue: 'snoozed' })).map(({ id }) => id)).toEqual(['10', '11', '12', '9'])
  })
  test.each([
    ['normal', {}],
    ['normal', { ticket_priority: 'MEDIUM' }],
    ['high', { ticket_priority: 'HIGH' }],
    ['urgent', { ticket_priority: 'URGENT' }],
    ['closing', { ticket_priority: 'URGENT', closes_within_hour: true }],
    ['undeliverable', { closes_within_hour: true, last_reply: 'failed' }],
    ['undeliverable', { last_reply: 'unknown' }],
    ['normal', { last_reply: 'waiting' }],
    ['undeliverable', { ticket_priority: 'URGENT', reach: { unreachable: 'blocked' } }],
    ['undeliverable', { reach: { unreachable: 'not-on-whatsapp' } }],
    ['undeliverable', { reach: { unreachable: 'number-gone' } }],
    ['normal', { reach: { unreachable: 'no-address' } }],
    ['acknowledgement', { acknowledgement: { confidence: 0.9 } }],
    [
      'acknowledgement',
      { acknowledgement: { confidence: 0.9 }, closes_within_hour: true, ticket_priority: 'URGENT' },
    ],
    ['undeliverable', { acknowledgement: { confidence: 0.9 }, last_reply: 'failed' }],
  ] as const)('[Q-380 Q-413] %s: %j', (expected, fields) => {
    const waiting = readConversation({ id: '1', waiting_since: since, ...fields })
    expect(queueClass(waiting)).toBe(expected)
    expect(waitsForAnswer(waiting)).toBe(expected !== 'undeliverable')
  })
  test('[Q-246 Q-380 Q-413] by class, then by the longest wait, then by id', () => {
    const of = (id: string, at: string | null, fields: object = {}) =>
      readConversation({ id, waiting_since: at === null ? null : `2026-03-02T${at}:00Z`, ...fields })
    const rows = [
      of('1', '09:00', { ticket_priority: 'URGENT' }),
      of('2', '07:00'),
      of('3', '06:59', { ticket_priority: 'LOW' }),
      of('4', '07:31', { ticket_priority: 'HIGH' }),
      of('5', '07:30', { ticket_priority: 'HIGH' }),
      of('6', '01:00', { last_reply: 'failed' }),
      of('10', '02:00', { acknowledgement: { confidence: 0.9 }, ticket_priority: 'URGENT' }),
      of('7', null, { ticket_priority: 'URGENT' }),
      of('8', '09:20', { closes_within_hour: true }),
      of('9', '07:00'),
    ]
    const wanted = ['8', '1', '5', '4', '3', '2', '9', '10', '6', '7']
    for (const queue of ['open', 'waiting'] as const)
      expect(rows.toSorted(orderOf({ queue })).map(({ id }) => id)).toEqual(wanted)
  })
  test('of two that wait, that do not, and of one of each', () => {
    expect(compareWaits(long, short)).toBeLessThan(0)
    expect(compareWaits(short, long)).toBeGreaterThan(0)
    expect(compareWaits(answered, short)).toBeGreaterThan(0)
    expect(compareWaits(answered, earlier)).toBe(0)
    expect(compareWaits(long, long)).toBe(0)
  })
})

test.each([
  [-5, 'now', 'calm'],
  [0, 'now', 'calm'],
  [59, 'now', 'calm'],
  [60, '1 m', 'calm'],
  [14 * 60 + 59, '14 m', 'calm'],
  [15 * 60, '15 m', 'long'],
  [44 * 60 + 59, '44 m', 'long'],
  [45 * 60, '45 m', 'too-long'],
  [59 * 60 + 59, '59 m', 'too-long'],
  [3600, '1 h', 'too-long'],
  [48 * 3600 - 1, '47 h', 'too-long'],
  [48 * 3600, '2 d', 'too-long'],
] as const)('[Q-217] a wait of %d s reads %j and is %s', (seconds, label, weight) => {
  const now = new Date(Date.parse(since) + seconds * 1000)
  expect(waitLabel(since, now)).toBe(label)
  expect(waitWeight(since, now, defaultWaitMarks)).toBe(weight)
})

test.each([
  [4, 'calm'],
  [5, 'long'],
  [6, 'long'],
  [7, 'too-long'],
] as const)('[Q-245] where long is 5 and too long 7 minutes, %d minutes are %s', (minutes, weight) => {
  const now = new Date(Date.parse(since) + minutes * 60_000)
  expect(waitWeight(since, now, { long: 5, too_long: 7 })).toBe(weight)
})
