import { expect, test } from 'vitest'
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
])('[Q-216] no marks in %j: every character stands', text => {
  expect(textParts(text)).toEqual([{ kind: 'words', text }])
})

test('[Q-216] the longest text is split at once, whatever stands in it', () => {
  for (const piece of ['*a ', '_*~', '`', '*a* ', 'https://a.example ', '+256772123456 '])
    expect(textParts(piece.repeat(4_096 / piece.length)).length).toBeGreaterThan(0)
})
