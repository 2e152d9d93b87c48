import { describe, expect, test } from 'vitest'
import type { Ask } from './asks.ts'
import { askProblems, cardContact, cardOfContact, cardProblems, cardWords, trimmedAsk } from './ask-rules.ts'

const long = (count: number) => 'x'.repeat(count)
const buttons = (...titles: string[]): Ask => ({ kind: 'buttons', buttons: titles })
const rows = (...titles: string[]) => titles.map(title => ({ title, description: null }))
const list = (more: Partial<Extract<Ask, { kind: 'list' }>> = {}): Ask => ({
  kind: 'list',
  button: 'Choose',
  rows: rows('Claim', 'Policy'),
  ...more,
})

describe('[Q-194] what WhatsApp takes of a question', () => {
  test.each<[string, Ask, string, readonly string[]]>([
    ['one button', buttons('Yes'), 'Shall we?', []],
    ['three', buttons('Yes', 'No', 'Later'), 'Shall we?', []],
    ['no button', buttons(), 'Shall we?', ['buttons']],
    ['four', buttons('1', '2', '3', '4'), 'Shall we?', ['buttons']],
    ['a title of 20', buttons(long(20)), 'Shall we?', []],
    ['a title of 21', buttons(long(21)), 'Shall we?', ['buttons.0']],
    ['a title of 20 emoji', buttons('🙏'.repeat(20)), 'Shall we?', []],
    ['a title of 21 emoji', buttons('🙏'.repeat(21)), 'Shall we?', ['buttons.0']],
    ['a title that nobody sees', buttons('\u3164'), 'Shall we?', ['buttons.0']],
    ['two in other letters', buttons('José', 'jose'), 'Shall we?', ['buttons.1']],
    ['an empty title', buttons('Yes', ' '), 'Shall we?', ['buttons.1']],
    ['two that read the same', buttons('Yes', 'yes '), 'Shall we?', ['buttons.1']],
    ['no words', buttons('Yes'), ' ', ['content']],
    ['1,024 characters with buttons', buttons('Yes'), long(1_024), []],
    ['1,025 characters with buttons', buttons('Yes'), long(1_025), ['content']],
    ['a list', list(), 'What is it about?', []],
    ['4,096 characters with a list', list(), long(4_096), []],
    ['4,097 characters with a list', list(), long(4_097), ['content']],
    ['ten rows', list({ rows: rows(...'abcdefghij'.split('')) }), 'Which?', []],
    ['eleven rows', list({ rows: rows(...'abcdefghijk'.split('')) }), 'Which?', ['rows']],
    ['no rows', list({ rows: [] }), 'Which?', ['rows']],
    ['a button of 21', list({ button: long(21) }), 'Which?', ['button']],
    ['a row of 25', list({ rows: rows(long(25)) }), 'Which?', ['rows.0.title']],
    [
      'a description of 73',
      list({ rows: [{ title: 'a', description: long(73) }] }),
      'Which?',
      ['rows.0.description'],
    ],
    ['a description of 72', list({ rows: [{ title: 'a', description: long(72) }] }), 'Which?', []],
    ['where they are', { kind: 'location' }, 'Where are you?', []],
    ['where they are, without words', { kind: 'location' }, '', ['content']],
    ['where they are, at length', { kind: 'location' }, long(1_025), ['content']],
  ])('%s', (_, ask, words, wrong) => {
    const problems = askProblems(ask, words)
    expect(Object.keys(problems)).toEqual(wrong)
    for (const sentence of Object.values(problems)) expect(sentence).toMatch(/^(must|says) \w/)
  })

  test('blanks around what is read do not go along', () => {
    expect(trimmedAsk(buttons(' Yes ', 'No'))).toEqual(buttons('Yes', 'No'))
    expect(trimmedAsk(list({ button: ' Choose ', rows: [{ title: ' a ', description: ' b ' }] }))).toEqual(
      list({ rows: [{ title: 'a', description: 'b' }] }),
    )
  })
})

test.each([
  [{}, []],
  [{ name: ' ' }, ['name']],
  [{ number: '0770 123' }, ['number']],
  [{ number: '' }, ['number']],
  [{ email: 'claims' }, ['email']],
  [{ email: 'claims@parley.example', organisation: 'Claims desk' }, []],
  [{ organisation: '' }, ['organisation']],
])('[Q-194] a card with %j', (more, wrong) => {
  const card = { name: 'Claims desk', number: '+256 770 123 456', organisation: null, email: null }
  expect(Object.keys(cardProblems({ ...card, ...more }))).toEqual(wrong)
})

test('[Q-194] a card goes as those of customers come, and is the same again when it is edited', () => {
  const card = {
    name: 'Claims desk',
    organisation: 'Parley Life',
    number: '+256770123456',
    email: 'claims@parley.example',
  }
  const spaced = {
    ...card,
    name: ' Claims desk ',
    number: '+256 770 123 456',
    email: ' claims@parley.example ',
  }
  expect(cardOfContact(cardContact(spaced))).toEqual(card)
  expect(cardContact(spaced)).toMatchObject({
    name: 'Claims desk',
    phones: [{ number: '+256770123456', wa_id: null }],
  })
  const bare = { name: 'Ann', organisation: null, number: '+256770123456', email: null }
  expect(cardOfContact(cardContact(bare))).toEqual(bare)
  expect(cardWords(spaced)).toBe('Contact: Claims desk')
})
