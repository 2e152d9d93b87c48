import type { Language, Words } from '../language.ts'

/** What a form keeps of an answer: a text or coded word, a number, yes or no, a list of texts. */
export type Value = string | number | boolean | readonly string[]

/** A text read as an answer, or what is wrong with it: a sentence or two that show how it is done. */
export type Read<Kind extends Value = Value> =
  | { readonly value: Kind; readonly problem?: never }
  | { readonly problem: Words; readonly value?: never }

export const good = <Kind extends Value>(value: Kind): Read<Kind> => ({ value })
export const bad = (en: string, lg: string, sw: string): { readonly problem: Words } => ({
  problem: { en, lg, sw },
})

/** What an answer is read against. */
export interface Facts {
  readonly now: Date
  /** The day in Kampala, "2026-11-19". */
  readonly today: string
  readonly language: Language
  /** What was answered so far; undefined for nothing. */
  readonly answer: (path: string) => Value | undefined
}

export type Reader<Kind extends Value = Value> = (text: string, facts: Facts) => Read<Kind>

export const words = (en: string, lg: string, sw: string): Words => ({ en, lg, sw })
/** What is the same in every language: names, numbers. */
export const same = (text: string): Words => words(text, text, text)
