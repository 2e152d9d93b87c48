import { Refusal } from '@parley/core/errors'
import { readWebhook } from '@parley/whatsapp/webhook'
import type { Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { namesCustomer, without } from '../personal-data/forget-webhooks.ts'
import { webhookJson } from './whatsapp.ts'

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
 * What an error says against its item: that a parser or a rule rejects it, or that no table can hold it. Null for every
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

/**
 * A webhook's text without the items that speak of erased customers: messages that WhatsApp repeats, and statuses of what
 * was sent to them. Their numbers go along, unless another item is from the same one. Null: nothing is left of it.
 */
export async function withoutErased({ db }: Writer, body: string): Promise<string | null> {
  const content = webhookJson(body)
  const items = readWebhook(content)
  const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
  const folds = items.flatMap(item => (item.kind === 'fold' ? [item.fold] : []))
  const statuses = items.flatMap(item => (item.kind === 'status' ? [item.status] : []))
  const ids = [...messages.map(({ id }) => id), ...folds.flatMap(({ id, targetId }) => [id, targetId])]
  const erased = await erasedAmong(db, ids)
  const attempts = new Set(
    await erasedAttempts(
      db,
      statuses.flatMap(({ opaque }) => attemptOf(opaque)),
    ),
  )
  const changed = folds.filter(({ id, targetId }) => erased.has(id) || erased.has(targetId))
  const gone = [...messages.filter(({ id }) => erased.has(id)), ...changed]
  const kept = [...messages, ...folds].filter(one => !gone.includes(one))
  const left = new Set(kept.flatMap(namesOf))
  const settled = statuses.filter(({ opaque }) => attemptOf(opaque).some(id => attempts.has(id)))
  if (gone.length + settled.length === 0) return body
  const marks = [...gone.map(({ id }) => id), ...settled.map(({ wamid }) => wamid)]
  const numbers = gone.flatMap(namesOf).filter(name => !left.has(name))
  const rest = without(content, [...marks, ...numbers])
  const isEmpty = readWebhook(rest).every(item => item.kind === 'noted')
  return isEmpty || namesCustomer(rest, marks) ? null : JSON.stringify(rest)
}

const namesOf = ({ from, userId }: { readonly from: string | null; readonly userId: string | null }) =>
  [from, userId].filter(name => name !== null)

const attemptOf = (opaque: string | null): readonly number[] => {
  const id = opaque === null ? null : idOf(opaque)
  return id === null ? [] : [id]
}

async function erasedAttempts(db: Writer['db'], ids: readonly number[]): Promise<readonly number[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .innerJoin('conversations', 'conversations.id', 'attempts.conversation_id')
    .select('attempts.id')
    .where('attempts.id', 'in', [...ids])
    .where('conversations.erased_at', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}
