import { describe, expect, test } from 'vitest'
import { type TextPart, textParts } from './text-parts.ts'

/** The parts in brackets, so that a table can be read. */
const shown = (parts: readonly TextPart[]): string => parts.map(one).join('')

function one(part: TextPart): string {
  switch (part.kind) {
    case 'words':
      return part.text
    case 'link':
      return `<${part.text}>`
    case 'code':
      return part.isBlock ? `{{${part.text}}}` : `{${part.text}}`
    default:
      return `[${part.kind} ${shown(part.parts)}]`
  }
}

test.each([
  ['plain', 'plain'],
  ['', ''],
  ['*bold* _italic_ ~gone~', '[bold bold] [italic italic] [strike gone]'],
  ['*two words*, (_so_)!', '[bold two words], ([italic so])!'],
  ['*_~all~_*', '[bold [italic [strike all]]]'],
  ['*bold _both* not_', '[bold bold _both] not_'],
  ['*with https://a.example/b_c_d in it*', '[bold with <https://a.example/b_c_d> in it]'],
  ['`*as it is*` and ```\ntwo *lines*\n```', '{*as it is*} and {{\ntwo *lines*\n}}'],
  ['```PL-1``` not now', '{{PL-1}}not now'],
  ['```PL-1```\n\nnot now', '{{PL-1}}\nnot now'],
  ['`https://a.example`', '{https://a.example}'],
  ['*a `b*` c*', '[bold a {b*} c]'],
  ['*Wasswa’s*', '[bold Wasswa’s]'],
  ['*Ndagire Ŵ*', '[bold Ndagire Ŵ]'],
  ['*https://x.org/bold*', '[bold <https://x.org/bold>]'],
  [
    '*Read https://x.org/bold*, (_https://x.org/a_b_).',
    '[bold Read <https://x.org/bold>], ([italic <https://x.org/a_b>]).',
  ],
  ['*_https://x.org_*', '[bold [italic <https://x.org>]]'],
  ['https://x.org/any* _jane@x.org_', '<https://x.org/any*> [italic <jane@x.org>]'],
  ['*0772123456*', '[bold <0772123456>]'],
  ['*a ```b\nc``` d*', '[bold a {{b\nc}}d]'],
  ['👍🏽*so* ❤️_so_', '👍🏽[bold so] ❤️[italic so]'],
])('[Q-216] marks of WhatsApp in %j', (text, expected) => {
  expect(shown(textParts(text))).toBe(expected)
})

test.each([
  'snake_case_name and 2*3*4',
  '* not a mark * at all *',
  '*never closed',
  '*closed on\nthe next line*',
  '** and __ and ~~',
  '**',
  'a*b*',
  '*a*b',
  '``',
  '`open',
  '00020101…5802UG503***63047A1B… *',
  '503***63047*',
  'Dial *165*3# or *185#.',
  '*131*1#, then *150*00#',
  'e\u0301*b*',
  '𝐚*b*',
])('[Q-216] no marks in %j: every character stands', text => {
  expect(textParts(text)).toEqual([{ kind: 'words', text }])
})

const styles = { bold: '*', italic: '_', strike: '~' }
const textOf = (parts: readonly TextPart[]): string =>
  parts
    .map(part => {
      if ('parts' in part) return styles[part.kind] + textOf(part.parts) + styles[part.kind]
      return part.kind === 'code' ? part.source : part.text
    })
    .join('')

const hostile = [
  ' *a',
  '*a ',
  '_*~',
  '`',
  '```',
  '```a\n',
  '*a* ',
  '*',
  '_',
  '~',
  '.',
  '(',
  ')',
  'a.',
  '1.1.',
  'www.a',
  'a@',
  '@a.',
  'a@b.',
  '*1#',
  '#*',
  'http://',
  'https://a.example ',
  'https://a.example/(',
  'https://a.example/)',
  'https://…',
  '+256772123456 ',
  '+1 ',
  'e\u0301',
  '👩‍👩‍👧',
  '\u202e',
  '\ud83d',
  '\n',
  ' ',
]

describe('[Q-310] any text is read in time that grows with its length', () => {
  // Twice the longest message. A reader that looks on from each character takes minutes, a linear one less than a second.
  test.each(hostile)('%j, over and over', { timeout: 20_000 }, piece => {
    const text = piece.repeat(131_072 / piece.length)
    expect(textOf(textParts(text))).toBe(text)
  })
})

test('[Q-310] the parts of 10,000 random texts give the texts back', () => {
  const pieces = [
    ...hostile,
    'a',
    'Ŵ',
    '9',
    '*',
    '_',
    '~',
    '`',
    '“',
    '”',
    '\u0627\u0644',
    '\u200d',
    '\udc4d',
    '\t',
    '#',
    '🇺🇬',
    'x.org',
  ]
  const random = randomOf(310)
  for (let n = 0; n < 10_000; n += 1) {
    const text = Array.from(
      { length: 1 + (n % 40) },
      () => pieces[Math.floor(random() * pieces.length)] ?? '',
    ).join('')
    expect(textOf(textParts(text)), JSON.stringify(text)).toBe(text)
  }
})

/** Mulberry32: the same numbers from 0 to 1 for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
