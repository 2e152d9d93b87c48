import path from 'node:path'
import { readExamples } from './example-file.ts'
import { type Example, learn, outsideName, type Recogniser } from './recogniser.ts'

/** The languages of the examples, each a file of its own. */
const languageFiles = { en: 'english.csv', lg: 'luganda.csv', sw: 'swahili.csv' } as const

/** What the product understands by: what a text wants, and in which language it is written. */
export interface Model {
  readonly intents: Recogniser
  /** The same of what an agent types, whose answers are full of the same words and want nothing. */
  readonly desk: Recogniser
  readonly languages: Recogniser
}

/** What the product learns from. */
export interface Lessons {
  readonly intents: readonly Example[]
  readonly desk: readonly Example[]
  readonly languages: readonly Example[]
}

/**
 * Reads the examples of a directory: `english.csv`, `luganda.csv`, `swahili.csv`, `outside.csv` of what means none of the
 * intents, and `replies.csv` of what agents answer, which means none either.
 * @throws ExampleFileError
 */
export function readLessons(directory: string): Lessons {
  const files = Object.entries(languageFiles).map(([language, file]) => ({
    language,
    examples: readExamples(path.join(directory, file)),
  }))
  const outsideOf = (file: string) =>
    readExamples(path.join(directory, file)).map(({ text }) => ({ text, intent: outsideName }))
  const intents = [...files.flatMap(({ examples }) => examples), ...outsideOf('outside.csv')]
  return {
    intents,
    desk: [...intents, ...outsideOf('replies.csv')],
    languages: files.flatMap(({ language, examples }) =>
      examples.map(({ text }) => ({ text, intent: language })),
    ),
  }
}

/** Learns both; `random` as of `seeded`, so that the same lessons make the same model. */
export const learnModel = ({ intents, desk, languages }: Lessons, random: () => number): Model => ({
  intents: learn(intents, random),
  desk: learn(desk, random),
  languages: learn(languages, random),
})
