import { expect, test } from 'vitest'
import { featuresOf } from './words.ts'
import { partsOf, Vocabulary } from './vocabulary.ts'

test('[Q-198] a text has its words, their neighbours, and pieces of two to five letters with the ends of words', () => {
  const { words, pieces } = featuresOf(['my', 'my', 'pay'])
  expect([...words]).toEqual([
    ['my', 2],
    ['my my', 1],
    ['my pay', 1],
    ['pay', 1],
  ])
  expect([...pieces.keys()].filter(piece => piece.includes('a'))).toEqual([
    'pa',
    'ay',
    '_pa',
    'pay',
    'ay_',
    '_pay',
    'pay_',
    '_pay_',
  ])
  expect(pieces.get('_my_')).toBe(2)
})

const texts = ['pay my premium', 'pay my loan', 'where is my claim', 'claim status please']

test('[Q-198] what only one text has is not known, and what many have weighs less than what few have', () => {
  const vocabulary = Vocabulary.of(texts.map(partsOf))
  const { words } = vocabulary.names()
  expect(words.toSorted()).toEqual(['claim', 'my', 'pay', 'pay my'])
  const rarityOf = (word: string) => vocabulary.rarity[words.indexOf(word)] ?? 0
  expect(rarityOf('claim')).toBeGreaterThan(rarityOf('my'))
})

test('[Q-198] a text has the length 1, both kinds of features as much of it, and says how much of it is known', () => {
  const vocabulary = Vocabulary.of(texts.map(partsOf))
  const { places, weights, knownWords, wordCount } = vocabulary.vectorOf(partsOf('pay my rent'))
  const kinds = { words: 0, pieces: 0 }
  for (const [n, place] of places.entries()) {
    kinds[place < vocabulary.names().words.length ? 'words' : 'pieces'] += (weights[n] ?? 0) ** 2
  }
  expect(kinds.words).toBeCloseTo(0.5, 5)
  expect(kinds.pieces).toBeCloseTo(0.5, 5)
  expect({ knownWords, wordCount }).toEqual({ knownWords: 2 / 3, wordCount: 3 })
  expect(vocabulary.vectorOf(partsOf('xyz')).places).toHaveLength(0)
  expect(vocabulary.vectorOf(partsOf(''))).toMatchObject({ knownWords: 0, wordCount: 0 })
})

test('[Q-198] written down and read again it is the same', () => {
  const vocabulary = Vocabulary.of(texts.map(partsOf))
  const again = Vocabulary.from(vocabulary.names(), vocabulary.rarity)
  expect(again.vectorOf(partsOf('pay my claim'))).toEqual(vocabulary.vectorOf(partsOf('pay my claim')))
  expect(again.size).toBe(vocabulary.size)
})
