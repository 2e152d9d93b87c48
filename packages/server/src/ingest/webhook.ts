import { numberOfChange, readWebhook, type WebhookItem } from '@parley/whatsapp/inbound/webhook'
import type { Reader } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { erasedAmong } from '../personal-data/erased-ids.ts'
import { namesCustomer, without } from '../personal-data/forget-webhooks.ts'

/** A lone surrogate; in JSON it can only be escaped. */
const mayHoldHalf = /\\u[dD][89a-fA-F]/
const half = /\p{Surrogate}/gu

/** WhatsApp nests about ten levels. A much deeper document overflows the stack. */
export const mostLevels = 200

/** Its message ends “The document …”. */
export class TooDeep extends Error {}

/**
 * Parses a webhook's body. Lone surrogates become U+FFFD, as the database would store them: otherwise a lookup would use another
 * id than the stored one.
 * @throws TooDeep, SyntaxError
 */
export function webhookJson(text: string): unknown {
  if (isTooDeep(text)) throw new TooDeep(`is nested deeper than ${mostLevels} levels`)
  return mayHoldHalf.test(text) ? JSON.parse(text, wholeCharacters) : JSON.parse(text)
}

const wholeCharacters = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(half, '\uFFFD') : value

const [quote, backslash, openList, closeList, openObject, closeObject] = [34, 92, 91, 93, 123, 125]

/** Counts the brackets outside of strings, before parsing. */
function isTooDeep(text: string): boolean {
  let level = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isInString) {
      if (code === backslash) at += 1
      else if (code === quote) isInString = false
    } else if (code === quote) isInString = true
    else if (code === openList || code === openObject) {
      level += 1
      if (level > mostLevels) return true
    } else if (code === closeList || code === closeObject) level -= 1
  }
  return false
}

export interface Webhook {
  /** The original text. */
  readonly whole: string
  /** The stored text, without items for other numbers. */
  readonly body: string
  readonly items: readonly WebhookItem[]
  /** Items for other numbers. Their indexes follow the others, so that a later run of `body` has the same indexes. */
  readonly foreign: readonly WebhookItem[]
}

/** An item that is applied. */
export type Content = Extract<WebhookItem, { kind: 'message' | 'fold' | 'status' }>

export const isContent = (item: WebhookItem): item is Content =>
  item.kind !== 'noted' && item.kind !== 'refused'

/** Parses a webhook and separates the items for other numbers. */
export function readFor(numbers: ReadonlySet<string>, whole: string, content: unknown): Webhook {
  const isForeign = (number: string | null) => number !== null && !numbers.has(number)
  const all = readWebhook(content)
  const foreign = all.filter(item => isForeign(item.phoneNumberId))
  if (foreign.length === 0) return { whole, body: whole, items: all, foreign }
  const { entry, ...rest } = content as { entry: readonly { changes?: unknown }[] }
  const own = {
    ...rest,
    entry: entry.map(one =>
      Array.isArray(one?.changes)
        ? { ...one, changes: one.changes.filter(change => !isForeign(numberOfChange(change))) }
        : one,
    ),
  }
  return { whole, body: JSON.stringify(own), items: readWebhook(own), foreign }
}

/**
 * Removes items about erased customers from a webhook's text: repeated messages, and statuses of messages to them. Removes their
 * numbers too, unless another item has the same one. Null: nothing is left.
 */
export async function withoutErased(db: Reader, body: string): Promise<string | null> {
  const content = webhookJson(body)
  const items = readWebhook(content)
  const messages = items.flatMap(item => (item.kind === 'message' ? [item.message] : []))
  const changes = items.flatMap(item => (item.kind === 'fold' ? [item.change] : []))
  const statuses = items.flatMap(item => (item.kind === 'status' ? [item.status] : []))
  const ids = [...messages.map(({ id }) => id), ...changes.flatMap(({ id, targetId }) => [id, targetId])]
  const erased = await erasedAmong(db, ids)
  const named = statuses.flatMap(({ opaque }) => attemptOf(opaque))
  const attempts = new Set(await erasedAttempts(db, named))
  const changed = changes.filter(({ id, targetId }) => erased.has(id) || erased.has(targetId))
  const gone = [...messages.filter(({ id }) => erased.has(id)), ...changed]
  const kept = [...messages, ...changes].filter(one => !gone.includes(one))
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

async function erasedAttempts(db: Reader, ids: readonly number[]): Promise<readonly number[]> {
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
