import { expect, test } from 'vitest'
import {
  mentionedIn,
  mentionMatches,
  mentionNames,
  mentionTyped,
  noteParts,
  shownParts,
  wordsOfMention,
} from './rules.ts'

const people = ['brian', 'Ann', 'Ann Marie', 'Élise', 'al'].map((name, index) => ({
  id: String(index),
  name,
  department: null,
}))

test.each([
  ['@brian is it there?', ['brian']],
  ['Is it there, @brian?', ['brian']],
  ['@BRIAN and (@élise)', ['brian', 'Élise']],
  ['@Ann Marie knows', ['Ann Marie']],
  ['@Ann knows', ['Ann']],
  ['@Ann, @Ann Marie', ['Ann', 'Ann Marie']],
  ['@Ann Maries', ['Ann']],
  ['@brianna', []],
  ['@brian_2', []],
  ['write to me@brian', []],
  ['brian', []],
  ['@', []],
  ['@ brian', []],
  ['@nobody @al', ['al']],
  ['@@brian', ['brian']],
  ['', []],
])('[Q-223] %j mentions %j', (text, names) => {
  expect(mentionedIn(text, people, []).map(id => people[Number(id)]?.name)).toEqual(names)
})

test.each([
  ['Ask @brian, now', ['Ask ', '@brian', ', now']],
  ['@Ann @Ann', ['@Ann', ' ', '@Ann']],
  ['<b>@al</b>', ['<b>', '@al', '</b>']],
  ['a@b.c', ['a@b.c']],
])('[Q-223] the parts of %j', (text, parts) => {
  expect(noteParts(text, people).map(part => part.text)).toEqual(parts)
  expect(
    noteParts(text, people)
      .map(part => part.text)
      .join(''),
  ).toBe(text)
})

test('[Q-223] of two colleagues whose name is typed both are meant', () => {
  const two = [
    { id: '1', name: 'Brian', department: null },
    { id: '2', name: 'brian', department: null },
  ]
  expect(mentionedIn('@brian', two, [])).toEqual(['1', '2'])
})

const moses = [
  { id: '1', name: 'Moses Kato', department: 'Claims' },
  { id: '2', name: 'Moses Kato', department: 'Pensions' },
]
const mention = (id: string, written: string, name: string) => ({ id, written, name })
const renamed = [mention('1', 'Moses Kato', 'Moses Okello')]

test.each([
  ['the one who was chosen', '@Moses Kato (Pensions) look', moses, [], ['2']],
  ['both who were chosen', '@Moses Kato (Pensions), @Moses Kato (Claims)', moses, [], ['2', '1']],
  ['one chosen twice', '@Moses Kato (Claims) @moses kato (claims)', moses, [], ['1']],
  ['both of a typed name', '@Moses Kato look', moses, [], ['1', '2']],
  ['the one mentioned before', '@Moses Kato', moses, [mention('2', 'Moses Kato', 'Moses Kato')], ['2']],
  ['the one renamed since', '@Moses Kato', moses.slice(1), renamed, ['1']],
  [
    'the one renamed since, and another',
    '@Moses Kato @Moses Kato (Pensions)',
    moses.slice(1),
    renamed,
    ['1', '2'],
  ],
  ['the one renamed since, out of sight', '@Moses Okello', [], renamed, ['1']],
])('[Q-327] of two colleagues with one name is meant %s', (_, text, who, before, ids) => {
  expect(mentionedIn(text, who, before)).toEqual(ids)
})

test('[Q-327] a name that the note has already for another is offered with what tells it apart', () => {
  expect(mentionNames(moses.slice(1), renamed)).toEqual([{ id: '2', name: 'Moses Kato (Pensions)' }])
  expect(mentionNames(moses.slice(1), [])).toEqual([{ id: '2', name: 'Moses Kato' }])
})

test.each([
  ['Ask @Moses Kato, now', [mention('1', 'Moses Kato', 'Moses Okello')], 'Ask @Moses Okello, now'],
  ['@moses kato', [mention('1', 'moses kato', 'Moses Kato')], '@moses kato'],
  ['@Moses Kato (Claims)', [mention('1', 'Moses Kato (Claims)', 'Moses Kato')], '@Moses Kato (Claims)'],
  ['@Moses Kato', [mention('1', 'Moses Kato', 'Moses')], '@Moses'],
  [
    '@Moses Kato (Claims) @Moses Kato (Pensions)',
    [mention('1', 'Moses Kato (Claims)', 'Moses Kato'), mention('2', 'Moses Kato (Pensions)', 'Okello')],
    '@Moses Kato (Claims) @Okello',
  ],
  [
    '@Moses Kato',
    [mention('1', 'Moses Kato', 'Moses Kato'), mention('2', 'Moses Kato', 'Okello')],
    '@Moses Kato, Okello',
  ],
])('[Q-327] %j is shown with today’s names', (text, mentions, shown) => {
  const parts = shownParts(text, mentions)
  expect(parts.map(part => part.text).join('')).toBe(shown)
  expect(parts.filter(part => part.mention)).toHaveLength(text.split('@').length - 1)
})

test.each([
  ['@Moses Kato (Claims) look', 'Moses Kato (Claims)'],
  ['@Moses Kato look', 'Moses Kato'],
  ['Moses Kato', null],
])('[Q-327] the words of the mention in %j', (text, words) => {
  expect(wordsOfMention(text, ['Moses Kato', 'Moses Kato (Claims)', 'Kato'])).toBe(words)
})

test.each([
  ['@', 1, { at: 0, typed: '' }],
  ['Ask @br', 7, { at: 4, typed: 'br' }],
  ['Ask @Ann Ma', 11, { at: 4, typed: 'Ann Ma' }],
  ['Ask @br now', 7, { at: 4, typed: 'br' }],
  ['Ask @brian and then', 19, { at: 4, typed: 'brian and then' }],
  ['Ask @br  and', 12, null],
  ['@br\n', 4, null],
  ['me@br', 5, null],
  ['Ask', 3, null],
])('[Q-223] of %j with the caret at %i a name is being typed: %j', (text, caret, typed) => {
  expect(mentionTyped(text, caret)).toEqual(typed)
})

test.each([
  ['', ['brian', 'Ann', 'Ann Marie', 'Élise', 'al']],
  ['a', ['Ann', 'Ann Marie', 'al']],
  ['ann m', ['Ann Marie']],
  ['mar', ['Ann Marie']],
  ['É', ['Élise']],
  ['x', []],
  ['elise', ['Élise']],
  ['ann ', ['Ann Marie']],
  ['brian ', []],
])('[Q-223] %j offers %j', (typed, names) => {
  expect(mentionMatches(typed, people).map(({ name }) => name)).toEqual(names)
})

test.each([
  ['mary grace ab', 'Mary Grace Abbo'],
  ["Ngozi O'B", 'Ngozi O’Brien'],
  ['jose', 'José'],
])('[Q-223] %j offers %s', (typed, name) => {
  const text = `Ask @${typed}`
  expect(mentionTyped(text, text.length)).toEqual({ at: 4, typed })
  expect(mentionMatches(typed, [{ name }, { name: 'Abbo' }])).toEqual([{ name }])
})
