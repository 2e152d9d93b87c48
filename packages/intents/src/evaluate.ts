import { type Example, outsideName, type Recogniser, recognise } from './recogniser.ts'

/** The quality of a recogniser on texts that it was not trained on. Shares are from 0 to 1; null: there was nothing to count. */
export interface Evaluation {
  /** The share of texts inside whose likeliest intent is right, even if the text counts as none of the intents. */
  readonly accuracy: number | null
  /** The same, but "none of the intents" counts as wrong. */
  readonly accuracy_with_none: number | null
  /** The share of right ones among the recognised texts with at least this confidence. */
  readonly precision_at_0_7: number | null
  /** The share of texts inside that are recognised with at least this confidence. */
  readonly coverage_at_0_7: number | null
  /** The share of texts outside that are recognised as outside. */
  readonly oos_recall: number | null
  /** Expected calibration error: the mean distance of confidence and accuracy, in ten equal steps of confidence. */
  readonly ece: number | null
  readonly p50_ms: number | null
  readonly p99_ms: number | null
}

const sure = 0.7
const steps = 10

interface Judged {
  readonly isInside: boolean
  readonly isKnown: boolean
  readonly isRight: boolean
  readonly confidence: number
  readonly ms: number
}

/** Evaluates every text once. `now` in milliseconds, for the duration of each. */
export function evaluate(recogniser: Recogniser, tests: readonly Example[], now: () => number): Evaluation {
  const judged = tests.map(({ text, intent }): Judged => {
    const began = now()
    const { isKnown, intents } = recognise(recogniser, text)
    const ms = now() - began
    const [first] = intents
    return {
      isInside: intent !== outsideName,
      isKnown,
      isRight: first?.intent === intent,
      confidence: first?.confidence ?? 0,
      ms,
    }
  })
  const inside = judged.filter(({ isInside }) => isInside)
  const outside = judged.filter(({ isInside }) => !isInside)
  const said = judged.filter(({ isKnown, confidence }) => isKnown && confidence >= sure)
  const times = judged.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    accuracy: share(inside, ({ isRight }) => isRight),
    accuracy_with_none: share(inside, ({ isRight, isKnown }) => isRight && isKnown),
    precision_at_0_7: share(said, ({ isRight }) => isRight),
    coverage_at_0_7: share(inside, ({ isKnown, confidence }) => isKnown && confidence >= sure),
    oos_recall: share(outside, ({ isKnown }) => !isKnown),
    ece: calibrationError(judged),
    p50_ms: at(times, 0.5),
    p99_ms: at(times, 0.99),
  }
}

function share<T>(all: readonly T[], isCounted: (one: T) => boolean): number | null {
  return all.length === 0 ? null : all.filter(isCounted).length / all.length
}

const at = (sorted: readonly number[], place: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(place * sorted.length))] ?? null

function calibrationError(judged: readonly Judged[]): number | null {
  if (judged.length === 0) return null
  let error = 0
  for (let step = 0; step < steps; step += 1) {
    const here = judged.filter(
      ({ confidence }) => Math.min(steps - 1, Math.floor(confidence * steps)) === step,
    )
    if (here.length === 0) continue
    const confidence = here.reduce((sum, one) => sum + one.confidence, 0) / here.length
    const right = here.filter(({ isRight }) => isRight).length / here.length
    error += (here.length / judged.length) * Math.abs(confidence - right)
  }
  return error
}
