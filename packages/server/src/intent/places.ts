import fs from 'node:fs'
import path from 'node:path'
import { digestOf, ModelFileError } from '@parley/intents/model-file'

const here = new URL('.', import.meta.url).pathname
const name = 'intents.model'
/** Beside the bundle in production, where the build keeps it in development. */
const models = [path.join(here, name), path.join(here, '../../../../.cache/parley', name)]
const lessons = [path.join(here, 'lessons'), path.join(here, '../../../intents/data')]

/** What was learnt when this was built. @throws ModelFileError where it was not */
export function shippedModel(): string {
  const file = models.find(place => fs.existsSync(place))
  if (file === undefined) throw new ModelFileError(`There is no ${name}: run npm run build`)
  return file
}

/** The directory of what it was learnt from. @throws ModelFileError where there is none */
export function shippedLessons(): string {
  const directory = lessons.find(place => fs.existsSync(place))
  if (directory === undefined) throw new ModelFileError('There are no lessons: run npm run build')
  return directory
}

/** A model that was learnt here, beyond the shipped one. */
export interface Learnt {
  /** Rises with each. */
  readonly version: number
  readonly file: string
  /** It goes beyond the model of another release, and is not used. */
  readonly isOutdated: boolean
}

/** Where models that were learnt here lie, by version: "3.model". */
export const learntDirectory = (dataDir: string): string => path.join(dataDir, 'intents')

/** Those that are there, newest first. */
export function learntModels(
  dataDir: string,
): readonly { readonly version: number; readonly file: string }[] {
  const directory = learntDirectory(dataDir)
  if (!fs.existsSync(directory)) return []
  return fs
    .readdirSync(directory)
    .flatMap(one => {
      const version = /^([1-9]\d*)\.model$/.exec(one)?.[1]
      return version === undefined ? [] : [{ version: Number(version), file: path.join(directory, one) }]
    })
    .toSorted((a, b) => b.version - a.version)
}

/** The newest of them; null: there is none, and the shipped one, whose file is given, is in use. */
export function newestLearnt(dataDir: string, shipped: string): Learnt | null {
  const [newest] = learntModels(dataDir)
  if (newest === undefined) return null
  return { ...newest, isOutdated: digestOf(newest.file) !== digestOf(shipped) }
}
