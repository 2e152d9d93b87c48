import fs from 'node:fs'
import path from 'node:path'
import { languages } from '@parley/bot/language'
import type { Understand } from '@parley/bot/world'
import type { IntentEntities, IntentName, SlotName } from '@parley/core/intent/api'
import { intentNames } from '@parley/core/intent/constants'
import { findEntities } from '@parley/intents/entities/find-entities'
import { digestOf, ModelFileError, readModel } from '@parley/intents/model-file'
import { recognise, type Recogniser } from '@parley/intents/recogniser'

const toTenThousandths = (value: number): number => Math.round(value * 10_000) / 10_000

/** Below this confidence the language is unknown. Words that several languages share give less confidence. */
const surelyThatLanguage = 0.8

/** The recogniser: takes less than a millisecond for a text and keeps no state. */
export interface Understanding {
  readonly ofCustomer: Understand
  /** For an agent's text: an answer is no request, even if it has the words of one. */
  readonly ofAgent: Understand
  /**
   * Loads the newest model after training or undo. `isOutdated`: the local model belongs to another release and is not used.
   * @throws ModelFileError; the model before stays in use
   */
  readonly follow: () => { readonly isOutdated: boolean }
}

/**
 * Opens the shipped model, or the newest one that was trained here.
 * @param dataDir null: only the shipped one
 * @param shipped the file of the shipped model
 * @throws ModelFileError if there is none, or if it has other intents
 */
export function openUnderstanding(
  dataDir: string | null = null,
  shipped: string = shippedModel(),
): Understanding {
  let seen: string | null = null
  let isOutdated = false
  let present = readOurs(shipped)
  const follow = () => {
    if (dataDir === null) return { isOutdated }
    const [newest] = learntModels(dataDir)
    // Undo and a new training give the same version another time.
    const sign = newest === undefined ? null : `${newest.file} ${fs.statSync(newest.file).mtimeMs}`
    if (sign !== seen) {
      // An unreadable model is reported once.
      seen = sign
      const learnt = newestLearnt(dataDir, shipped)
      isOutdated = learnt?.isOutdated ?? false
      present = readOurs(learnt === null || isOutdated ? shipped : learnt.file)
    }
    return { isOutdated }
  }
  return {
    ofCustomer: text => present.ofCustomer(text),
    ofAgent: text => present.ofAgent(text),
    follow,
  }
}

function readOurs(file: string): Pick<Understanding, 'ofCustomer' | 'ofAgent'> {
  const { intents, desk, languages: tongues } = readModel(file)
  for (const { planes } of [intents, desk]) {
    const foreign = planes.intents.find(one => !intentNames.some(own => own === one))
    const missing = intentNames.find(one => !planes.intents.includes(one))
    if (foreign !== undefined || missing !== undefined)
      throw new ModelFileError(`${file} is of other intents than this version: run npm run build`)
  }
  return { ofCustomer: understandBy(intents, tongues), ofAgent: understandBy(desk, tongues) }
}

const understandBy =
  (recogniser: Recogniser, tongues: Recogniser): Understand =>
  text => {
    const { isKnown, intents: likely } = recognise(recogniser, text)
    const guesses = likely.map(({ intent, confidence }) => ({
      intent: intent as IntentName,
      confidence: toTenThousandths(confidence),
    }))
    const [first] = guesses
    const [language] = recognise(tongues, text).intents
    const isTold = language !== undefined && language.confidence >= surelyThatLanguage
    return {
      intent: isKnown ? (first?.intent ?? null) : null,
      confidence: isKnown ? (first?.confidence ?? 0) : 0,
      guesses,
      language: isTold ? (languages.find(one => one === language.intent) ?? null) : null,
    }
  }

/** The entities of a text by kind, each value once. `now` resolves words such as "tomorrow". */
export function entitiesOf(text: string, now: Date): IntentEntities {
  const found = findEntities(text, now)
  const valuesOf = (kind: SlotName) => [
    ...new Set(found.flatMap(one => (one.kind === kind ? [one.value] : []))),
  ]
  const named = (kind: Exclude<SlotName, 'amount_ugx'>) => {
    const values = valuesOf(kind)
    return values.length > 0 && { [kind]: values }
  }
  const amounts = valuesOf('amount_ugx').map(Number)
  return {
    ...(amounts.length > 0 && { amount_ugx: amounts }),
    ...named('phone_number'),
    ...named('reference'),
    ...named('date'),
    ...named('email'),
    ...named('national_id'),
  }
}

/** The normal form of a slot's value; an amount may lack its currency. Null: the text is not exactly one value. */
export function slotValue(slot: SlotName, given: string, now: Date): string | null {
  const wholeOf = (text: string): string | undefined =>
    findEntities(text, now).find(
      one => one.kind === slot && one.from === 0 && one.text.length === text.length,
    )?.value
  const text = given.trim()
  return wholeOf(text) ?? (slot === 'amount_ugx' ? wholeOf(`UGX ${text}`) : undefined) ?? null
}

const here = new URL('.', import.meta.url).pathname
const name = 'intents.model'
/** Beside the bundle in production; in the cache of the build in development. */
const models = [path.join(here, name), path.join(here, '../../../../.cache/parley', name)]
const lessons = [path.join(here, 'lessons'), path.join(here, '../../../intents/data')]

/** The model of this release. @throws ModelFileError if it is missing */
export function shippedModel(): string {
  const file = models.find(place => fs.existsSync(place))
  if (file === undefined) throw new ModelFileError(`There is no ${name}: run npm run build`)
  return file
}

/** The directory of its training examples. @throws ModelFileError if it is missing */
export function shippedLessons(): string {
  const directory = lessons.find(place => fs.existsSync(place))
  if (directory === undefined) throw new ModelFileError('There are no lessons: run npm run build')
  return directory
}

/** A model that was trained on this server, from the shipped examples and more. */
export interface Learnt {
  readonly version: number
  readonly file: string
  /** It extends the model of another release, so it is not used. */
  readonly isOutdated: boolean
}

/** The directory of local models, named by version: "3.model". */
export const learntDirectory = (dataDir: string): string => path.join(dataDir, 'intents')

/** The local models, newest first. */
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

/** The newest local model; null: the shipped one, in the file `shipped`, is in use. */
export function newestLearnt(dataDir: string, shipped: string): Learnt | null {
  const [newest] = learntModels(dataDir)
  if (newest === undefined) return null
  return { ...newest, isOutdated: digestOf(newest.file) !== digestOf(shipped) }
}
