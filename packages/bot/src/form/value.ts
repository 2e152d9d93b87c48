import type { Language, Words } from '../language.ts'

/** An answer: a text or coded word, a number, yes or no, a list of texts. */
export type Value = string | number | boolean | readonly string[]

/** A parsed answer, or the problem: a sentence or two with an example. */
export type Read<Kind extends Value = Value> =
  | { readonly value: Kind; readonly problem?: never }
  | { readonly problem: Words; readonly value?: never }

export const good = <Kind extends Value>(value: Kind): Read<Kind> => ({ value })
export const bad = (en: string, lg: string, sw: string): { readonly problem: Words } => ({
  problem: { en, lg, sw },
})

/** The context of parsing. */
export interface Facts {
  readonly now: Date
  /** The day in Kampala, "2026-11-19". */
  readonly today: string
  readonly language: Language
  /** The answer at a path; undefined: none. */
  readonly answer: (path: string) => Value | undefined
}

export type Reader<Kind extends Value = Value> = (text: string, facts: Facts) => Read<Kind>

export const words = (en: string, lg: string, sw: string): Words => ({ en, lg, sw })
/** The same text in each language, for names and numbers. */
export const same = (text: string): Words => words(text, text, text)

/** A text that the field's parser reads as this value. */
export const answerText = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'object' ? value.join(', ') : String(value)
}
