import { expect, test } from 'vitest'
import {
  availabilityPercentage,
  capacityOf,
  compareAgents,
  isAbsenceSure,
  isAvailable,
  keepPresence,
  limitSentence,
  loadLabel,
  type PresenceKept,
} from './rules.ts'

test.each([
  ['AVAILABLE', true],
  ['available', true],
  ['AWAY', false],
  ['OFFLINE', false],
  ['', false],
  ['AVAILABLE ', false],
])('[AGENT-01] status %j is online: %s', (status, online) => {
  expect(isAvailable(status)).toBe(online)
})

test.each([
  [0, 5, 100],
  [1, 5, 80],
  [5, 5, 0],
  [9, 5, 0],
  [3, 8, 62.5],
  [0, 0, 0],
  [4, 0, 0],
])('[AGENT-02] workload %i of %i leaves %f percent', (workload, capacity, percent) => {
  expect(availabilityPercentage(workload, capacity)).toBe(percent)
})

test.each([
  [{ max_capacity: 7, max_concurrent_tickets: 8, max_capacity_concurrent: 9 }, 7],
  [{ max_concurrent_tickets: 8, max_capacity_concurrent: 9 }, 8],
  [{ max_capacity: null, max_capacity_concurrent: 9 }, 9],
  [{}, 5],
  [{ max_capacity: -1 }, 5],
  [{ max_capacity: 0 }, 0],
])('[AGENT-03 Q-091] the capacity of %j is %i', (profile, capacity) => {
  expect(capacityOf(profile)).toBe(capacity)
})

test.each([
  [0, 'Heavy Load'],
  [19.99, 'Heavy Load'],
  [20, 'Busy'],
  [39.99, 'Busy'],
  [40, 'Available'],
  [100, 'Available'],
])('[ASSIGN-10 ASSIGN-11 ASSIGN-12] availability of %f percent reads %s', (availability, label) => {
  expect(loadLabel(availability)).toBe(label)
})

test('agents stand by name without case, then by id', () => {
  const agents = [
    { id: '10', name: 'brian' },
    { id: '9', name: 'Brian' },
    { id: '1', name: 'carol' },
    { id: '2', name: 'Amina' },
  ]
  expect(agents.toSorted(compareAgents).map(agent => agent.id)).toEqual(['2', '9', '10', '1'])
})

test.each<[string, readonly number[], number, boolean]>([
  ['nothing was refreshed yet', [], 500, false],
  ['just started', [0], 0, false],
  ['for less than the grace', [0, 20, 40, 60, 80], 89, false],
  ['for the grace', [0, 20, 40, 60, 80], 90, true],
  ['for the grace, one refresh missing', [0, 20, 60, 80], 90, true],
  ['for the grace, two refreshes missing', [0, 20, 80], 90, false],
  ['the last one is too long ago', [0, 20, 40, 60, 80, 100], 141, false],
  ['soon after a gap', [0, 20, 40, 60, 80, 100, 170, 190], 200, false],
  ['for the grace after a gap', [0, 20, 40, 100, 120, 140, 160, 180], 190, true],
])('whether absence is sure when presence was kept: %s', (_, refreshedAt, now, sure) => {
  const kept = refreshedAt.reduce<PresenceKept | null>(
    (before, seconds) => keepPresence(before, seconds * 1000),
    null,
  )
  expect(isAbsenceSure(kept, now * 1000)).toBe(sure)
})

test.each([
  [11, true, null],
  [12, true, 'You have 12 of 12 conversations: no offers come until one is done.'],
  [13, true, 'You have 13 of 12 conversations: no offers come until 2 are done.'],
  [12, false, null],
])('[Q-418] with %i of 12 conversations, available: %s, an agent reads %j', (load, isOnline, words) => {
  const agent = { status: 'AVAILABLE', is_online: isOnline, current_workload: load, max_capacity: 12 }
  expect(limitSentence(agent)).toBe(words)
})
