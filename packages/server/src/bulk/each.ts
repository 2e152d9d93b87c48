import type { BulkResult, BulkUndo } from '@parley/core/bulk/api'
import { Refusal } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { conversationId } from '../http/ids.ts'
import { isInSight, type Sight } from '../sight/queries.ts'

/** What one change did: null, it was so already. */
export type Done = { readonly undo: BulkUndo | null } | null

interface Each<T> {
  readonly reader: Reader
  readonly sight: Sight
  /** Makes a refusal of what went wrong, and logs what is no refusal. */
  readonly refusalOf: (cause: unknown) => Refusal
  readonly change: (id: number, one: T) => Promise<Done>
}

/**
 * Changes several conversations, one behind the other and each in a transaction of its own, by the noun's own action: what
 * is refused stops no other, no lock of two conversations is ever held, and what is written of each is what a single change
 * writes. The price is one transaction for each: of a hundred some 600 to 900 ways to the database, under a second where it
 * is near, and no more than the hundred calls would cost that this one replaces. What is out of sight is looked for once,
 * in one more, and only for whom a sight is bounded; it is as if it were not there.
 * Where the database is away the rest is refused untried, so that whoever asks learns what was done already.
 */
export async function changeEach<T extends { readonly conversation_id: string }>(
  some: readonly T[],
  { reader, sight, refusalOf, change }: Each<T>,
): Promise<BulkResult[]> {
  const each = new Map(some.map(one => [one.conversation_id, one]))
  const isSeen = await sightOver(reader, sight, [...each.keys()])
  let away: Refusal | null = null
  const results: BulkResult[] = []
  for (const [text, one] of each) {
    try {
      if (away !== null) throw away
      const id = conversationId(text)
      if (!isSeen(id)) throw new Refusal('conversation.not-found', { id: text })
      const done = await change(id, one)
      results.push(
        done === null
          ? { outcome: 'unchanged', conversation_id: text }
          : { outcome: 'done', conversation_id: text, undo: done.undo },
      )
    } catch (cause) {
      const refusal = refusalOf(cause)
      if (refusal.code === 'server.unavailable') away = refusal
      results.push({
        outcome: 'refused',
        conversation_id: text,
        code: refusal.code,
        detail: refusal.message,
      })
    }
  }
  return results
}

async function sightOver(
  reader: Reader,
  sight: Sight,
  texts: readonly string[],
): Promise<(id: number) => boolean> {
  if (sight === null) return () => true
  const ids = texts.filter(text => /^[1-9]\d{0,14}$/.test(text))
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c where c.id = any(${ids}::bigint[]) and ${isInSight(sight)}`.execute(
    reader,
  )
  const seen = new Set(rows.map(row => row.id))
  return id => seen.has(id)
}
