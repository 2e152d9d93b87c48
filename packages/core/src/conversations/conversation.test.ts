import { describe, expect, test } from 'vitest'
import type { ConversationEntity, ConversationStatus } from './api.ts'
import { stateOf } from '../live/live.fixture.ts'
import { readConversation } from '../read/entities.ts'
import { conversationStatuses } from './constants.ts'
import {
  activityTime,
  assigneeLabel,
  compareConversations,
  compareIds,
  customerName,
  isNameless,
  numberBeside,
  numberLabel,
  isOfferedTo,
  matchesFilter,
  matchesSearch,
  statusAfterInbound,
  statusLabel,
  statusOrder,
  statusTone,
  knownSpelling,
  tagProblem,
  ticketLabel,
  tidyTags,
  withTagEdit,
} from './rules.ts'
import { settableStatus } from '../agents/rules.ts'

const row = (more: Partial<ConversationEntity> = {}): ConversationEntity => ({
  ...readConversation(stateOf(1)),
  ...more,
})

const saying = (content: string) =>
  readConversation(
    stateOf(1, {
      last_message: {
        id: '9' as never,
        content,
        message_type: 'text',
        created_at: '2026-03-02T09:00:00.000Z',
        direction: 'INBOUND',
        source: 'CUSTOMER',
        sender_id: null,
        sender_name: null,
        has_attachments: false,
      },
    }),
  )

test.each([
  ['Nakato', '+256700000001', 'Nakato'],
  [null, '+256700000001', 'Customer (+256700000001)'],
  [null, null, 'Customer (Unknown)'],
])('[DATA-03 DATA-04] customer %j with phone %j is called %s', (name, phone, shown) => {
  expect(customerName(name, phone)).toBe(shown)
})

test.each([
  [null, 'None'],
  [{ id: '12', ticket_number: 'TCK-00007' }, 'TCK-00007'],
  [{ id: '12', ticket_number: null }, 'T-12'],
])('[CLIST-12] the ticket cell of %j reads %s', (ticket, shown) => {
  expect(ticketLabel(ticket)).toBe(shown)
})

test.each([
  ['ACTIVE', 'ACTIVE'],
  ['RESOLVED', 'ACTIVE'],
  ['DORMANT', 'ACTIVE'],
  ['ARCHIVED', 'ARCHIVED'],
  ['TRANSFERRED', 'TRANSFERRED'],
] as const)('[CONV-02] a customer’s message turns %s into %s', (before, after) => {
  expect(statusAfterInbound(before)).toBe(after)
})

describe('setting a status', () => {
  test.each(['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED'])('[CONV-05] %s may be set', status => {
    expect(settableStatus(status)).toBe(status)
  })
  test.each(['TRANSFERRED', 'active', '', ' ACTIVE', '__proto__'])('[CONV-05] %j may not', status => {
    expect(() => settableStatus(status)).toThrow(`Invalid status: ${status}`)
  })
})

test('[CONV-01] five statuses appear in badges, each with a word and a colour of its own', () => {
  expect(statusOrder).toEqual(['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'])
  expect(conversationStatuses.map(statusLabel)).toEqual([
    'Active',
    'Resolved',
    'Dormant',
    'Archived',
    'Transferred',
  ])
  expect(new Set(Object.values(statusTone)).size).toBe(conversationStatuses.length)
})

test('tags are kept trimmed, each once, in the order given', () => {
  expect(tidyTags([' vip ', 'claims', 'vip', '', '  ', 'VIP'])).toEqual(['vip', 'claims'])
  const spellings = [
    'Claim',
    'claim',
    'CLAIM',
    ' Claim',
    'Cla\u200bim',
    '\u3164',
    'Réclame',
    'Re\u0301clame',
    'a  b',
    'a\u00a0b',
  ]
  expect(tidyTags(spellings)).toEqual(['Claim', 'Réclame', 'a b'])
  expect(withTagEdit(['vip', 'Claim'], { kind: 'remove', tag: 'cLAIM\u200b' })).toEqual(['vip'])
  expect(knownSpelling('claim', ['vip', 'Claim'])).toBe('Claim')
  expect(tagProblem([], '\u3164')).toContain('This tag has no visible text')
  expect(tagProblem(['Claim'], 'claim')).toContain('"Claim" is on this conversation already')
  expect(tagProblem([], '🙏'.repeat(40))).toBeNull()
})

describe('[CDET-04] tags that a person edits', () => {
  const full = Array.from({ length: 20 }, (_, index) => `tag ${index}`)
  test.each([
    [['a'], '', null],
    [['a'], '   ', null],
    [['a'], 'b', null],
    [['a'], 'A', '"a" is on this conversation already'],
    [['a'], ' a ', '"a" is on this conversation already'],
    [full.slice(1), 'one more', null],
    [full, 'one more', 'A conversation has at most 20 tags. Remove one, then add this'],
    [full, 'tag 3', '"tag 3" is on this conversation already'],
    [[], 'x'.repeat(40), null],
    [[], ` ${'x'.repeat(40)} `, null],
    [[], 'x'.repeat(41), 'A tag has at most 40 characters; this has 41. Shorten it'],
  ])('beside %j, typing %j: %s', (tags, typed, problem) => {
    expect(tagProblem(tags, typed)).toBe(problem)
  })
  test.each([
    [['a', 'b'], 'add', ' c ', ['a', 'b', 'c']],
    [['a', 'b'], 'add', 'a', ['a', 'b']],
    [['a', 'b'], 'remove', 'a', ['b']],
    [['a', 'b'], 'remove', 'c', ['a', 'b']],
  ] as const)('%j, %s %j: %j', (tags, kind, tag, after) => {
    expect(withTagEdit(tags, { kind, tag })).toEqual(after)
  })
})

describe('search', () => {
  test.each(['nakato', 'PROSSY', 'o P', '  nakato '])('[CLIST-20] finds a name without case: %j', typed => {
    expect(matchesSearch(row(), typed)).toBe(true)
  })
  test.each(['RECEIPT', 'élan', 'ÉLAN', '100%'])(
    '[CLIST-20 Q-100] finds the last message without case: %j',
    typed => {
      expect(matchesSearch(saying('My Receipt, 100% Élan'), typed)).toBe(true)
    },
  )
  test.each(['+2567', '000001', '+256 700 000 001', '700 000001'])(
    '[CLIST-21 Q-100] finds a phone: %j',
    typed => {
      expect(matchesSearch(row(), typed)).toBe(true)
    },
  )
  test.each(['prossy nakato', 'SSY  kat', '0700', '0700 000 001', '(0700) 000-001', '00256 700', '256700'])(
    '[Q-140] finds the words of a name in any order, and a number in every spelling: %j',
    typed => {
      expect(matchesSearch(row(), typed)).toBe(true)
    },
  )
  test.each([
    ['tck-7', true],
    ['TCK 00007', true],
    ['ipp2207', true],
    ['lib-2207', false],
    ['tck-70', false],
    ['00007', false],
  ])('[Q-140] finds a ticket or an application by its number: %j is %j', (typed, found) => {
    expect(matchesSearch(row({ references: ['TCK-00007', 'IPP-2207'] }), typed)).toBe(found)
  })
  test('[CLIST-21] compares phones with case', () => {
    const unknown = row({ user: { ...row().user, name: 'Ada', phone_number: null } })
    expect(matchesSearch(unknown, 'Unknown')).toBe(true)
    expect(matchesSearch(unknown, 'unknown')).toBe(false)
  })
  test.each(['okello', '%', '_', '08', '0256', 'nakato okello', 'message nobody wrote'])(
    'finds nothing else: %j',
    typed => {
      expect(matchesSearch(row(), typed)).toBe(false)
    },
  )
  test.each(['', '   '])('blank matches all: %j', typed => {
    expect(matchesSearch(row(), typed)).toBe(true)
  })
})

test.each([
  [{}, true],
  [{ status: 'ACTIVE' }, true],
  [{ status: 'RESOLVED' }, false],
  [{ assigneeId: '5' }, true],
  [{ assigneeId: '6' }, false],
  [{ assigneeId: 'none' }, false],
  [{ status: 'ACTIVE', assigneeId: '5', search: 'nakato' }, true],
  [{ status: 'ACTIVE', assigneeId: '5', search: 'okello' }, false],
] as const)(
  '[CLIST-19 Q-064] filter %j lets an active conversation of agent 5 through: %s',
  (filter, through) => {
    expect(matchesFilter(row({ agent: { id: '5', name: 'Ann' } }), filter)).toBe(through)
  },
)

test.each([
  [0, true, false],
  [0, false, true],
  [2, true, true],
  [2, false, false],
])('[CLIST-19 Q-064] with %i open issues, asked for such (%s): %s', (open_issues, hasOpenIssues, through) => {
  expect(matchesFilter(row({ open_issues }), { hasOpenIssues })).toBe(through)
})

test('[CLIST-19] "none" is a conversation without an agent', () => {
  expect(matchesFilter(row(), { assigneeId: 'none' })).toBe(true)
  expect(matchesFilter(row(), { assigneeId: '5' })).toBe(false)
})

test('the assignee is nobody, the bot, you, a colleague by name, or by id without one', () => {
  const with_bot = false
  expect(assigneeLabel({ agent: null, with_bot }, '5')).toBeNull()
  expect(assigneeLabel({ agent: null, with_bot: true }, '5')).toBe('the bot')
  expect(assigneeLabel({ agent: { id: '5', name: 'Ann' }, with_bot }, '5')).toBe('you')
  expect(assigneeLabel({ agent: { id: '6', name: 'Brian' }, with_bot }, '5')).toBe('Brian')
  expect(assigneeLabel({ agent: { id: '6', name: null }, with_bot }, '5')).toBe('Agent 6')
})

test('[Q-063] the time shown is the last activity, else the last message, else the last change', () => {
  const whole = { ...saying('x'), last_activity: '2026-03-03T00:00:00.000Z' }
  expect(activityTime(whole)).toBe('2026-03-03T00:00:00.000Z')
  expect(activityTime({ ...whole, last_activity: null })).toBe('2026-03-02T09:00:00.000Z')
  expect(activityTime({ ...whole, last_activity: null, last_message: null, updated_at: 'u' })).toBe('u')
})

test('ids compare as numbers', () => {
  expect(['10', '99', '9', '1001', '98'].toSorted(compareIds)).toEqual(['9', '10', '98', '99', '1001'])
  expect(compareIds('10', '10')).toBe(0)
})

test('[Q-063] the list is newest first, then by the greater id; rows without activity come last', () => {
  const rows = [
    { id: '9', last_activity: '2026-03-02T09:00:00.000Z' },
    { id: '10', last_activity: '2026-03-02T09:00:00.000Z' },
    { id: '11', last_activity: null },
    { id: '2', last_activity: '2026-03-02T09:00:00.001Z' },
  ]
  expect(rows.toSorted(compareConversations).map(one => one.id)).toEqual(['2', '10', '9', '11'])
})

test('[DATA-05] a status that nobody knows reads as ACTIVE', () => {
  const status: ConversationStatus = readConversation({ id: '1', status: 'CLOSED' }).status
  expect(status).toBe('ACTIVE')
})

test('[Q-070] a row says whether it is offered to its viewer', () => {
  const offer = { id: '5', agent_id: '7', agent_name: 'Carol', deadline: '2026-11-19T09:05:00.000Z' }
  const row = readConversation({ id: '1', offer })
  expect([isOfferedTo(row, '7'), isOfferedTo(row, '9')]).toEqual([true, false])
  expect(isOfferedTo(readConversation({ id: '1' }), '7')).toBe(false)
})

test.each([
  ['whatsapp', null, 'Unknown'],
  ['whatsapp', '+256700000001', '+256 700 000 001'],
  ['bridge', null, null],
  ['bridge', '+256700000001', '+256 700 000 001'],
] as const)('[Q-197] by %s a number of %s is shown as %s', (channel, phone_number, shown) => {
  expect(numberLabel(readConversation({ id: '1', channel, user: { phone_number } }))).toBe(shown)
})

test.each([
  ['whatsapp', 'Nakato Prossy', '+256700000001', false, '+256 700 000 001'],
  ['whatsapp', null, '+256700000001', true, null],
  ['whatsapp', null, null, true, null],
  ['bridge', 'Nakato Prossy', null, false, null],
] as const)(
  '[Q-239] by %s the number of %s at %s is shown once',
  (channel, name, phone_number, nameless, beside) => {
    const shown = readConversation({ id: '1', channel, user: { name, phone_number } })
    expect([isNameless(shown), numberBeside(shown)]).toEqual([nameless, beside])
  },
)
