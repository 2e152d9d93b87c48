import { describe, expect, test } from 'vitest'
import { type AttemptState, attemptStates } from './constants.ts'
import {
  accountPauseAfter,
  callTimeoutMs,
  earlierOf,
  hasLeft,
  isAtCustomer,
  leaseMs,
  nextTry,
  type Pricing,
  pricingOf,
  retryDelayMs,
  risenState,
  sendDeadlineMs,
  speakingAttempt,
  statusOfAttempt,
} from './delivery.ts'

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length <= 1
    ? [items]
    : items.flatMap((item, index) =>
        permutations([...items.slice(0, index), ...items.slice(index + 1)]).map(rest => [item, ...rest]),
      )

const climb = (said: readonly AttemptState[]): AttemptState => said.reduce(risenState, 'sending')

describe('what WhatsApp says of an attempt', () => {
  test.each([
    [['sent', 'delivered', 'read'], 'read'],
    [['sent', 'delivered'], 'delivered'],
    [['unknown', 'sent'], 'sent'],
    [['unknown', 'failed'], 'failed'],
    [['sent', 'failed'], 'failed'],
    [['unknown', 'sent', 'failed'], 'failed'],
    [['sent', 'failed', 'delivered'], 'delivered'],
    [['unknown', 'sent', 'delivered', 'read', 'failed'], 'read'],
    [['sent', 'read', 'played', 'failed'], 'played'],
  ] as const)('%j ends as %s in every order, also with each said twice', (said, end) => {
    for (const order of permutations<AttemptState>(said)) {
      expect(climb(order)).toBe(end)
      expect(climb(order.flatMap(state => [state, state]))).toBe(end)
      expect(climb([...order, ...order])).toBe(end)
    }
  })

  test('a state never falls, whatever is said', () => {
    for (const before of attemptStates) {
      for (const said of attemptStates)
        expect(risenState(risenState(before, said), before)).toBe(risenState(before, said))
    }
  })
})

test('[Q-189] WhatsApp surely has what was sent, and the customer what was delivered, read or played', () => {
  expect(attemptStates.filter(hasLeft)).toEqual(['sent', 'delivered', 'read', 'played'])
  expect(attemptStates.filter(isAtCustomer)).toEqual(['delivered', 'read', 'played'])
})

test('[Q-189] a thing happened at the earliest time that was said of it, in whatever order', () => {
  const [early, late] = [new Date(1_000), new Date(2_000)]
  expect(earlierOf(null, late)).toBe(late)
  expect(earlierOf(late, early)).toBe(early)
  expect(earlierOf(early, late)).toBe(early)
  expect(earlierOf(early, undefined)).toBe(early)
  expect(earlierOf(null, undefined)).toBeNull()
})

describe('[Q-189] what WhatsApp says of the price', () => {
  const price = (billable: boolean | null): Pricing => ({
    billable,
    model: 'PMP',
    type: 'regular',
    category: 'utility',
  })
  const [billed, free, unsaid] = [price(true), price(false), price(null)]
  test.each([
    ['the first that is said', null, free, free],
    ['nothing, where nothing is said', null, null, null],
    ['what was said, though a later status says nothing', billed, null, billed],
    ['that it is billed, said later', free, billed, billed],
    ['that it is billed, said earlier', billed, free, billed],
    ['that it is billed, where nothing was said of that', unsaid, billed, billed],
  ])('is %s', (_, kept, said, counts) => {
    expect(pricingOf(kept, said)).toBe(counts)
  })
})

test('a message shows its attempt’s state; one whose attempt was withdrawn waits', () => {
  expect(attemptStates.map(statusOfAttempt)).toEqual([
    'sending',
    'unknown',
    'sent',
    'delivered',
    'read',
    'played',
    'failed',
    'queued',
  ])
})

describe('which attempt speaks for a message', () => {
  const of = (...states: AttemptState[]) =>
    states.map((state, index) => ({ state, no: states.length - index }))
  test.each([
    ['the only one', of('sending'), false, 1],
    ['the newest', of('sent', 'unknown'), false, 2],
    ['the newest, though an older one got further', of('sent', 'read'), false, 2],
    ['the newest that is on its way', of('sending', 'delivered'), false, 2],
    ['the newest when none has left', of('failed', 'unknown'), false, 2],
    ['an older one that left, when the newest failed', of('failed', 'sent'), false, 1],
    ['an older one that left, when the newest is undecided', of('unknown', 'delivered'), false, 1],
    ['of several older ones the one that got furthest', of('failed', 'sent', 'read', 'unknown'), false, 2],
    ['none while it waits to be sent again', of('failed', 'unknown'), true, null],
    ['the one that left, though it waits to be sent again', of('failed', 'sent'), true, 1],
    ['not a withdrawn one', of('withdrawn', 'failed'), false, 1],
    ['none of none', of(), false, null],
  ])('%s', (_, attempts, waitsAgain, no) => {
    expect(speakingAttempt(attempts, waitsAgain)?.no ?? null).toBe(no)
  })
})

describe('trying again', () => {
  const start = new Date('2026-03-02T09:00:00.000Z')
  const deadline = new Date(start.getTime() + sendDeadlineMs)

  test('waits longer each time, at most 30 s', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 1000].map(retryDelayMs)).toEqual([
      1000, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000,
    ])
  })

  test('ends two minutes after Send', () => {
    expect(sendDeadlineMs).toBe(120_000)
    expect(nextTry(start, 1, deadline)).toEqual(new Date(start.getTime() + 1000))
    const late = new Date(deadline.getTime() - 1001)
    expect(nextTry(late, 1, deadline)).toEqual(new Date(deadline.getTime() - 1))
    expect(nextTry(new Date(deadline.getTime() - 1000), 1, deadline)).toBeNull()
    expect(nextTry(new Date(deadline.getTime() + 1), 1, deadline)).toBeNull()
  })

  test('[Q-190] after a refusal of the account more and more slowly, and after some of them hardly', () => {
    expect([0, 1, 2, 3, 4, 100].map(times => accountPauseAfter(190, times))).toEqual([
      15_000, 15_000, 30_000, 60_000, 60_000, 60_000,
    ])
    expect([368, 131031, 131048, 131064].map(code => accountPauseAfter(code, 1))).toEqual(
      Array(4).fill(600_000),
    )
  })

  test('a lease outlives the call it covers', () => {
    expect(callTimeoutMs).toBe(10_000)
    expect(leaseMs).toBeGreaterThan(callTimeoutMs)
  })
})
