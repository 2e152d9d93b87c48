import type { IntentEntities, IntentName } from '@parley/core/intent/api'
import type { Language } from './language.ts'

/** What a text means, as far as it is understood. */
export interface Meaning {
  /** What it most likely wants; null: none of the intents. */
  readonly intent: IntentName | null
  /** Of that intent, 0 to 1; 0 for none. */
  readonly confidence: number
  /** All intents, likeliest first, also where none of them is meant. */
  readonly guesses: readonly { readonly intent: IntentName; readonly confidence: number }[]
  /** Null where the text does not tell. */
  readonly language: Language | null
}

/** Understands a text. */
export type Understand = (text: string) => Meaning

/** What a text names. `now`: what "tomorrow" is behind. */
export type NamedIn = (text: string, now: Date) => IntentEntities

/** What is no answer to the question that is open is meant otherwise from this confidence on. */
export const surelyElse = 0.9
