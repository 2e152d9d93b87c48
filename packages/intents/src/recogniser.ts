import { type Confidence, chancesOf, type HeldOut, learnConfidence } from './confidence.ts'
import { type Labelled, learnPlanes, type Planes, scoresOf } from './planes.ts'
import { shuffle } from './random.ts'
import { type Parts, partsOf, Vocabulary } from './vocabulary.ts'

/** A text and its intent. */
export interface Example {
  readonly text: string
  readonly intent: string
  /** Texts of one writer are alike, so the confidence is learnt from texts of writers that the planes have not seen. */
  readonly writer?: string
}

/** In files: the name for texts outside of all intents. */
export const outsideName = 'oos'

/** The recognised intents of a text. */
export interface Recognition {
  /** Whether it has any of the intents. */
  readonly isKnown: boolean
  /** The probability of each, greatest first. The rest of 1 is the probability of none. */
  readonly intents: readonly { readonly intent: string; readonly confidence: number }[]
}

/** The trained model. */
export interface Recogniser {
  readonly vocabulary: Vocabulary
  readonly planes: Planes
  readonly confidence: Confidence
}

/** An example with the features of its text. */
interface Lesson {
  readonly parts: Parts
  readonly intent: string
  readonly writer: string | undefined
}

const folds = 5

/** With this ratio of examples outside to inside, no intents are held out as the outside. */
const enoughOutside = 0.1

/**
 * Trains on examples; those of `outsideName` have none of the intents. The confidence is fitted to held-out texts; if there are few
 * examples of the outside, held-out intents stand for it too.
 * @throws RangeError with fewer than two intents
 */
export function learn(examples: readonly Example[], random: () => number): Recogniser {
  const all = examples.map(({ text, intent, writer }) => ({ parts: partsOf(text), intent, writer }))
  const inside = all.filter(({ intent }) => intent !== outsideName)
  const outside = all.filter(({ intent }) => intent === outsideName)
  const intents = [...new Set(inside.map(({ intent }) => intent))].toSorted()
  if (intents.length < 2) throw new RangeError('At least two intents are needed to tell them apart.')
  const writerFold = foldsOfWriters(all)
  const textFold = foldsOf(inside, writerFold, random)
  const dealt = turns(intents.length, random)
  const intentFold = new Map(intents.map((intent, n) => [intent, dealt[n]]))
  const outsideFold = foldsOf(outside, writerFold, random)
  const standsForOutside = intents.length > folds && outside.length < enoughOutside * inside.length
  const heldOut: HeldOut[] = []
  for (let fold = 0; fold < folds; fold += 1) {
    const isLeft = (intent: string) => standsForOutside && intentFold.get(intent) === fold
    const outsideLearnt = outside.filter((_, n) => outsideFold[n] !== fold)
    const learnt = inside.filter(({ intent }, n) => textFold[n] !== fold && !isLeft(intent))
    const lessons = [...learnt, ...outsideLearnt]
    const vocabulary = Vocabulary.of(lessons.map(({ parts }) => parts))
    const planes = learnPlanes(labelled(vocabulary, lessons), vocabulary.size, random)
    const judge = (parts: Parts, intent: number | null) => {
      const vector = vocabulary.vectorOf(parts)
      heldOut.push({ vector, scores: scoresOf(planes, vector), intent })
    }
    for (const [n, { parts, intent }] of inside.entries()) {
      if (isLeft(intent)) judge(parts, null)
      else if (textFold[n] === fold) judge(parts, planes.intents.indexOf(intent))
    }
    for (const [n, { parts }] of outside.entries()) if (outsideFold[n] === fold) judge(parts, null)
  }
  const vocabulary = Vocabulary.of(all.map(({ parts }) => parts))
  const planes = learnPlanes(labelled(vocabulary, all), vocabulary.size, random)
  return { vocabulary, planes, confidence: learnConfidence(heldOut) }
}

export function recognise({ vocabulary, planes, confidence }: Recogniser, text: string): Recognition {
  const vector = vocabulary.vectorOf(partsOf(text))
  const { right, intents } = chancesOf(confidence, vector, scoresOf(planes, vector))
  return {
    isKnown: right > confidence.threshold,
    intents: planes.intents
      .map((intent, n) => ({ intent, confidence: intents[n] ?? 0 }))
      .toSorted((a, b) => b.confidence - a.confidence),
  }
}

/**
 * Gives each writer one fold, the writers with the most texts first, so that the folds are of similar size. With fewer writers
 * than folds none has one: the rest would be too little to learn from.
 */
function foldsOfWriters(lessons: readonly Lesson[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { writer } of lessons) {
    if (writer !== undefined) counts.set(writer, (counts.get(writer) ?? 0) + 1)
  }
  const sizes = Array.from({ length: folds }, () => 0)
  const foldOf = new Map<string, number>()
  if (counts.size < folds) return foldOf
  for (const [writer, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    const fold = sizes.indexOf(Math.min(...sizes))
    sizes[fold] = (sizes[fold] ?? 0) + count
    foldOf.set(writer, fold)
  }
  return foldOf
}

/** The fold of each lesson: its writer's, or a random one. */
function foldsOf(
  lessons: readonly Lesson[],
  writerFold: ReadonlyMap<string, number>,
  random: () => number,
): readonly number[] {
  const ofWriter = lessons.map(({ writer }) => writerFold.get(writer ?? ''))
  const dealt = turns(ofWriter.filter(fold => fold === undefined).length, random).values()
  return ofWriter.map(fold => fold ?? dealt.next().value ?? 0)
}

/** Deals numbers of folds at random. */
function turns(count: number, random: () => number): readonly number[] {
  const dealt = Array.from({ length: count }, (_, n) => n % folds)
  shuffle(dealt, random)
  return dealt
}

const labelled = (vocabulary: Vocabulary, lessons: readonly Lesson[]): readonly Labelled[] =>
  lessons.map(({ parts, intent }) => ({
    vector: vocabulary.vectorOf(parts),
    intent: intent === outsideName ? null : intent,
  }))
