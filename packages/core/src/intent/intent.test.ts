import { describe, expect, test } from 'vitest'
import { readIntent } from '../read/entities.ts'
import { confidenceLabel, intentLabel, isAnalysed, isSuggested, metadataOf, suggestionOf } from './rules.ts'

test.each(['', '  ', '0', '00', ' menu ', 'MENU', 'Help', 'reset\n'])(
  '[INTENT-02 Q-096] %j is not analysed',
  text => {
    expect(isAnalysed(text)).toBe(false)
  },
)
test.each(['000', 'help me', '1', '?', 'menus'])('[INTENT-02] %j is', text => {
  expect(isAnalysed(text)).toBe(true)
})

test.each([
  [0, false],
  [0.69, false],
  [0.7, false],
  [0.700001, true],
  [1, true],
])('[INTENT-04] a confidence of %d is suggested: %s', (confidence, suggested) => {
  expect(isSuggested(confidence)).toBe(suggested)
})

describe('[INTENT-04 INTENT-11] there is a suggestion only in an analysis that', () => {
  const answer = { success: true, intent_result: { intent: 'claim_status', confidence: 0.9, entities: {} } }
  test('succeeded, with an intent above 0.7', () => {
    expect(suggestionOf(readIntent(answer))).toMatchObject({ intent: 'claim_status', confidence: 0.9 })
  })
  test.each([
    ['failed', null],
    ['says so itself', readIntent({ ...answer, success: false })],
    ['found nothing', readIntent({ success: true, intent_result: { intent: null, confidence: 0.9 } })],
    ['is not sure', readIntent({ success: true, intent_result: { intent: 'x', confidence: 0.7 } })],
  ])('not in one that %s', (_, analysis) => {
    expect(suggestionOf(analysis)).toBeNull()
  })
})

test.each([
  ['check_balance', 'Check Balance'],
  ['CLAIM-STATUS', 'Claim Status'],
  ['greeting', 'Greeting'],
  ['', ''],
])('[INTENT-05] %j is called %j', (name, label) => {
  expect(intentLabel(name)).toBe(label)
})

test.each([
  [0.76, '76%'],
  [0.855, '86%'],
  [1, '100%'],
])('[INTENT-06] %d reads %s', (confidence, label) => {
  expect(confidenceLabel(confidence)).toBe(label)
})

test('[INTENT-07] a message carries intent, confidence and entities, and nothing else of the analysis', () => {
  const entities = { reference: ['LF-20311'] }
  const analysis = { success: true, intent: 'claim_status', confidence: 0.9, entities, suggestions: ['x'] }
  expect(metadataOf(analysis)).toEqual({ intent: 'claim_status', confidence: 0.9, entities })
})
