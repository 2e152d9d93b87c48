import { describe, expect, test } from 'vitest'
import type { Attempt } from './api.ts'
import { endOf, priceLabel, stepsOf } from './delivery.ts'

const bare: Attempt = {
  no: 1,
  state: 'sending',
  created_at: '2026-03-02T09:00:00.000Z',
  accepted_at: null,
  sent_at: null,
  delivered_at: null,
  read_at: null,
  played_at: null,
  failed_at: null,
  failure: null,
  pricing: null,
}
const labels = (attempt: Partial<Attempt>) =>
  stepsOf({ ...bare, ...attempt }, 'WhatsApp').map(({ label }) => label)
const [at, later] = ['2026-03-02T09:00:01.000Z', '2026-03-02T09:00:02.000Z']
const failure = { code: '131049', sentence: 'It was not delivered.', remedy: 'Wait a day.' }

describe('[Q-189] the steps of an attempt', () => {
  test.each<[string, Partial<Attempt>, readonly string[]]>([
    ['on its way', {}, ['Sent from Parley']],
    ['taken', { accepted_at: at }, ['Sent from Parley', 'Received by WhatsApp']],
    [
      'all of them',
      { accepted_at: at, sent_at: at, delivered_at: at, read_at: at, played_at: at, state: 'played' },
      ['Sent from Parley', 'Received by WhatsApp', 'Sent to the customer', 'Delivered', 'Read', 'Played'],
    ],
    ['read without a word of the delivery', { read_at: at, state: 'read' }, ['Sent from Parley', 'Read']],
    [
      'failed after it was sent',
      { sent_at: at, failed_at: later, state: 'failed' },
      ['Sent from Parley', 'Sent to the customer', 'Not delivered'],
    ],
    [
      'delivered after it failed on another device',
      { failed_at: at, delivered_at: later, state: 'delivered' },
      ['Sent from Parley', 'Delivered'],
    ],
  ])('%s', (_, attempt, steps) => {
    expect(labels(attempt)).toEqual(steps)
  })
})

test('[Q-189] an attempt without a tick says why', () => {
  const failed: Attempt = { ...bare, state: 'failed', failure }
  expect(endOf(bare, true)).toBeNull()
  expect(endOf(failed, true)).toBe('It was not delivered. Wait a day.')
  expect(endOf(failed, false)).toBe('It was not delivered.')
  expect(endOf({ ...bare, state: 'withdrawn' }, false)).toMatch(/earlier attempt/)
})

describe('[Q-189] the price in plain words', () => {
  const pricing = { billable: true, model: 'PMP', type: 'regular', category: 'utility' }
  test.each<[Attempt['pricing'], string | null]>([
    [null, null],
    [pricing, 'Billed as utility.'],
    [{ ...pricing, category: null }, 'Billed.'],
    [{ ...pricing, category: 'referral_conversion' }, 'Billed as referral conversion.'],
    [
      { ...pricing, billable: false, type: 'free_customer_service' },
      'Free, because the customer wrote within 24 hours.',
    ],
    [
      { ...pricing, billable: null, type: 'free_entry_point' },
      'Free, because the customer came from an advertisement or a page.',
    ],
    [{ ...pricing, billable: false }, 'Not billed (utility).'],
    [{ ...pricing, billable: false, category: null }, 'Not billed.'],
    [{ ...pricing, billable: null, type: null }, 'Category: utility.'],
    [{ billable: null, model: null, type: null, category: null }, null],
  ])('%j is %s', (said, words) => {
    expect(priceLabel(said)).toBe(words)
  })
})
