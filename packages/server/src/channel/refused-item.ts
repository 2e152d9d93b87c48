import { Refusal } from '@parley/core/errors'

/** Why an item of a webhook can never be stored: the label of the metric, the same in the log. */
export const refusalReasons = ['malformed', 'foreign_number', 'rule', 'unstorable'] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** An item of a webhook that was refused for good. Holds no customer text. */
export interface RefusedItem {
  readonly eventId: number
  /** Its place among the event's items that concern us, from 0. */
  readonly itemNo: number
  readonly reason: RefusalReason
  /** For whoever looks it up. */
  readonly sentence: string
}

/** Thrown for an item that trying again cannot help. */
export class ItemRefused extends Error {
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, sentence: string) {
    super(sentence)
    this.name = 'ItemRefused'
    this.reason = reason
  }
}

/** Values that no column takes, and broken checks. A unique violation is a race instead: Meta's repeat settles it. */
const badValue = /^22|^23502$|^23514$/

/**
 * What an error says against its item: that a parser or a rule refuses it, or that no table can hold it. Null for every
 * other error, our own mistakes above all: those are failures, and the item is tried again.
 */
export function itemRefusalOf(error: unknown): ItemRefused | null {
  if (error instanceof ItemRefused) return error
  if (error instanceof Refusal) return new ItemRefused('rule', error.message)
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !badValue.test(code)) return null
  // The database's own sentence may quote the customer.
  return new ItemRefused('unstorable', `The database cannot hold it (${code})`)
}
