import { expect, test } from 'vitest'
import { listFailureText } from './list-failure.ts'

const failure = 'Failed to fetch conversations'
const fetchedAt = new Date(2026, 10, 19, 9, 41).getTime()

test('[CLIST-04 ERR-03 Q-001] samples are said to be samples', () => {
  const text = listFailureText({ failure, sample: true, rows: [{}], fetchedAt: null })
  expect(text).toBe('Failed to fetch conversations. Showing sample conversations, not real customers')
})

test('[CLIST-04 Q-001] a list that is kept says how old it is', () => {
  const text = listFailureText({ failure, sample: false, rows: [{}], fetchedAt })
  expect(text).toBe('Failed to fetch conversations. Showing the list as of 09:41')
})

test('[CLIST-04] with nothing to show only the failure is said', () => {
  expect(listFailureText({ failure, sample: false, rows: [], fetchedAt })).toBe(failure)
})
