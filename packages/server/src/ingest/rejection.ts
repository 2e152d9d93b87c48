import { ApiError } from '@parley/core/errors'

/** The label in the metric and the log. */
export const rejectionReasons = ['malformed', 'foreign_number', 'rule', 'unstorable'] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** A rejected item of a webhook, without customer text. */
export interface RejectedItem {
  readonly eventId: number
  /** Its index in the webhook. */
  readonly itemNo: number
  readonly reason: RejectionReason
  /** For an operator. */
  readonly sentence: string
}

/** A retry of the item cannot help. */
export class ItemRejected extends Error {
  readonly reason: RejectionReason

  constructor(reason: RejectionReason, sentence: string) {
    super(sentence)
    this.name = 'ItemRejected'
    this.reason = reason
  }
}

/** Invalid values and violated checks. A unique violation is a race, which Meta's repeat settles. */
const badValue = /^22|^23502$|^23514$/

/**
 * Turns an error of a rule, a parser or an unstorable value into a rejection. Null for any other error, such as a bug of ours:
 * the item is retried.
 */
export function rejectionOf(error: unknown): ItemRejected | null {
  if (error instanceof ItemRejected) return error
  if (error instanceof ApiError) return new ItemRejected('rule', error.message)
  const { code } = error as { code?: unknown }
  if (typeof code !== 'string' || !badValue.test(code)) return null
  // The database's message may quote the customer.
  return new ItemRejected('unstorable', `The database cannot hold it (${code})`)
}

/** An item is about an erased customer: it is removed from the webhook before anything is stored. */
export class SpeaksOfErased extends Error {
  readonly code = 'erased'

  constructor() {
    super('An item of the webhook speaks of an erased customer')
    this.name = 'SpeaksOfErased'
  }
}

/** Another transaction stored the message meanwhile. */
export class StoredMeanwhile extends Error {
  /** PostgreSQL's serialization failure: retried like a deadlock. */
  readonly code = '40001'

  constructor() {
    super('The message was stored meanwhile')
    this.name = 'StoredMeanwhile'
  }
}
