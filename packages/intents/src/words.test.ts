import { expect, test } from 'vitest'
import { skipsOf, wordsOf } from './words.ts'

test.each([
  ['How much do I OWE?', ['how', 'much', 'do', 'i', 'owe']],
  ["I don’t know, it's his'", ['i', "don't", 'know', "it's", 'his']],
  ['Ébène café', ['ebene', 'cafe']],
  ['ＰＡＹ ５０ｋ or 50,000', ['pay', '0k', 'or', '0', '0']],
  ['oli otya ssebo', ['oli', 'otya', 'ssebo']],
  ['', []],
  ['🙂 !!', []],
])('[Q-198] the words of %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words)
})

test('[Q-198] a very long text is read in its beginning', () => {
  expect(wordsOf('word '.repeat(5_000))).toHaveLength(200)
})

test('[Q-410] words with another one between them are pairs', () => {
  expect([...skipsOf(['cancel', 'my', 'policy', 'my', 'policy'])]).toEqual([
    ['cancel _ policy', 1],
    ['my _ my', 1],
    ['policy _ policy', 1],
  ])
})
