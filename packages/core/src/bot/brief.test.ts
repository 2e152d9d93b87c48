import { expect, test } from 'vitest'
import type { Brief } from './brief.ts'
import { handoverReasons } from './brief-constants.ts'
import { offerWords, slotText, stoppedSentence } from './brief-rules.ts'

const asked: Brief['slots'][number] = { name: 'reference', label: 'Policy or reference', value: null }
const form: NonNullable<Brief['form']> = { kind: 'ipp', number: 'IPP-7', asked: 'Date of birth' }
const over = (reason: (typeof handoverReasons)[number]) => ({ at: '2026-03-02T09:00:00.000Z', reason })

test.each([
  ['asked', 'The customer asked for a person.'],
  ['complaint', 'The customer complained.'],
  ['not-understood', 'The bot did not understand twice in a row.'],
  ['no-answer', 'The bot has no answer to this.'],
  ['needs-person', 'This needs an agent.'],
  ['runaway', 'The conversation repeated itself, or a program is writing.'],
  ['rule', 'Only agents handle this topic.'],
  ['late', 'The message was an hour old or more, too old for the bot.'],
  ['turned-off', 'The bot was turned off for this number.'],
  ['failed', 'The bot had an error.'],
] as const)('[Q-212] of a bot that stopped because %s it is said: %s', (reason, sentence) => {
  expect(stoppedSentence({ handed_over: over(reason), slots: [], form: null })).toBe(sentence)
})

test('[Q-212] what stood open before that is said first', () => {
  const stopped = { handed_over: over('asked'), slots: [asked], form: null }
  expect(stoppedSentence(stopped)).toBe(
    'Asked for the policy or reference, which the customer did not say. The customer asked for a person.',
  )
  expect(stoppedSentence({ ...stopped, form })).toBe(
    'Asked for “Date of birth” in IPP-7. The customer asked for a person.',
  )
  const told = [{ ...asked, value: 'LF-18820' }]
  expect(stoppedSentence({ ...stopped, slots: told })).toBe('The customer asked for a person.')
  expect(stoppedSentence({ ...stopped, handed_over: null })).toBeNull()
})

test.each([
  ['amount_ugx', '1200000', 'UGX 1,200,000'],
  ['date', '2026-11-02', 'Nov 2, 2026'],
  ['phone_number', '+256700000018', '+256 700 000 018'],
  ['reference', 'LF-18820', 'LF-18820'],
  ['amount_ugx', 'much', 'much'],
] as const)('[Q-212] of %s, %s is read as %s', (name, stored, shown) => {
  expect(slotText(name, stored)).toBe(shown)
})

const line = (from: 'customer' | 'bot', text: string, type = 'text'): Brief['last_lines'][number] => ({
  from,
  text,
  message_type: type,
  at: '2026-03-02T09:00:00.000Z',
})

test.each<[string, Brief['wants'], Brief['last_lines'], string | null]>([
  [
    'the intent',
    { intent: 'claim_status', label: 'Claim Status', confidence: 0.9 },
    [line('customer', 'Hello')],
    'Claim Status',
  ],
  [
    'the customer’s last words in one line',
    null,
    [line('customer', 'First'), line('customer', 'My\n claim'), line('bot', 'Wait')],
    'My claim',
  ],
  ['the kind of a message without words', null, [line('customer', '', 'image')], 'Photo'],
  ['nothing', null, [line('bot', 'Hello')], null],
])('[Q-400] the line of an offer says %s', (_, wants, last_lines, words) => {
  expect(offerWords({ offer_note: null, wants, last_lines })).toBe(words)
})

test.each<[string, string, string]>([
  ['Brian Okello', 'Please\n call  her back', 'Brian: Please call her back'],
  ['brian', '<b>Call</b>', 'brian: <b>Call</b>'],
  ['Brian', 'x'.repeat(4_096), `Brian: ${'x'.repeat(4_096)}`],
])(
  '[Q-433] the line of an offer with a note of %s says that first, whole and as it is',
  (name, text, words) => {
    const wants = { intent: 'claim_status', label: 'Claim Status', confidence: 0.9 } as const
    const last_lines = [line('customer', 'Hello')]
    expect(offerWords({ offer_note: { name, text }, wants, last_lines })).toBe(words)
  },
)
