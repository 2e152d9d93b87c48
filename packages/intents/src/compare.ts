import { type Example, outsideName, type Recogniser, recognise } from './recogniser.ts'

/** A recogniser's results on texts. */
export interface Standing {
  /** Correct intents, or correctly none. */
  readonly right: number
  /** Wrong intents with a confidence on which the bot acts. */
  readonly surelyWrong: number
}

/** A text that only one of two recognisers gets right. */
export interface Changed extends Example {
  /** The result of each; null: none of the intents. */
  readonly before: string | null
  readonly after: string | null
}

/** Two recognisers on the same texts. */
export interface Comparison {
  readonly texts: number
  readonly before: Standing
  readonly after: Standing
  readonly better: readonly Changed[]
  readonly worse: readonly Changed[]
}

const sure = 0.7

/** Compares both on texts that neither was trained on. */
export function compare(before: Recogniser, after: Recogniser, tests: readonly Example[]): Comparison {
  const judged = tests.map(example => ({
    example,
    before: sayOf(before, example),
    after: sayOf(after, example),
  }))
  const changed = (isOne: (one: (typeof judged)[number]) => boolean): readonly Changed[] =>
    judged.filter(isOne).map(one => ({ ...one.example, before: one.before.intent, after: one.after.intent }))
  return {
    texts: tests.length,
    before: standingOf(judged.map(one => one.before)),
    after: standingOf(judged.map(one => one.after)),
    better: changed(one => one.after.isRight && !one.before.isRight),
    worse: changed(one => one.before.isRight && !one.after.isRight),
  }
}

interface Say {
  readonly intent: string | null
  readonly isRight: boolean
  readonly isSurelyWrong: boolean
}

function sayOf(recogniser: Recogniser, { text, intent: meant }: Example): Say {
  const { isKnown, intents } = recognise(recogniser, text)
  const [first] = intents
  const intent = isKnown ? (first?.intent ?? null) : null
  const isRight = (intent ?? outsideName) === meant
  return { intent, isRight, isSurelyWrong: !isRight && intent !== null && (first?.confidence ?? 0) >= sure }
}

const standingOf = (said: readonly Say[]): Standing => ({
  right: said.filter(({ isRight }) => isRight).length,
  surelyWrong: said.filter(({ isSurelyWrong }) => isSurelyWrong).length,
})
