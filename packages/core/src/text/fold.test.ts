import { describe, expect, test } from 'vitest'
import { eachOnce, fold, hasTypedWords, isSameText, readCopied, visibleName } from './fold.ts'

describe('fold', () => {
  test.each([
    ['Ícaro', 'icaro'],
    ['José', 'Jose\u0301'],
    ['Ng’ombe', "ng'ombe"],
    ['Ng‘ombe', 'ngʼombe'],
    ['Ng`ombe', 'ng´ombe'],
    ['NG′OMBE', 'ngʻombe'],
    ['Ŋoma', "ng'oma"],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['Łukasz', 'lukasz'],
    ['Bjørn', 'BJORN'],
    ['Đorđe', 'dorde'],
    ['Œuvre Ægir Þór', 'oeuvre aegir thor'],
    ['Diyarbakır', 'diyarbakir'],
    ['İstanbul', 'istanbul'],
    ['ΣΊΣΥΦΟΣ', 'σισυφος'],
    ['Ёлка', 'елка'],
    ['Ｎａｋａｔｏ', 'nakato'],
    ['ﬁle', 'file'],
    ['TCK‑00001', 'tck–00001'],
    ['٠٧٠٠', '0700'],
    ['۰۷۰۰', '0700'],
    ['  two\u00a0 \n words ', 'two words'],
    ['a\u200bb\u202ec\u2066d\ufe0fe\u3164f\u115fg\u2800h', 'abcdefgh'],
    ['مُحَمَّد', 'محمد'],
  ])('%j is %j', (a, b) => {
    expect(fold(a)).toBe(fold(b))
    expect(fold(fold(a))).toBe(fold(a))
  })

  test('keeps what tells texts apart', () => {
    expect(fold('Nakato & Sons, 50% off_now')).toBe('nakato & sons, 50% off_now')
    expect(isSameText('Okello', 'Okelo')).toBe(false)
    expect(fold('\u200b\u3164 \u2800')).toBe('')
  })
})

test.each([
  ['\u3164', null],
  ['\u200b\u200e', null],
  ['\u2800 \u00a0', null],
  ['\u202e', null],
  ['\u115f\uffa0\ufeff', null],
  ['\u0301', null],
  ['', null],
  ['\u202eotakaN', 'otakaN'],
  ['\u2067Nakato\u2069  Prossy\n', 'Nakato Prossy'],
  ['مُحَمَّد', 'مُحَمَّد'],
  ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  ['🙏', '🙏'],
])('[Q-323] the name %j is shown as %j', (name, shown) => {
  expect(visibleName(name)).toBe(shown)
})

test('of texts that are the same the first spelling stays', () => {
  expect(eachOnce(['Claim', 'claim', 'CLAIM', ' Claim', 'Cla\u200bim', 'Payment'])).toEqual([
    'Claim',
    'Payment',
  ])
})

test('all typed words must stand in the text, in any order and spelling', () => {
  expect(hasTypedWords('Musa Ng’ombe José', "jose ng'om")).toBe(true)
  expect(hasTypedWords('Musa Ng’ombe', 'musa x')).toBe(false)
})

test.each([
  ['\u202a+256 700 000 002\u202c', '+256 700 000 002'],
  ['\u2068+256‑700‑000‑002\u2069', '+256-700-000-002'],
  ['tel:+256700000002', '+256700000002'],
  ['+256 (0)700 000 002', '+256 700 000 002'],
  ['TCK‑00001 é', 'TCK-00001 é'],
  ['５／12', '5/12'],
])('%j is read as %j', (copied, read) => {
  expect(readCopied(copied)).toBe(read)
})
