import { describe, expect, test } from 'vitest'
import { type CannedContent, CannedContent as schema } from './api.ts'
import {
  cannedPieces,
  cannedProblems,
  cannedText,
  changedCanned,
  firstNameOf,
  foundCanned,
  nextPlace,
  openPlaces,
  partOfDay,
  policyNumberOf,
  slashSearch,
  tidyCanned,
} from './rules.ts'

const content = (more: Partial<CannedContent> = {}): CannedContent => ({
  shortcut: 'pay-mtn',
  title: 'How to pay with MTN',
  body: 'Dial *165*4#.',
  language: 'en',
  ...more,
})
const long = (n: number) => 'x'.repeat(n)

describe('[Q-219] a canned reply', () => {
  test.each<[string, Partial<CannedContent>, string[]]>([
    ['as it should be', {}, []],
    ['the longest of everything', { shortcut: long(32), title: long(80), body: long(4096) }, []],
    ['of no language', { language: null }, []],
    ['with a figure', { shortcut: 'pay-2' }, []],
    ['without a shortcut', { shortcut: ' ' }, ['shortcut']],
    ['with a blank in the shortcut', { shortcut: 'pay mtn' }, ['shortcut']],
    ['with a hyphen at the end', { shortcut: 'pay-' }, ['shortcut']],
    ['with too long a shortcut', { shortcut: long(33) }, ['shortcut']],
    ['without a title', { title: '' }, ['title']],
    ['with too long a title', { title: long(81) }, ['title']],
    ['without words', { body: ' \n ' }, ['body']],
    ['with too many words', { body: long(4097) }, ['body']],
  ])('%s: what keeps it from being saved, here and at the edge', (_, more, fields) => {
    expect(Object.keys(cannedProblems(content(more)))).toEqual(fields)
    const parsed = schema.safeParse(content(more))
    expect(parsed.error?.issues.map(({ path }) => path[0]) ?? []).toEqual(expect.arrayContaining(fields))
    expect(parsed.success).toBe(fields.length === 0)
  })

  test('the slash, capitals and blanks around it are none of the shortcut', () => {
    expect(tidyCanned(content({ shortcut: ' /Pay-MTN ', title: ' A ', body: ' b\n' }))).toEqual(
      content({ title: 'A', body: 'b' }),
    )
  })

  test('what two differ in', () => {
    expect(changedCanned(content(), content())).toEqual([])
    expect(changedCanned(content(), content({ body: 'b', language: null }))).toEqual(['body', 'language'])
  })

  test.each<[string[] | undefined, string[] | undefined, boolean]>([
    [['1', '2'], ['1', '2'], false],
    [['1', '2'], undefined, false],
    [undefined, [], false],
    [[], ['1'], true],
    [['1', '2'], ['2', '1'], true],
    [['1', '2'], [], true],
  ])('files %j saved as %j: changed %s', (held, saved, changed) => {
    const files = (document_ids: string[] | undefined) =>
      content(document_ids === undefined ? {} : { document_ids })
    expect(changedCanned(files(held), files(saved))).toEqual(changed ? ['document_ids'] : [])
  })
})

const known = {
  first_name: 'Prossy',
  policy_number: 'LF-20931',
  agent: 'Amina Okello',
  part_of_day: 'morning',
}

describe('[Q-219] the variables of a canned reply', () => {
  test.each<[string, Partial<Record<keyof typeof known, string | null>>, string, string[]]>([
    ['Good {part_of_day} {first_name}', {}, 'Good morning Prossy', []],
    ['{policy_number}, {agent}', {}, 'LF-20931, Amina Okello', []],
    [
      'as people write them: { first name} {First-Name}',
      {},
      'as people write them: { first name} Prossy',
      [],
    ],
    ['you hear from me by {time}', {}, 'you hear from me by {time}', ['{time}']],
    ['{time} and {time}, {amount}', {}, '{time} and {time}, {amount}', ['{time}', '{amount}']],
    ['Dear {first_name}', { first_name: null }, 'Dear {first_name}', ['{first_name}']],
    ['Dear {first_name}', { first_name: '  ' }, 'Dear {first_name}', ['{first_name}']],
    ['Dear {first_name}', { first_name: '\u3164\u200b' }, 'Dear {first_name}', ['{first_name}']],
    ['{first_name} waits', { first_name: 'A {time} b' }, 'A {time} b waits', []],
    ['{} { } {1} {a.b} {{first_name}} {open', {}, '{} { } {1} {a.b} {{first_name}} {open', []],
    ['no variables', {}, 'no variables', []],
    ['{saawa} ogamba', {}, '{saawa} ogamba', ['{saawa}']],
  ])('%s', (body, more, text, open) => {
    const pieces = cannedPieces(body, { ...known, ...more })
    expect(cannedText(pieces)).toBe(text)
    expect([...new Set(pieces.filter(one => one.kind === 'open').map(one => one.text))]).toEqual(open)
  })

  test('an object’s own words are no variables', () => {
    expect(cannedText(cannedPieces('{constructor} {toString}', known))).toBe('{constructor} {toString}')
  })

  test('which places are left, each once', () => {
    expect(openPlaces('by {time}, {amount}, {time} or {1}')).toEqual(['{time}', '{amount}'])
    expect(openPlaces('nothing')).toEqual([])
  })

  const text = 'a {b} c {d} e'
  test.each<[string, string, [number, number], [number, number] | null]>([
    ['from the beginning the first', text, [0, 0], [2, 5]],
    ['from a place that is selected the one behind it', text, [2, 5], [8, 11]],
    ['from the last one none', text, [8, 11], null],
    ['from behind the last one none', text, [12, 12], null],
    ['from the end the first, as after inserting', text, [13, 13], [2, 5]],
    ['from the end, where the last one stands there', 'by {d}', [6, 6], [3, 6]],
    ['not from a last one at the end, where it is selected', 'by {d}', [3, 6], null],
    ['where there is none', 'words', [5, 5], null],
  ])('Tab: %s', (_, words, [start, end], place) => {
    expect(nextPlace(words, { start, end })).toEqual(
      place === null ? null : { start: place[0], end: place[1] },
    )
  })

  test.each<[string, 'en' | 'lg' | 'sw' | null, string]>([
    ['2026-11-20T00:59:00Z', null, 'evening'],
    ['2026-11-20T01:00:00Z', 'en', 'morning'],
    ['2026-11-20T08:59:00Z', 'sw', 'asubuhi'],
    ['2026-11-20T09:00:00Z', 'en', 'afternoon'],
    ['2026-11-20T14:59:00Z', 'lg', 'mu ttuntu'],
    ['2026-11-20T15:00:00Z', 'en', 'evening'],
  ])('the part of the day at %s in Kampala, in %s', (at, language, part) => {
    expect(partOfDay(new Date(at), 'Africa/Kampala', language)).toBe(part)
  })

  test.each<[string | null, string | null]>([
    ['Nakato Prossy', 'Nakato'],
    [' Okello ', 'Okello'],
    ['', null],
    [null, null],
  ])('the first name of %s', (name, first) => {
    expect(firstNameOf(name)).toBe(first)
  })

  test.each<[readonly (string | null)[], string | null]>([
    [['LF-20931'], 'LF-20931'],
    [['policy lf-20931'], 'LF-20931'],
    [[null, '7714-2209', 'IPP-2198', 'TCK-01042', 'LF-1001, LF-1002'], 'LF-1001'],
    [['IPP-2198'], null],
    [[], null],
  ])('the policy among %s', (references, policy) => {
    expect(policyNumberOf(references)).toBe(policy)
  })
})

describe('[Q-219] which canned replies are found, and in what order', () => {
  const reply = (
    shortcut: string,
    uses: number,
    more: { scope?: 'own' | 'shared'; title?: string; body?: string; by?: Record<string, number> } = {},
  ) => ({
    id: '1' as never,
    shortcut,
    title: more.title ?? shortcut,
    body: more.body ?? '',
    scope: more.scope ?? ('shared' as const),
    uses,
    uses_by_intent: more.by ?? {},
  })
  const all = [
    reply('pay-mtn', 5, { title: 'How to pay with MTN' }),
    reply('pay-late', 2, { by: { missed_payment: 2 }, body: 'You have 30 days.' }),
    reply('pay-airtel', 5, { scope: 'own' }),
    reply('claim', 40, { body: 'Who is to be paid?' }),
    reply('hello', 90),
  ]
  test.each<[string, Partial<Parameters<typeof foundCanned>[1]>, string[]]>([
    ['nothing typed: the most used', {}, ['hello', 'claim', 'pay-airtel', 'pay-mtn', 'pay-late']],
    [
      'the beginning of a shortcut before other words',
      { typed: 'pay' },
      ['pay-airtel', 'pay-mtn', 'pay-late'],
    ],
    [
      'most used for the intent first',
      { typed: 'pay', intent: 'missed_payment' },
      ['pay-late', 'pay-airtel', 'pay-mtn'],
    ],
    [
      'an intent that nothing was used for',
      { typed: 'pay', intent: 'complaint' },
      ['pay-airtel', 'pay-mtn', 'pay-late'],
    ],
    ['words of the body, in any order and case', { typed: 'DAYS 30' }, ['pay-late']],
    ['a word of the title', { typed: 'how' }, ['pay-mtn']],
    [
      'a beginning first, though a word of a body is used more',
      { typed: 'pa' },
      ['pay-airtel', 'pay-mtn', 'pay-late', 'claim'],
    ],
    ['own ones', { scope: 'own' }, ['pay-airtel']],
    ['shared ones', { typed: 'pay', scope: 'shared' }, ['pay-mtn', 'pay-late']],
    ['nothing', { typed: 'zebra' }, []],
  ])('%s', (_, search, found) => {
    const asked = { typed: '', scope: null, intent: null, ...search }
    expect(foundCanned(all, asked).map(({ shortcut }) => shortcut)).toEqual(found)
  })

  test.each<[string, string | null]>([
    ['/', ''],
    ['/pay', 'pay'],
    ['/how to pay', 'how to pay'],
    [' /pay', null],
    ['pay', null],
    ['/pay\nmore', null],
    ['/etc/hosts', null],
    ['', null],
  ])('a box that holds %j searches for %j', (text, typed) => {
    expect(slashSearch(text)).toBe(typed)
  })
})
