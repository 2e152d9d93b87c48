import type { SlotName } from '@parley/core/intent/api'
import { maxTextLength } from '@parley/core/messages/constants'
import { fit } from '@parley/core/text/format'
import { findEntities } from '@parley/intents/entities/find-entities'

/** Replaces personal numbers and addresses by marks. */
export interface Masks {
  /** A text for the model: at most as long as a message, with a mark for each personal number and address. */
  readonly hide: (text: string) => string
  /** An answer with the marks replaced by the originals. */
  readonly putBack: (text: string) => string
}

const labels: Partial<Record<SlotName, string>> = {
  phone_number: 'PHONE',
  email: 'EMAIL',
  national_id: 'ID',
  reference: 'POLICY',
}
/** An unknown number: an account, a card, an ID with a typing error. */
const unknownLabel = 'NUMBER'
const marks = /\[\s*(PHONE|EMAIL|ID|POLICY|NUMBER)\s*-\s*(\d+)\s*\]/giu

const digitGroups = /(?<![\p{L}\p{N}])\d(?:[ .-]?\d){8,}(?![\p{L}\p{N}])/gu
const words = /[\p{L}\p{N}][\p{L}\p{N}-]*/gu
/** A word with this many digits counts as a personal number. */
const fewestDigits = 7

interface Hidden {
  readonly from: number
  readonly text: string
  readonly label: string
  /** Equal for two spellings of one number. */
  readonly value: string
}

/** Marks for the texts of one prompt: one value has one mark. `now` resolves words such as "tomorrow". */
export function openMasks(now: Date): Masks {
  const markOf = new Map<string, string>()
  const textOf = new Map<string, string>()
  const mark = ({ label, value, text }: Hidden): string => {
    const key = `${label} ${value}`
    const known = markOf.get(key) ?? `[${label}-${markOf.size + 1}]`
    markOf.set(key, known)
    if (!textOf.has(known)) textOf.set(known, text)
    return known
  }
  return {
    hide: given => {
      // Text that looks like a mark would come back as a customer's number.
      const text = fit(given, maxTextLength).replaceAll(marks, '($1-$2)')
      let [left, at] = ['', 0]
      for (const one of hiddenIn(text, now)) {
        left += text.slice(at, one.from) + mark(one)
        at = one.from + one.text.length
      }
      return left + text.slice(at)
    },
    putBack: text =>
      text.replaceAll(marks, (found, label: string, n: string) => {
        return textOf.get(`[${label.toUpperCase()}-${Number(n)}]`) ?? found
      }),
  }
}

function hiddenIn(text: string, now: Date): readonly Hidden[] {
  const found = findEntities(text, now)
  const hidden: Hidden[] = found.flatMap(({ kind, from, text: said, value }) => {
    const label = labels[kind]
    return label === undefined ? [] : [{ from, text: said, label, value }]
  })
  const isFree = (from: number, to: number) =>
    [...found, ...hidden].every(one => to <= one.from || one.from + one.text.length <= from)
  const unknown = (from: number, said: string) => {
    if (isFree(from, from + said.length))
      hidden.push({ from, text: said, label: unknownLabel, value: said.replaceAll(/[^\p{L}\p{N}]/gu, '') })
  }
  for (const match of text.matchAll(digitGroups)) unknown(match.index, match[0])
  for (const match of text.matchAll(words)) {
    const [word] = match
    if (word.replaceAll(/\D/g, '').length >= fewestDigits) unknown(match.index, word)
  }
  return hidden.toSorted((a, b) => a.from - b.from)
}
