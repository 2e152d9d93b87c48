import { describe, expect, test } from 'vitest'
import type { RoutingRule } from './api.ts'
import { pauseMs } from './constants.ts'
import {
  atOnceIntents,
  type Candidate,
  chooseAgent,
  pausedUntil,
  tidyRouting,
  type Waiting,
} from './rules.ts'

const agent = (id: number, more: Partial<Candidate> = {}): Candidate => ({
  id,
  department: null,
  skills: [],
  workload: 0,
  capacity: 5,
  lastActivityAt: 1_000,
  ...more,
})
const waiting = (more: Partial<Waiting> = {}): Waiting => ({
  intent: null,
  language: null,
  previousOwnerId: null,
  passedOver: [],
  ...more,
})
const rule = (more: Partial<RoutingRule>): RoutingRule => ({
  intent: 'claim_status',
  department: null,
  skill: null,
  at_once: false,
  ...more,
})

describe('[Q-211] who is offered what waits', () => {
  test.each<[string, Waiting, Candidate[], number | null]>([
    ['nobody is there', waiting(), [], null],
    ['the only one has room', waiting(), [agent(1)], 1],
    ['the only one is full', waiting(), [agent(1, { workload: 5 })], null],
    ['who takes nothing takes nothing', waiting(), [agent(1, { capacity: 0 })], null],
    ['the fewest conversations', waiting(), [agent(1, { workload: 2 }), agent(2, { workload: 1 })], 2],
    [
      'the fewest, not the smallest share of what they take',
      waiting(),
      [agent(1, { workload: 2, capacity: 10 }), agent(2, { workload: 1, capacity: 2 })],
      2,
    ],
    [
      'the fewest, however long others were idle',
      waiting(),
      [agent(1, { workload: 2, lastActivityAt: null }), agent(2, { workload: 1, lastActivityAt: 9_000 })],
      2,
    ],
    [
      'of as many the longest idle',
      waiting(),
      [agent(1, { lastActivityAt: 2_000 }), agent(2, { lastActivityAt: 1_000 })],
      2,
    ],
    ['who never did anything was idle longest', waiting(), [agent(1), agent(2, { lastActivityAt: null })], 2],
    ['of equals the lower id', waiting(), [agent(2), agent(1)], 1],
    [
      'who had the customer, whatever else they have',
      waiting({ previousOwnerId: 1 }),
      [agent(1, { workload: 4 }), agent(2)],
      1,
    ],
    [
      'not if they are full',
      waiting({ previousOwnerId: 1 }),
      [agent(1, { workload: 5 }), agent(2, { workload: 4 })],
      2,
    ],
    [
      'who speaks the language, however it is capitalised',
      waiting({ language: 'lg' }),
      [agent(1), agent(2, { workload: 3, skills: ['luganda'] })],
      2,
    ],
    ['English is everybody’s', waiting({ language: 'en' }), [agent(1), agent(2, { skills: ['English'] })], 1],
    [
      'who had the customer before who speaks the language',
      waiting({ language: 'sw', previousOwnerId: 1 }),
      [agent(1), agent(2, { skills: ['Swahili'] })],
      1,
    ],
    ['not who was passed over', waiting({ passedOver: [1] }), [agent(1), agent(2, { workload: 3 })], 2],
    ['nobody else than who was passed over', waiting({ passedOver: [1] }), [agent(1)], null],
  ])('%s', (_, one, present, chosen) => {
    expect(chooseAgent(one, present, [])?.id ?? null).toBe(chosen)
  })

  const claims = waiting({ intent: 'claim_status' })
  test.each<[string, Waiting, RoutingRule, Candidate[], number | null]>([
    [
      'its department, however it is capitalised',
      claims,
      rule({ department: 'Claims' }),
      [agent(1), agent(2, { department: 'CLAIMS ', workload: 4 })],
      2,
    ],
    ['its skill', claims, rule({ skill: 'Claims' }), [agent(1), agent(2, { skills: ['claims'] })], 2],
    [
      'both',
      claims,
      rule({ department: 'Claims', skill: 'Motor' }),
      [agent(1, { department: 'Claims' }), agent(2, { department: 'Claims', skills: ['motor'] })],
      2,
    ],
    [
      'waits for room of who fits',
      claims,
      rule({ department: 'Claims' }),
      [agent(1), agent(2, { department: 'Claims', workload: 5 })],
      null,
    ],
    ['does not wait for who is not there', claims, rule({ department: 'Claims' }), [agent(1)], 1],
    [
      'nor for the only one who fits and was passed over',
      { ...claims, passedOver: [2] },
      rule({ department: 'Claims' }),
      [agent(1), agent(2, { department: 'Claims' })],
      1,
    ],
    [
      'who had the customer only if they fit',
      { ...claims, previousOwnerId: 1 },
      rule({ department: 'Claims' }),
      [agent(1), agent(2, { department: 'Claims' })],
      2,
    ],
    [
      'nothing is asked for another intent',
      waiting({ intent: 'complaint' }),
      rule({ department: 'Claims' }),
      [agent(1), agent(2, { department: 'Claims', workload: 1 })],
      1,
    ],
  ])('by a rule: %s', (_, one, set, present, chosen) => {
    expect(chooseAgent(one, present, [set])?.id ?? null).toBe(chosen)
  })

  test('rules are kept in the order of their intents, those that say nothing are not', () => {
    const [a, b] = [rule({ intent: 'complaint', at_once: true }), rule({ skill: 'Claims' })]
    const kept = tidyRouting({ offers: 'all', rules: [a, rule({ intent: 'thanks' }), b] })
    expect(kept).toEqual({ offers: 'all', rules: [b, a] })
    expect([...atOnceIntents(kept)]).toEqual(['complaint'])
  })
})

test.each<[string, number | null, number | null, number, number | null]>([
  ['nothing was passed on', null, null, 1_000, null],
  ['it begins with the answer', 1_000, null, 1_000, 1_000 + pauseMs],
  ['it lasts to the end', 1_000, 500, 999 + pauseMs, 1_000 + pauseMs],
  ['it is over at its end', 1_000, 500, 1_000 + pauseMs, null],
  ['Available was set again since', 1_000, 2_000, 3_000, null],
  ['Available was set in the same moment', 1_000, 1_000, 3_000, null],
])('[Q-402] the pause of offers: %s', (_, passedAt, availableSince, now, until) => {
  expect(pausedUntil({ passedAt, availableSince }, now)).toBe(until)
})
