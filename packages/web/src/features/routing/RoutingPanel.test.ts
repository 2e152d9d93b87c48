import type { RoutingRule } from '@parley/core/routing/api'
import { expect, test } from 'vitest'
import { ruledIntents, ruleWords } from './RoutingPanel.tsx'

const rule: RoutingRule = { intent: 'make_claim', department: null, skill: null, at_once: false }

test.each<[Partial<RoutingRule>, string]>([
  [{ at_once: true }, 'Anybody; the bot does not answer'],
  [{ department: 'Claims' }, 'Claims'],
  [{ skill: 'Luganda' }, 'skilled in Luganda'],
  [
    { department: 'Claims', skill: 'Luganda', at_once: true },
    'Claims, skilled in Luganda; the bot does not answer',
  ],
])('[Q-211] a rule in words: %j', (more, words) => {
  expect(ruleWords({ ...rule, ...more })).toBe(words)
})

test('[Q-211] what only is said needs no rule', () => {
  expect(ruledIntents).not.toContain('greeting')
  expect(ruledIntents).toContain('complaint')
})
