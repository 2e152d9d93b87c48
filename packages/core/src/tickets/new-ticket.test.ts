import { expect, test } from 'vitest'
import { ticketDescription, ticketTitle } from './new-ticket.ts'

const customer = { name: 'Nakato Prossy', number: '+256 700 000 001' }
const brief = {
  wants: { label: 'Check payment' },
  slots: [
    { label: 'Policy number', value: '7714-2209' },
    { label: 'Amount', value: null },
  ],
}

test.each([
  [{ customer, words: null, brief: null }, ''],
  [{ customer, words: ' \n', brief: { wants: null, slots: [] } }, ''],
  [
    { customer, words: ' I paid\nyesterday ', brief: null },
    'Customer: Nakato Prossy, +256 700 000 001\n\n“I paid\nyesterday”',
  ],
  [
    { customer, words: 'I paid', brief },
    'Customer: Nakato Prossy, +256 700 000 001\nWants: Check payment\nPolicy number: 7714-2209\n\n“I paid”',
  ],
  [
    { customer: { name: null, number: '+256 700 000 001' }, words: null, brief },
    'Customer: +256 700 000 001\nWants: Check payment\nPolicy number: 7714-2209',
  ],
  [{ customer: { name: null, number: null }, words: 'I paid', brief: null }, '“I paid”'],
])('[Q-392] a new ticket from %j', (source, description) => {
  expect(ticketDescription(source)).toBe(description)
})

test.each([
  [' I paid\nyesterday ', 'I paid'],
  ['x'.repeat(80), 'x'.repeat(80)],
])('[Q-392] the title of a ticket from the message %j', (words, title) => {
  expect(ticketTitle(words)).toBe(title)
})

test('[Q-392] a long message leaves room in title and description', () => {
  const words = 'word '.repeat(1_000)
  expect(ticketTitle(words).length).toBeLessThanOrEqual(81)
  expect(ticketDescription({ customer, words, brief }).length).toBeLessThan(4_096)
})
