import { describe, expect, test } from 'vitest'
import { availabilityCounts, exceededBy, isOverloaded, utilizationTone, workloadMetrics } from './rules.ts'

const load = (current_workload: number, max_capacity: number) => ({ current_workload, max_capacity })

describe('[API-50 DATA-27] how loaded a team is', () => {
  test.each([
    ['nobody', [], [0, 0, 0, 0]],
    ['one with nothing to do', [load(0, 5)], [1, 0, 0, 0]],
    ['one exactly full', [load(5, 5)], [1, 1, 100, 5]],
    ['utilization is the mean of shares, not the share of sums', [load(1, 1), load(0, 9)], [2, 1, 50, 1]],
    ['it may exceed 100', [load(6, 4)], [1, 1, 150, 6]],
    ['a capacity of 0 is full and has no share', [load(0, 0), load(1, 4)], [2, 1, 25, 1]],
    ['only capacities of 0', [load(2, 0)], [1, 1, 0, 2]],
  ] as const)('%s', (_, team, [total, overloaded, utilization, most]) => {
    expect(workloadMetrics(team)).toEqual({
      total_agents: total,
      overloaded_agents: overloaded,
      avg_utilization_percentage: utilization,
      max_workload: most,
    })
  })
})

test.each([
  [load(4, 5), false, 0],
  [load(5, 5), true, 0],
  [load(7, 5), true, 2],
  [load(0, 0), true, 0],
] as const)('[DATA-28 Q-121] %j is overloaded: %s, by %d', (one, overloaded, by) => {
  expect(isOverloaded(one)).toBe(overloaded)
  expect(exceededBy(one)).toBe(by)
})

test.each([
  [0, 'ok'],
  [69.9, 'ok'],
  [70, 'warn'],
  [89.9, 'warn'],
  [90, 'danger'],
  [150, 'danger'],
] as const)('[WORK-06] a utilization of %d is drawn as %s', (percent, tone) => {
  expect(utilizationTone(percent)).toBe(tone)
})

test('[DASH-09 DASH-10 DASH-11 Q-121] agents who are there, who have room, and who are full', () => {
  const team = [
    { ...load(2, 5), is_online: true },
    { ...load(5, 5), is_online: true },
    { ...load(6, 5), is_online: false },
    { ...load(0, 5), is_online: false },
    { ...load(0, 0), is_online: true },
  ]
  expect(availabilityCounts(team)).toEqual({ available: 3, withCapacity: 1, overloaded: 3 })
  expect(availabilityCounts([])).toEqual({ available: 0, withCapacity: 0, overloaded: 0 })
})
