import { describe, expect, test } from 'vitest'
import { type RecentSearch, recentSearches, recentSearchLimits, withoutSearch, withSearch } from './rules.ts'

const now = new Date('2026-03-02T09:00:00Z')
const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
const one = (text: string, days = 1): RecentSearch => ({ text, at: before(days) })
const texts = (kept: readonly RecentSearch[]) => kept.map(({ text }) => text)

describe('[Q-220] recent searches', () => {
  test.each<[string, readonly RecentSearch[], string, readonly string[]]>([
    ['the first', [], ' Nakato ', ['Nakato']],
    ['nothing', [one('Nakato')], '  ', ['Nakato']],
    ['another', [one('Nakato')], 'Okello', ['Okello', 'Nakato']],
    ['the same again', [one('Okello', 1), one('Nakato', 2)], 'NAKATO', ['NAKATO', 'Okello']],
    ['beside an old one', [one('old', 14), one('younger', 13)], 'new', ['new', 'younger']],
  ])('%s: with %j and %j', (_, kept, typed, expected) => {
    expect(texts(withSearch(kept, typed, now))).toEqual(expected)
  })

  test('the oldest gives way', () => {
    const many = Array.from({ length: recentSearchLimits.count }, (_, no) => one(`no ${no}`, no + 1))
    const kept = texts(withSearch(many, 'new', now))
    expect(kept).toHaveLength(recentSearchLimits.count)
    expect([kept[0], kept.at(-1)]).toEqual(['new', `no ${recentSearchLimits.count - 2}`])
  })

  test('one is taken out, in whatever capitals; what is past its days is not offered', () => {
    expect(texts(withoutSearch([one('Nakato'), one('Okello')], 'nakato'))).toEqual(['Okello'])
    expect(texts(recentSearches([one('old', 15), one('b', 2), one('a', 1)], now))).toEqual(['a', 'b'])
  })
})
