import path from 'node:path'
import { readExamples } from './example-file.ts'
import { type Example, learn, outsideName, type Recogniser } from './recogniser.ts'

/** The languages of the examples, each a file of its own. */
const languageFiles = { en: 'english.csv', lg: 'luganda.csv', sw: 'swahili.csv' } as const

/** What the product understands by: what a text wants, and in which language it is written. */
export interface Model {
  readonly intents: Recogniser
  readonly languages: Recogniser
}

/** What the product learns from. */
export interface Lessons {
  readonly intents: readonly Example[]
  readonly languages: readonly Example[]
}

/**
 * Reads the examples of a directory: `english.csv`, `luganda.csv`, `swahili.csv`, and `outside.csv` of what means none of the
 * intents.
 * @throws ExampleFileError
 */
export function readLessons(directory: string): Lessons {
  const files = Object.entries(languageFiles).map(([language, file]) => ({
    language,
    examples: readExamples(path.join(directory, file)),
  }))
  const outside = readExamples(path.join(directory, 'outside.csv'))
  return {
    intents: [
      ...files.flatMap(({ examples }) => examples),
      ...outside.map(({ text }) => ({ text, intent: outsideName })),
    ],
    languages: files.flatMap(({ language, examples }) =>
      examples.map(({ text }) => ({ text, intent: language })),
    ),
  }
}

/** Learns both; `random` as of `seeded`, so that the same lessons make the same model. */
export const learnModel = ({ intents, languages }: Lessons, random: () => number): Model => ({
  intents: learn(intents, random),
  languages: learn(languages, random),
})
