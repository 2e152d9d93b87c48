import type { BulkResult, BulkUndo } from '@parley/core/bulk/api'
import { ApiError } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'
import { conversationId } from '../http/ids.ts'
import { isVisible, type VisibilityScope } from '../visibility/queries.ts'

/** Null: nothing changed. */
export type Done = { readonly undo: BulkUndo | null } | null

interface Each<T> {
  readonly reader: Reader
  readonly visibility: VisibilityScope
  /** Converts an error to a refusal; logs unexpected errors. */
  readonly apiErrorOf: (cause: unknown) => ApiError
  readonly change: (id: number, one: T) => Promise<Done>
}

/**
 * Changes several conversations in sequence, each in its own transaction, by the resource's own action. A refusal stops no
 * other change, and no transaction locks two conversations. A hundred changes take 600 to 900 round trips to the database,
 * as many as the single calls that they replace. An invisible conversation is answered as not found.
 * If the database becomes unavailable, the rest is refused at once, so that the caller learns what was done.
 */
export async function changeEach<T extends { readonly conversation_id: string }>(
  some: readonly T[],
  { reader, visibility, apiErrorOf, change }: Each<T>,
): Promise<BulkResult[]> {
  const each = new Map(some.map(one => [one.conversation_id, one]))
  const isSeen = await visibleAmong(reader, visibility, [...each.keys()])
  let away: ApiError | null = null
  const results: BulkResult[] = []
  for (const [text, one] of each) {
    try {
      if (away !== null) throw away
      const id = conversationId(text)
      if (!isSeen(id)) throw new ApiError('conversation.not-found', { id: text })
      const done = await change(id, one)
      results.push(
        done === null
          ? { outcome: 'unchanged', conversation_id: text }
          : { outcome: 'done', conversation_id: text, undo: done.undo },
      )
    } catch (cause) {
      const apiError = apiErrorOf(cause)
      if (apiError.code === 'server.unavailable') away = apiError
      results.push({
        outcome: 'refused',
        conversation_id: text,
        code: apiError.code,
        detail: apiError.message,
      })
    }
  }
  return results
}

async function visibleAmong(
  reader: Reader,
  visibility: VisibilityScope,
  texts: readonly string[],
): Promise<(id: number) => boolean> {
  if (visibility === null) return () => true
  const ids = texts.filter(text => /^[1-9]\d{0,14}$/.test(text))
  const { rows } = await sql<{ id: number }>`
    select c.id from conversations c where c.id = any(${ids}::bigint[]) and ${isVisible(visibility)}`.execute(
    reader,
  )
  const seen = new Set(rows.map(row => row.id))
  return id => seen.has(id)
}
