import { describe, expect, test } from 'vitest'
import type { IntentName } from '../api/intent.ts'
import { readIntent } from '../read/intent.ts'
import { intentNames } from '../words/intent.ts'
import {
  confidenceLabel,
  intentLabel,
  isAnalysed,
  isSuggested,
  metadataOf,
  recognise,
  slotValue,
  suggestionOf,
  suggestionsFor,
} from './intent.ts'

describe('recognising', () => {
  test.each<[string, IntentName, number]>([
    ['What is my balance?', 'check_balance', 0.75],
    ['BALANCE please, and a statement', 'check_balance', 0.88],
    ['I want to contribute with MTN', 'make_contribution', 0.85],
    ['Can I pay my premium today', 'make_contribution', 0.8],
    ['What is the status of my claim?', 'claim_status', 0.76],
    ['Any update on my claim', 'claim_status', 0.76],
    ['Please change my address', 'update_details', 0.75],
    ['I have a new phone number, update my details', 'update_details', 0.88],
    ['Let me talk to a person', 'speak_to_agent', 0.75],
  ])('%j: %s, sure to %d', (text, intent, confidence) => {
    expect(recognise(text)).toMatchObject({ intent, confidence })
    expect(isSuggested(confidence)).toBe(true)
  })

  test.each<[string, IntentName, number]>([
    ['My claim', 'claim_status', 0.6],
    // Two things at once: 0.76 less half of 0.75.
    ['The status of my claim, and my balance', 'claim_status', 0.48],
  ])('%j: %s, but not sure: %d', (text, intent, confidence) => {
    expect(recognise(text)).toEqual({ intent, confidence, entities: {} })
    expect(isSuggested(confidence)).toBe(false)
  })

  test.each(['', 'Good morning', 'balanced', 'disclaimer', 'é🙂', '\u0000', 'a'.repeat(4096)])(
    'nothing in %j',
    text => {
      expect(recognise(text)).toEqual({ intent: null, confidence: 0, entities: {} })
    },
  )

  test.each<[string, Record<string, unknown>]>([
    ['I paid UGX 50,000 yesterday', { amount_ugx: [50_000] }],
    ['shs.20000 and 35,000/= and 20000 shillings', { amount_ugx: [20_000, 35_000] }],
    ['Call 0772 123 456 or +256772123456', { phone_number: ['+256772123456'] }],
    ['policy lf-20311, receipt 3306-1187', { reference: ['LF-20311', '3306-1187'] }],
    ['UGX 0 and 12 people at 10-11', {}],
  ])('[DATA-17] what %j names', (text, entities) => {
    expect(recognise(text).entities).toEqual(entities)
  })

  test('a text of nothing but beginnings does not stop it', () => {
    const text = 'how much speak 0772 LF-1 UGX 1,'.repeat(132).slice(0, 4096)
    expect(recognise(text)).toMatchObject({ intent: null, entities: { amount_ugx: [1] } })
  })
})

describe('a slot', () => {
  test.each([
    ['amount_ugx', ' UGX 50,000 ', '50000'],
    ['amount_ugx', '50000/=', '50000'],
    ['amount_ugx', '75,000', '75000'],
    ['amount_ugx', '0', null],
    ['amount_ugx', 'a lot', null],
    ['phone_number', '0772 123 456', '+256772123456'],
    ['phone_number', '12', null],
    ['reference', 'lf-20311', 'LF-20311'],
    ['reference', 'my policy', null],
  ] as const)('%s of %j is %j', (slot, value, expected) => {
    expect(slotValue(slot, value)).toBe(expected)
  })
})

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

test('[INTENT-09] each intent has suggestions, at most three; no intent has none', () => {
  for (const name of intentNames) {
    expect(suggestionsFor(name).length).toBeGreaterThan(0)
    expect(suggestionsFor(name).length).toBeLessThanOrEqual(3)
  }
  expect(suggestionsFor(null)).toEqual([])
})

test('[INTENT-07] a message carries intent, confidence and entities, and nothing else of the analysis', () => {
  const entities = { reference: ['LF-20311'] }
  const analysis = { success: true, intent: 'claim_status', confidence: 0.9, entities, suggestions: ['x'] }
  expect(metadataOf(analysis)).toEqual({ intent: 'claim_status', confidence: 0.9, entities })
})
