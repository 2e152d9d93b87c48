import { expect, test } from 'vitest'
import type { TemplateEntity } from './api.ts'
import {
  knownValues,
  languageLabel,
  previewOf,
  templateMatches,
  templateProblem,
  templateVariables,
  valueProblem,
  valueProblems,
  wordsOf,
} from './rules.ts'

const plain: TemplateEntity = {
  name: 'payment_received',
  language: 'en',
  category: 'UTILITY',
  status: 'APPROVED',
  quality: 'GREEN',
  header: null,
  body: 'Dear {{1}}, UGX {{2}} came.',
  footer: null,
  buttons: [],
  examples: { header: {}, body: { 1: 'Sarah', 2: '150,000' } },
  unfillable: null,
}
const named: TemplateEntity = {
  ...plain,
  name: 'documents_missing',
  header: { kind: 'text', text: 'Claim {{claim_number}}' },
  body: 'Dear {{customer_name}}, send {{documents}} to {{ documents }}.',
  buttons: [
    { kind: 'reply', text: 'Yes', value: null, example: null },
    { kind: 'url', text: 'See', value: 'https://a.example/{{1}}', example: 'https://a.example/77' },
    { kind: 'phone', text: 'Call', value: '+256200000000', example: null },
    { kind: 'code', text: 'Copy', value: null, example: 'SAVE' },
  ],
  examples: { header: {}, body: {} },
}

test('[Q-185] the variables are those of heading, words and buttons, each once, with names and examples', () => {
  expect(templateVariables(plain)).toEqual([
    { key: 'body.1', part: 'body', name: '1', label: 'First name', example: 'Sarah' },
    { key: 'body.2', part: 'body', name: '2', label: 'Value 2', example: '150,000' },
  ])
  expect(templateVariables(named).map(({ key, label, example }) => [key, label, example])).toEqual([
    ['header.claim_number', 'Claim number', null],
    ['body.customer_name', 'Customer name', null],
    ['body.documents', 'Documents', null],
    ['button.1', 'Link of “See”', '77'],
    ['button.3', 'Code', 'SAVE'],
  ])
  const positional = { ...plain, header: { kind: 'text' as const, text: 'For {{1}}' } }
  expect(templateVariables(positional)[0]).toMatchObject({ key: 'header.1', label: 'In the heading' })
})

test.each([
  ['a greeting with a place', plain, { 'body.1': 'Namu' }],
  ['no greeting', { ...plain, body: 'Your code is {{1}}' }, {}],
  ['a name by its own name', named, { 'body.customer_name': 'Namu Ruth' }],
  [
    'a first name',
    { ...plain, body: '{{first_name}} {{phone}}' },
    { 'body.first_name': 'Namu', 'body.phone': '+256' },
  ],
])('[Q-185] known of the customer, in %s', (_, template, values) => {
  expect(knownValues(template, { name: 'Namu Ruth', phone: '+256' })).toEqual(values)
})

test('[Q-185] nothing is known of a customer without a name', () => {
  expect(knownValues(named, { name: null, phone: null })).toEqual({})
  expect(knownValues(named, { name: ' ', phone: null })).toEqual({})
})

test('[Q-185] the preview has values in their places, and the label of what is missing', () => {
  const preview = previewOf(named, { 'body.documents': 'your ID', 'button.1': '88', 'button.3': 'AB' })
  expect(preview.header).toEqual([
    { text: 'Claim ', is: 'words' },
    { text: 'Claim number', is: 'empty' },
  ])
  expect(wordsOf(preview.body)).toBe('Dear Customer name, send your ID to your ID.')
  expect(preview.body.filter(({ is }) => is === 'value')).toHaveLength(2)
  expect(preview.buttons.map(({ value }) => value)).toEqual([
    null,
    'https://a.example/88',
    '+256200000000',
    'AB',
  ])
  expect(previewOf(named, {}).buttons.map(({ value }) => value)).toEqual([
    null,
    'https://a.example/{{1}}',
    '+256200000000',
    null,
  ])
})

test.each([
  ['APPROVED', 'UTILITY', true, null, null],
  ['APPROVED', 'MARKETING', true, null, null],
  ['APPROVED', 'MARKETING', false, null, /no marketing/],
  ['APPROVED', 'UTILITY', false, null, null],
  ['PAUSED', 'UTILITY', true, null, /paused/],
  ['REJECTED', 'UTILITY', true, null, /rejected/],
  ['PENDING', 'UTILITY', true, null, /not approved/],
  ['DISABLED', 'UTILITY', true, null, /disabled/],
  ['ARCHIVED', 'UTILITY', true, null, /ARCHIVED/],
  ['APPROVED', 'AUTHENTICATION', true, 'OTP', /cannot fill in/],
] as const)(
  '[Q-186] %s, %s, wants marketing %s, odd part %s',
  (status, category, wantsMarketing, unfillable, why) => {
    const problem = templateProblem({ ...plain, status, category, unfillable }, { wantsMarketing })
    if (why === null) expect(problem).toBeNull()
    else expect(problem).toMatch(why)
  },
)

test.each([
  ['150,000', null],
  ['', 'is missing'],
  ['  ', 'is missing'],
  ['\u3164', 'is missing'],
  ['\u200e\u202e', 'is missing'],
  ['a\nb', 'cannot have line breaks or tabs'],
  ['a\tb', 'cannot have line breaks or tabs'],
  ['a    b', null],
  ['a     b', 'cannot have more than 4 spaces in a row'],
])('[Q-185] the value %j', (value, problem) => {
  expect(valueProblem(value)).toBe(problem)
})

test('[Q-185] all values must be there, and a part with its values not too long', () => {
  expect(valueProblems(plain, {})).toEqual({ 'body.1': 'is missing', 'body.2': 'is missing' })
  expect(valueProblems(plain, { 'body.1': 'A', 'body.2': 'B' })).toEqual({})
  const fits = 'x'.repeat(1024 - 'Dear A, UGX  came.'.length)
  expect(valueProblems(plain, { 'body.1': 'A', 'body.2': fits })).toEqual({})
  expect(valueProblems(plain, { 'body.1': 'A', 'body.2': `${fits}x` })).toEqual({
    'body.2': 'makes it 1 character too long',
  })
  const long = { 'header.claim_number': 'x'.repeat(56), 'body.customer_name': 'a', 'body.documents': 'b' }
  expect(valueProblems(named, { ...long, 'button.1': '1', 'button.3': 'c' })).toEqual({
    'header.claim_number': 'makes it 2 characters too long',
  })
})

test.each([
  ['', true],
  ['payment', true],
  ['Payment RECEIVED', true],
  ['came ugx', true],
  ['claim', false],
])('[Q-185] a search for %j', (search, found) => {
  expect(templateMatches(plain, search)).toBe(found)
})

test.each([
  ['en', 'English'],
  ['en_US', 'American English'],
  ['lg', 'Luganda'],
  ['not a code', 'not a code'],
])('[Q-185] the language %s', (code, label) => {
  expect(languageLabel(code)).toBe(label)
})
