import { Refusal } from '@parley/core/errors'

/** Why an item of a webhook can never be stored: the label of the metric, the same in the log. */
export const rejectionReasons = ['malformed', 'foreign_number', 'rule', 'unstorable'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** An item of a webhook that was rejected for good. Holds no customer text. */
export interface RejectedItem {
  readonly eventId: number
  /** Its place among the items of the webhook, from 0. */
  readonly itemNo: number
  readonly reason: RejectionReason
  /** For whoever looks it up. */
  readonly sentence: string
}

/** Thrown for an item that trying again cannot help. */
export class ItemRejected extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, sentence: string) {
    super(sentence)
    this.name = 'ItemRejected'
    this.reason = reason
  }
}

/** Values that no column takes, and broken checks. A unique violation is a race instead: Meta's repeat settles it. */
const badValue = /^22|^23502$|^23514$/

/**
 * The rejection that an error means: a parser or a rule rejects the item, or no table can hold it. Null for every
 * other error, our own mistakes above all: those are failures, and the item is tried again.
 */
export function rejectionOf(error: unknown): ItemRejected | null {
  if (error instanceof ItemRejected) return error
  if (error instanceof Refusal) return new ItemRejected('rule', error.message)
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !badValue.test(code)) return null
  // The database's own sentence may quote the customer.
  return new ItemRejected('unstorable', `The database cannot hold it (${code})`)
}

/** A webhook of a batch speaks of a customer who was erased: it is cut before anything of it is kept. */
export class SpeaksOfErased extends Error {
  readonly code = 'erased'

  constructor() {
    super('An item of the webhook speaks of an erased customer')
    this.name = 'SpeaksOfErased'
  }
}

/** Another transaction stored the message since we looked. */
export class StoredMeanwhile extends Error {
  /** As the database calls it: tried again like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('The message was stored meanwhile')
    this.name = 'StoredMeanwhile'
  }
}
