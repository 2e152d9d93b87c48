import fs from 'node:fs'
import type { IntentEntities, IntentName, SlotName } from '@parley/core/intent/api'
import { languages } from '@parley/bot/language'
import type { Understand } from '@parley/bot/meaning'
import { intentNames } from '@parley/core/intent/constants'
import { findEntities } from '@parley/intents/entities/find-entities'
import { ModelFileError, readModel } from '@parley/intents/model-file'
import { recognise, type Recogniser } from '@parley/intents/recogniser'
import { learntModels, newestLearnt, shippedModel } from './places.ts'

const toTenThousandths = (value: number): number => Math.round(value * 10_000) / 10_000

/** A text of one word that several languages share tells less than this. */
const surelyThatLanguage = 0.8

/** Takes below a millisecond for a text and remembers nothing. */
export interface Understanding {
  readonly ofCustomer: Understand
  /** What an agent types: an answer wants nothing, however many of a request's words it has. */
  readonly ofAgent: Understand
  /**
   * Takes up what was learnt since, or taken back. Answers whether what was learnt here goes beyond another release, and is
   * not used. @throws ModelFileError; what was understood before stays
   */
  readonly follow: () => { readonly isOutdated: boolean }
}

/**
 * Reads what was learnt when this was built, or what was learnt here since.
 * @param dataDir null: only the former
 * @param shipped the file of the former
 * @throws ModelFileError where there is none, or for other intents than ours
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
    // Undone and learnt anew, a version has another time.
    const sign = newest === undefined ? null : `${newest.file} ${fs.statSync(newest.file).mtimeMs}`
    if (sign !== seen) {
      // What cannot be read is told of once.
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

/** What a text names, by kind: each value once, in the order of the text. `now`: what "tomorrow" is behind. */
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

/** A slot's value in its one form, or null where the text is none, or more than that: an amount also without its currency. */
export function slotValue(slot: SlotName, given: string, now: Date): string | null {
  const wholeOf = (text: string): string | undefined =>
    findEntities(text, now).find(
      one => one.kind === slot && one.from === 0 && one.text.length === text.length,
    )?.value
  const text = given.trim()
  return wholeOf(text) ?? (slot === 'amount_ugx' ? wholeOf(`UGX ${text}`) : undefined) ?? null
}
