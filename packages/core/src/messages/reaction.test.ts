import { describe, expect, test } from 'vitest'
import { messageOf } from '../live/live.fixture.ts'
import { ownReaction, whyNotReactable } from './rules.ts'

const now = new Date('2026-11-20T09:00:00.000Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000).toISOString()

describe('[Q-187] why no sign can be put on a message', () => {
  test.each([
    [{ status: 'received' }, null],
    [{ status: 'read', direction: 'OUTBOUND', source: 'AGENT' }, null],
    [{ status: 'queued', source: 'AGENT' }, 'WhatsApp does not have it yet'],
    [{ status: 'unknown', source: 'AGENT' }, 'WhatsApp does not have it yet'],
    [{ status: 'failed', source: 'AGENT' }, 'WhatsApp does not have it yet'],
    [{ status: 'received', source: 'SYSTEM' }, 'it is not a message'],
    [{ status: 'received', revoked_at: daysAgo(0) }, 'the customer deleted it'],
    [{ status: 'received', created_at: daysAgo(29.99) }, null],
    [{ status: 'received', created_at: daysAgo(30) }, 'it is older than 30 days'],
  ] as const)('%j: %s', (given, why) => {
    expect(whyNotReactable(messageOf(1, { created_at: daysAgo(1), ...given }), now)).toBe(why)
  })

  test('whatever its age where no time is given', () => {
    expect(whyNotReactable(messageOf(1, { created_at: daysAgo(90) }), null)).toBeNull()
  })
})

test('[Q-187] the business’s own sign is the one that is wanted, never one that failed', () => {
  const sign = { emoji: '👍', by: 'AGENT', agent_name: 'Ann', at: daysAgo(0), failure: null } as const
  expect(ownReaction({ reactions: [] })).toBeNull()
  expect(ownReaction({ reactions: [{ ...sign, by: 'CUSTOMER', state: 'there' }] })).toBeNull()
  expect(ownReaction({ reactions: [{ ...sign, state: 'failed' }] })).toBeNull()
  expect(ownReaction({ reactions: [{ ...sign, state: 'waiting' }] })?.emoji).toBe('👍')
})
