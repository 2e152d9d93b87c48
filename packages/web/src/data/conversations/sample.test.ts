import { customerNameOf, isSample } from '@parley/core/conversations/rules'
import { expect, test } from 'vitest'
import { sampleConversations } from './sample.ts'

const now = new Date('2026-11-20T09:00:00.000Z')

test('[DATA-06] sample conversations carry how they were offered and how many issues are open', () => {
  const rows = sampleConversations(now)
  expect(rows.map(row => row.openIssueCount)).toEqual([1, 0, 0, 2])
  expect(rows.map(row => row.open_issues)).toEqual([1, 0, 0, 2])
  expect(rows.map(row => row.assignment_history.map(({ state }) => state))).toEqual([
    ['accepted'],
    [],
    ['rejected', 'accepted'],
    ['expired'],
  ])
  for (const offer of rows.flatMap(row => row.assignment_history)) {
    expect(offer.ended_at !== null && offer.offered_at <= offer.ended_at).toBe(true)
    expect(offer.agent_name).toMatch(/^Sample /)
  }
})

test('[DATA-06 Q-001] every one says that it is a sample, in its id, its name and a number kept free for fiction', () => {
  for (const row of sampleConversations(now)) {
    expect(isSample(row)).toBe(true)
    expect(customerNameOf(row)).toMatch(/^Sample Customer /)
    expect(row.user.phone_number).toMatch(/^\+2567000009\d\d$/)
  }
})
