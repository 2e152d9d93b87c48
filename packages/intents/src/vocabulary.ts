import { maskedWordsOf } from './masked-words.ts'
import { type Features, featuresOf, skipsOf } from './words.ts'

/** A text as a unit vector: the indexes and weights of its known features. */
export interface Vector {
  readonly places: Int32Array
  readonly weights: Float32Array
  /** The share of known words; 0 for a text without words. */
  readonly knownWords: number
  readonly wordCount: number
}

/** The features of a text, for any vocabulary. */
export interface Parts {
  readonly words: readonly string[]
  readonly features: Features
}

export function partsOf(text: string): Parts {
  const words = maskedWordsOf(text)
  const { words: grams, pieces } = featuresOf(words)
  return { words, features: { words: new Map([...grams, ...skipsOf(words)]), pieces } }
}

/** A feature of a single text says nothing about others. */
const fewestTexts = 2

const blocks = ['words', 'pieces'] as const
type Block = (typeof blocks)[number]

/** The known features, with index and rarity. */
export class Vocabulary {
  /** The rarity of each feature, by index. */
  readonly rarity: Float32Array
  readonly #places: Readonly<Record<Block, ReadonlyMap<string, number>>>

  private constructor(places: Readonly<Record<Block, ReadonlyMap<string, number>>>, rarity: Float32Array) {
    this.#places = places
    this.rarity = rarity
  }

  static of(texts: readonly Parts[]): Vocabulary {
    const counts: Record<Block, Map<string, number>> = { words: new Map(), pieces: new Map() }
    for (const { features } of texts) {
      for (const block of blocks) {
        for (const feature of features[block].keys())
          counts[block].set(feature, (counts[block].get(feature) ?? 0) + 1)
      }
    }
    const places: Record<Block, Map<string, number>> = { words: new Map(), pieces: new Map() }
    const rarity: number[] = []
    for (const block of blocks) {
      for (const [feature, count] of counts[block]) {
        if (count < fewestTexts) continue
        places[block].set(feature, rarity.length)
        rarity.push(1 + Math.log((1 + texts.length) / (1 + count)))
      }
    }
    return new Vocabulary(places, Float32Array.from(rarity))
  }

  /** Restores a vocabulary from `names`. */
  static from(names: Readonly<Record<Block, readonly string[]>>, rarity: Float32Array): Vocabulary {
    const words = new Map(names.words.map((feature, place) => [feature, place]))
    const pieces = new Map(names.pieces.map((feature, n) => [feature, names.words.length + n]))
    return new Vocabulary({ words, pieces }, rarity)
  }

  /** The features of each kind by index, words first. */
  names(): Readonly<Record<Block, readonly string[]>> {
    return { words: [...this.#places.words.keys()], pieces: [...this.#places.pieces.keys()] }
  }

  get size(): number {
    return this.rarity.length
  }

  vectorOf({ words, features }: Parts): Vector {
    const places: number[] = []
    const weights: number[] = []
    const parts = blocks.map(block => this.#weigh(block, features))
    const present = parts.filter(part => part.weights.length > 0)
    for (const part of present) {
      places.push(...part.places)
      // Both kinds have equal weight.
      for (const weight of part.weights) weights.push(weight / Math.sqrt(present.length))
    }
    const known = words.filter(word => this.#places.words.has(word)).length
    return {
      places: Int32Array.from(places),
      weights: Float32Array.from(weights),
      knownWords: words.length === 0 ? 0 : known / words.length,
      wordCount: words.length,
    }
  }

  #weigh(block: Block, features: Features): { readonly places: number[]; readonly weights: number[] } {
    const places: number[] = []
    const weights: number[] = []
    let squares = 0
    for (const [feature, count] of features[block]) {
      const place = this.#places[block].get(feature)
      if (place === undefined) continue
      const weight = (1 + Math.log(count)) * (this.rarity[place] ?? 0)
      places.push(place)
      weights.push(weight)
      squares += weight * weight
    }
    const length = Math.sqrt(squares)
    return { places, weights: weights.map(weight => weight / length) }
  }
}
