import { intentNames } from '@parley/core/intent/constants'
import { expect, test } from 'vitest'
import { isToBeDone, suggestionsFor } from './suggestions.ts'

test.each(intentNames.map(name => [name]))('[INTENT-09] %s has at most three suggestions', name => {
  const suggestions = suggestionsFor(name)
  expect(suggestions.length).toBeLessThanOrEqual(3)
  expect(new Set(suggestions).size).toBe(suggestions.length)
  expect(isToBeDone(name)).toBe(suggestions.length > 0)
})

test('[INTENT-09] no intent has none', () => {
  expect(suggestionsFor(null)).toEqual([])
})
