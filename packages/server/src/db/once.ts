import type { ApiError } from '@parley/core/errors'

/** What a client's own id for a click may have made already. */
export interface IdempotencyKey<Made> {
  /** Null or absent where the caller has no id of its own: then every call is a new click. */
  readonly clientId: string | null | undefined
  /** What this agent made under that id, wherever it is. */
  readonly find: (clientId: string) => Promise<Made | undefined>
  /** Whether that is what is asked for now. */
  readonly isSame: (made: Made) => boolean
  /** The id stands for something else. */
  readonly apiError: () => ApiError
}

/**
 * What a click made before, so that it is answered again instead of made twice; null for a new one. The caller holds the
 * lock under which it is made; `insertOrConflict` catches the same id on its way into another place, under another lock.
 * @throws ApiError the click's own, where its id stands for something else
 */
export async function findExisting<Made>(idempotencyKey: IdempotencyKey<Made>): Promise<Made | null> {
  if (idempotencyKey.clientId === null || idempotencyKey.clientId === undefined) return null
  const made = await idempotencyKey.find(idempotencyKey.clientId)
  if (made === undefined) return null
  if (!idempotencyKey.isSame(made)) throw idempotencyKey.apiError()
  return made
}

/** The row of an insert that does nothing on a conflict of the client's id. @throws ApiError the click's own */
export function insertOrConflict<Row>(row: Row | undefined, apiError: () => ApiError): Row {
  if (row === undefined) throw apiError()
  return row
}
