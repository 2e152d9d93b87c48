import type { Comparison } from '@parley/intents/compare'
import { outsideName } from '@parley/intents/recogniser'
import { intentLabel } from '@parley/core/intent/rules'
import type { Learning } from './learn-worker.ts'

/** The share of held-back texts that a new model may lose: fewer right, or more surely wrong. */
export const margin = 0.01

/** The reason against a new model; null: it may be used. */
export function objectionTo({ heldBack, heldOut }: Pick<Learning, 'heldBack' | 'heldOut'>): string | null {
  const allowed = heldBack.texts * margin
  if (heldBack.before.right - heldBack.after.right > allowed)
    return 'it understands fewer of the texts that are held back'
  if (heldBack.after.surelyWrong - heldBack.before.surelyWrong > allowed)
    return 'it is surely wrong on more of the texts that are held back'
  const isWorse = heldOut !== null && heldOut.after.right < heldOut.before.right
  return isWorse ? 'it understands fewer of the texts of supervisors that it has not learnt' : null
}

const meaningLabel = (intent: string | null): string =>
  intent === null || intent === outsideName ? 'none of these' : intentLabel(intent)

const counted = (texts: Comparison['better']): string => {
  const counts = new Map<string, number>()
  for (const { intent } of texts) counts.set(intent, (counts.get(intent) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([intent, count]) => `${meaningLabel(intent)} ${count}`)
    .join(', ')
}

function linesOfComparison(name: string, { texts, before, after, better, worse }: Comparison): string[] {
  return [
    `On ${texts} ${name}: ${before.right} right before, ${after.right} now; surely wrong ${before.surelyWrong} before, ${after.surelyWrong} now`,
    ...(better.length > 0 ? [`  better: ${counted(better)}`] : []),
    ...(worse.length > 0 ? [`  worse: ${counted(worse)}`] : []),
  ]
}

/** The comparison of both models. Customers' texts are counted and never quoted. */
export function linesOfLearning({ learnt, heldBack, heldOut }: Learning): readonly string[] {
  const quoted = (sign: string, texts: Comparison['better']) =>
    texts.map(
      ({ text, intent, before, after }) =>
        `  ${sign} “${text}” (${meaningLabel(intent)}): ${meaningLabel(before)} before, ${meaningLabel(after)} now`,
    )
  return [
    `Learnt ${learnt} ${learnt === 1 ? 'text' : 'texts'} of supervisors beside the shipped examples`,
    ...linesOfComparison('texts that are held back', heldBack),
    ...quoted('+', heldBack.better),
    ...quoted('-', heldBack.worse),
    ...(heldOut === null
      ? ['Too few texts of supervisors to hold any out: from ten on some judge what the others teach']
      : linesOfComparison('texts of supervisors that were held out', heldOut)),
  ]
}
