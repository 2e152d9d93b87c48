import { describe, expect, test } from 'vitest'
import { findableBy, numbersOf, wordsOf } from './rules.ts'

describe('[Q-220] what a text is found by', () => {
  test.each([
    ['My policy LF-20931 says pending', ['my', 'policy', 'lf', '20931', 'says', 'pending']],
    ['Café, NAÏVE’s', ['cafe', 'naive', 's']],
    ['ng’ombe ssente “zange”', ['ng', 'ombe', 'ssente', 'zange']],
    ['مرحبا بك', ['مرحبا', 'بك']],
    ['UGX 150,000/=', ['ugx', '150', '000']],
    ['Ŋoma ŉa', ['ng', 'oma', 'na']],
    ['ngʼombe NGʻOMBE', ['ng', 'ombe', 'ng', 'ombe']],
    ['Łódź Straße Jose\u0301 pen\u200bding \u3164', ['lodz', 'strasse', 'jose', 'pending']],
    ['👍 … !', []],
    ['', []],
  ])('words of %j', (text, words) => {
    expect(wordsOf(text).map(({ word }) => word)).toEqual(words)
  })

  test.each([
    ['call 0772 123 456 please', ['256772123456']],
    ['0772-123456', ['256772123456']],
    ['+256 772 123 456', ['256772123456']],
    ['256772123456', ['256772123456']],
    ['+44 20 7946 0958', ['442079460958']],
    ['0044 20 7946 0958', ['442079460958']],
    ['\u202a+256\u00a0772‑123–456\u202c', ['256772123456']],
    ['+256 (0)772 123 456', ['256772123456']],
    ['٠٧٧٢ ١٢٣ ٤٥٦', ['256772123456']],
    ['paid 150000 on 12.05.2026', []],
    ['policy 20931', []],
  ])('numbers of %j', (text, numbers) => {
    expect(numbersOf(text).map(({ word }) => word)).toEqual(numbers)
  })

  test('a number stands where its first word does, and each word is told once', () => {
    expect(findableBy('Hi 0772 123456, hi')).toEqual({
      vector: "'hi':1 '0772':2 '123456':3 'hi':4 '256772123456':2",
      words: ['hi', '0772', '123456', '256772123456'],
    })
    expect(findableBy('…')).toEqual({ vector: '', words: [] })
  })

  test('a run without an end is cut, and what stands too far behind is left out', () => {
    expect(findableBy('x'.repeat(3_000)).words).toEqual(['x'.repeat(64)])
    expect(wordsOf('word '.repeat(20_000))).toHaveLength(5_000)
  })
})
