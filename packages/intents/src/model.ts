import fs from 'node:fs'
import path from 'node:path'
import { readExamples } from './example-file.ts'
import { type Example, learn, outsideName, type Recogniser } from './recogniser.ts'

/** The languages of the examples, one file each. */
const languageFiles = { en: 'english.csv', lg: 'luganda.csv', sw: 'swahili.csv' } as const

/** The product's recognisers: the intent of a text, and its language. */
export interface Model {
  readonly intents: Recogniser
  /** The intents of an agent's text. Agents' answers are full of the same words and have no intent. */
  readonly desk: Recogniser
  readonly languages: Recogniser
}

/** The training examples of the product's model. */
export interface Lessons {
  readonly intents: readonly Example[]
  readonly desk: readonly Example[]
  readonly languages: readonly Example[]
}

/**
 * Reads the examples of a directory: `english.csv`, `luganda.csv`, `swahili.csv` and `outside.csv` of the first writer,
 * `writer-1.csv` and so on of others, who mix languages, and `replies.csv`. The texts outside and the replies, which are agents'
 * answers, have no intent.
 * @throws ExampleFileError
 */
export function readLessons(directory: string): Lessons {
  const files = Object.entries(languageFiles).map(([language, file]) => ({
    language,
    examples: readExamples(path.join(directory, file)),
  }))
  const outsideOf = (file: string) =>
    readExamples(path.join(directory, file)).map(({ text }) => ({ text, intent: outsideName }))
  const first = [...files.flatMap(({ examples }) => examples), ...outsideOf('outside.csv')].map(example => ({
    ...example,
    writer: 'first',
  }))
  const others = writersIn(directory).flatMap(file =>
    readExamples(path.join(directory, file)).map(example => ({ ...example, writer: file })),
  )
  const intents = [...first, ...others]
  return {
    intents,
    desk: [...intents, ...outsideOf('replies.csv')],
    languages: files.flatMap(({ language, examples }) =>
      examples.map(({ text }) => ({ text, intent: language })),
    ),
  }
}

const writersIn = (directory: string): readonly string[] =>
  fs
    .readdirSync(directory)
    .filter(file => /^writer-\d+\.csv$/.test(file))
    .toSorted()

/** Trains all recognisers; `random` as of `seeded`, so that the same lessons make the same model. */
export const learnModel = ({ intents, desk, languages }: Lessons, random: () => number): Model => ({
  intents: learn(intents, random),
  desk: learn(desk, random),
  languages: learn(languages, random),
})
