import path from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { type Comparison, compare } from '@parley/intents/compare'
import { readExamples } from '@parley/intents/example-file'
import { learnModel, readLessons } from '@parley/intents/model'
import { digestOf, readModel, writeModel } from '@parley/intents/model-file'
import { seeded } from '@parley/intents/random'
import { type Example, learn } from '@parley/intents/recogniser'
import { wordsOf } from '@parley/intents/words'

/** The input of a training. */
export interface Asked {
  /** The shipped examples. */
  readonly lessons: string
  /** The files of the model that is in use, and of the shipped one. */
  readonly present: string
  readonly shipped: string
  /** The supervisors' labels, in an arbitrary order. */
  readonly labelled: readonly Example[]
  /** The file of the new model. */
  readonly out: string
}

/** The result of a training. */
export interface Learning {
  /** The number of supervisors' texts in the training, without held-back ones. */
  readonly learnt: number
  readonly heldBack: Comparison
  /** Measured on a fifth of the supervisors' texts with a model trained on the others; null: there are too few. */
  readonly heldOut: Comparison | null
}

const seed = 2026
/** One of this many labelled texts is held out, if there are at least `fewest`. */
const heldOutOf = 5
const fewest = 10

const port = parentPort
if (port === null) throw new Error('What texts mean is learnt in a thread of its own')
const asked: Asked = workerData
const wordsIn = (text: string): string => wordsOf(text).join(' ')
const tests = readExamples(path.join(asked.lessons, 'held-back.csv'))
const known = new Set(tests.map(({ text }) => wordsIn(text)))
const own = asked.labelled.filter(({ text }) => !known.has(wordsIn(text)))
const shipped = readLessons(asked.lessons)
const present = readModel(asked.present).intents
const isHeldOut = (n: number): boolean => own.length >= fewest && n % heldOutOf === 0
const heldOut = own.filter((_, n) => isHeldOut(n))
const others = own.filter((_, n) => !isHeldOut(n))
const judged =
  heldOut.length === 0
    ? null
    : compare(present, learn([...shipped.intents, ...others], seeded(seed)), heldOut)
const model = learnModel(
  { ...shipped, intents: [...shipped.intents, ...own], desk: [...shipped.desk, ...own] },
  seeded(seed),
)
writeModel(asked.out, model, digestOf(asked.shipped) ?? '')
const learning: Learning = {
  learnt: own.length,
  heldBack: compare(present, model.intents, tests),
  heldOut: judged,
}
port.postMessage(learning)
