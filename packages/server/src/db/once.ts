import type { ApiError } from '@parley/core/errors'

/** The row that a client's own id may have made already. */
export interface IdempotencyKey<Made> {
  /** Null or absent: the caller has no id, so every call is new. */
  readonly clientId: string | null | undefined
  /** The row that this agent made under that id, in any place. */
  readonly find: (clientId: string) => Promise<Made | undefined>
  /** Whether that row is the one that is asked for now. */
  readonly isSame: (made: Made) => boolean
  /** The error when the id belongs to another request. */
  readonly conflictError: () => ApiError
}

/**
 * The row of an earlier, equal request, to answer it again; null for a new request. The caller holds the lock under which
 * the row is made. `insertOrConflict` catches the same id on its way into another place, under another lock.
 * @throws ApiError the key's own, when its id belongs to another request
 */
export async function findExisting<Made>(key: IdempotencyKey<Made>): Promise<Made | null> {
  if (key.clientId === null || key.clientId === undefined) return null
  const made = await key.find(key.clientId)
  if (made === undefined) return null
  if (!key.isSame(made)) throw key.conflictError()
  return made
}

/** The row of an insert that does nothing on a conflict of the client's id. @throws ApiError the key's own */
export function insertOrConflict<Row>(row: Row | undefined, conflictError: () => ApiError): Row {
  if (row === undefined) throw conflictError()
  return row
}
