/** Something that a text names. */
export interface Entity {
  readonly kind: 'email' | 'phone_number' | 'national_id' | 'reference' | 'date' | 'amount_ugx'
  /** As it stands in the text. */
  readonly text: string
  /** Its place in the text, in UTF-16 units. */
  readonly from: number
  /**
   * In one form: an address in small letters, a number as E.164, a national ID and a reference in capitals without blanks, a
   * day as 2026-03-02, an amount in whole shillings.
   */
  readonly value: string
}

/** Finds entities of one kind. `now`: what "tomorrow" is behind. */
export type Finder = (text: string, now: Date) => readonly Entity[]

/** What a pattern finds, where its value can be read; null leaves it out. */
export const findBy = (
  kind: Entity['kind'],
  pattern: RegExp,
  valueOf: (match: RegExpExecArray) => string | null,
): Finder => {
  return text =>
    [...text.matchAll(pattern)].flatMap(match => {
      const value = valueOf(match)
      return value === null ? [] : [{ kind, text: match[0], from: match.index, value }]
    })
}
