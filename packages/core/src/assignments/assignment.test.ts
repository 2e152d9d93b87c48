import { expect, test } from 'vitest'
import { readAgent, readAssignments, readConversation } from '../read/entities.ts'
import { conversationStatuses } from '../conversations/constants.ts'
import {
  assignedSentence,
  assigneeOrder,
  assigneeWarnings,
  assigningSentence,
  assignmentWords,
  countdown,
  exceedsCapacity,
  isDefaultReason,
  isInQueue,
  isOfferLate,
  offeredReasons,
  offeredSentence,
  offerStanding,
  rejectReason,
  rejectWords,
} from './rules.ts'
import { timeLeft } from '../reminders/rules.ts'

test('the queue: what is not over, has no owner and no open offer', () => {
  const waiting = (more: object) =>
    conversationStatuses.filter(status => isInQueue({ status, assigneeId: null, offer: null, ...more }))
  expect(waiting({})).toEqual(['ACTIVE', 'DORMANT', 'TRANSFERRED'])
  expect(waiting({ assigneeId: '7' })).toEqual([])
  expect(waiting({ offer: {} })).toEqual([])
})

test.each([
  [999, false],
  [1000, true],
  [1001, true],
])('an offer until 1000 is late at %i: %s', (now, late) => {
  expect(isOfferLate(1000, now)).toBe(late)
})

test.each([
  [11, 12, false, false],
  [12, 12, false, true],
  [13, 12, false, true],
  [12, 12, true, false],
  [0, 0, false, true],
])('[Q-407] with %i of %i conversations, this one among them: %s, one more is too many: %s', (...row) => {
  const [workload, capacity, counts, exceeds] = row
  expect(exceedsCapacity({ workload, capacity, counts })).toBe(exceeds)
})

test.each([
  [undefined, 'Not interested', true],
  [' ', 'Not interested', true],
  ['Not interested', 'Not interested', true],
  [' At lunch ', 'At lunch', false],
])('[Q-088] the reason %j is kept as %j, the default: %s', (said, kept, isDefault) => {
  expect(rejectReason(said)).toBe(kept)
  expect(isDefaultReason(rejectReason(said))).toBe(isDefault)
})

test.each([
  [undefined, 'queue-full', 'My queue is full'],
  ['', 'break', 'Going on break'],
  [undefined, 'field', 'Not my field'],
  [undefined, 'language', 'I do not speak the customer’s language'],
  ['I do not speak Luganda', 'language', 'I do not speak Luganda'],
  [undefined, 'other', 'Not interested'],
  ['At the dentist', 'other', 'At the dentist'],
] as const)('[Q-212] of the reason %j with the code %s is kept: %s', (said, code, kept) => {
  expect(rejectReason(said, code)).toBe(kept)
})

test.each([
  [null, ['queue-full', 'break', 'field', 'other'], null],
  ['en', ['queue-full', 'break', 'field', 'other'], null],
  ['lg', ['queue-full', 'language', 'break', 'field', 'other'], 'I do not speak Luganda'],
  ['sw', ['queue-full', 'language', 'break', 'field', 'other'], 'I do not speak Swahili'],
] as const)(
  '[Q-212] to whom a customer of %s is offered, these reasons are: %j',
  (language, codes, words) => {
    expect(offeredReasons(language)).toEqual(codes)
    if (words !== null) expect(rejectWords('language', language)).toBe(words)
  },
)

test.each([
  ['Please take over from Amina', 'Please take over from Amina'],
  ['', 'You have been assigned a new conversation (#12)'],
  [' ', 'You have been assigned a new conversation (#12)'],
])('[ASSIGN-02] of a notice that says %j the incoming modal says %j', (said, shown) => {
  expect(offeredSentence('12', said)).toBe(shown)
})

test('[ASSIGN-02 ASSIGN-07] what the notice and the outgoing modal say', () => {
  expect(assignedSentence('12')).toBe('You have been assigned a new conversation (#12)')
  expect(assigningSentence('12', 'Amina')).toBe('Conversation #12 assigned to Amina')
})

const agent = (current_workload: number, more: object = {}) =>
  readAgent({ id: 8, name: 'Brian', status: 'AVAILABLE', current_workload, max_capacity: 10, ...more })
const now = Date.parse('2026-11-19T09:00:00.000Z')
const offline = 'Brian is Offline. The customer may wait until the offer expires.'

test.each([
  ['room', agent(8), []],
  ['heavy', agent(9), ['Heavy Load: Brian has 9 of at most 10 conversations.']],
  ['full', agent(10), ['Brian has 10 of at most 10 conversations; this one exceeds that.']],
  ['away', agent(0, { status: 'AWAY' }), [offline]],
  [
    'on a break',
    agent(0, { status: 'ON_BREAK', status_reason: 'Lunch', status_until: '2026-11-19T09:12:00.000Z' }),
    ['Brian is On a break · Lunch, 12 min left. The customer may wait until the offer expires.'],
  ],
  [
    'away and full',
    agent(3, { status: 'OFFLINE', max_capacity: 0 }),
    [offline, 'Brian has 3 of at most 0 conversations; this one exceeds that.'],
  ],
])('[Q-090] before assigning to an agent with %s', (_, chosen, warnings) => {
  expect(assigneeWarnings(chosen, false, now)).toEqual(warnings)
})

test('[Q-090] before assigning to oneself', () => {
  expect(assigneeWarnings(agent(9, { status: 'AWAY' }), true, now)).toEqual([
    'You are Offline. The customer may wait for you.',
    'Heavy Load: You have 9 of at most 10 conversations.',
  ])
})

const deadline = '2026-11-19T09:05:00.000Z'
const offered = (agent_id: string) => ({ id: '5', agent_id, agent_name: 'Carol', deadline })

test.each([
  ['is open', { offer: offered('7') }, deadline.replace('05:00', '04:59'), { state: 'open', deadline }],
  ['is late at its deadline', { offer: offered('7') }, deadline, { state: 'late', deadline }],
  ['was accepted elsewhere', { agent: { id: '7' } }, deadline, { state: 'accepted' }],
  ['went to another', { agent: { id: '7' }, offer: offered('9') }, deadline, { state: 'accepted' }],
  [
    'was made to another',
    { offer: offered('9') },
    deadline,
    { state: 'over', sentence: 'This conversation is offered to Carol' },
  ],
  [
    'ended for the queue',
    {},
    deadline,
    { state: 'over', sentence: 'This conversation is not offered to you any more' },
  ],
  [
    'was taken',
    { agent: { id: '9', name: 'Carol' } },
    deadline,
    { state: 'over', sentence: 'Carol has this conversation' },
  ],
  [
    'was taken by one without a name',
    { agent: { id: '9' } },
    deadline,
    { state: 'over', sentence: 'Agent 9 has this conversation' },
  ],
])('an offer to agent 7 that %s', (_, row, now, standing) => {
  expect(offerStanding(readConversation({ id: '1', ...row }), '7', new Date(now).getTime())).toEqual(standing)
})

test.each([
  [300_000, '5:00', '5 min left'],
  [278_000, '4:38', '5 min left'],
  [60_001, '1:01', '2 min left'],
  [60_000, '1:00', 'under a minute left'],
  [900, '0:01', 'under a minute left'],
  [-5, '0:00', 'under a minute left'],
  [3_878_000, '1:04:38', '65 min left'],
])('%i ms to a deadline read %s and %s', (left, clock, words) => {
  expect(countdown(left)).toBe(clock)
  expect(timeLeft(left)).toBe(words)
})

const [offered_at, ended_at] = ['2026-11-19T09:00:00.000Z', '2026-11-19T09:01:00.000Z']

test.each([
  [
    'offered',
    null,
    null,
    { title: 'Offered to Brian, no answer yet', by: 'offered by you', reason: null, at: offered_at },
  ],
  ['accepted', null, ended_at, { title: 'Brian accepted', by: 'offered by you', reason: null, at: ended_at }],
  [
    'rejected',
    'Not interested',
    ended_at,
    { title: 'Brian rejected', reason: 'Not interested (default reason)' },
  ],
  ['rejected', 'On my break', ended_at, { title: 'Brian rejected', reason: 'On my break' }],
  ['expired', 'No answer in time', ended_at, { title: 'Brian did not answer', reason: 'No answer in time' }],
  ['withdrawn', null, ended_at, { title: 'Offer to Brian withdrawn', reason: null }],
])('[Q-088] an assignment that is %s for %j, in words', (state, reason, ended, words) => {
  const raw = { id: '5', agent_id: '8', agent_name: 'Brian', by: { id: '7', name: 'Amina' } }
  const [entry] = readAssignments([{ ...raw, state, reason, offered_at, ended_at: ended }])
  expect(entry && assignmentWords(entry, '7')).toMatchObject(words)
})

test('who took it for themselves was offered it by nobody; the viewer is "you"', () => {
  const own = {
    id: '5',
    agent_id: '8',
    agent_name: 'Brian',
    by: { id: '8', name: 'Brian' },
    state: 'accepted',
  }
  const words = (raw: object, viewer: string) =>
    readAssignments([raw])
      .map(entry => assignmentWords(entry, viewer))
      .map(({ title, by }) => [title, by])
  expect(words(own, '7')).toEqual([['Brian claimed it', null]])
  expect(words(own, '8')).toEqual([['You claimed it', null]])
  expect(words({ ...own, by: { id: '9', name: 'Carol' } }, '8')).toEqual([
    ['You accepted', 'offered by Carol'],
  ])
  expect(words({ ...own, by: undefined }, '7')).toEqual([['Brian accepted', null]])
})

const candidates = (
  [
    ['Ambrose', 2, 'AVAILABLE'],
    ['Brian', 6, 'AVAILABLE'],
    ['Bridget', 10, 'AVAILABLE'],
    ['Carol', 0, 'ON_BREAK'],
    ['Dan', 0, 'OFFLINE'],
    ['Eve', 2, 'AVAILABLE', 'Claims'],
  ] as const
).map(([name, current_workload, status, department = null], at) =>
  readAgent({
    id: String(at + 1),
    name,
    status,
    department,
    current_workload,
    max_capacity: 10,
    is_online: status === 'AVAILABLE',
  }),
)

test.each([
  ['', 'Ambrose Eve Brian Bridget Carol Dan'],
  ['br', 'Brian Bridget Ambrose'],
  ['BRÌ', 'Brian Bridget'],
  ['claims', 'Eve'],
  ['eve cl', 'Eve'],
  ['nobody', ''],
])('[Q-409] whom to assign to, having typed “%s”: %s', (typed, names) => {
  expect(
    assigneeOrder(candidates, typed)
      .map(({ name }) => name)
      .join(' '),
  ).toBe(names)
})
