import { intentNames } from './intent.ts'

/** What a text that was not understood can be said to mean: an intent, none of the desk's business, or nothing to learn from. */
export const unclearMeanings = [...intentNames, 'outside', 'aside'] as const
export type UnclearMeaning = (typeof unclearMeanings)[number]

/** A list shows so many texts at most. */
export const mostUnclearTexts = 100
