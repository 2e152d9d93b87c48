import type { ApiError } from '@parley/core/errors'

/** Identifies a row by the client's own id, so that a repeated request does not create it twice. */
export interface IdempotencyKey<Made> {
  /** Without an id every call is new. */
  readonly clientId: string | null | undefined
  /** Finds the row that this agent created with that id, anywhere. */
  readonly find: (clientId: string) => Promise<Made | undefined>
  /** Whether that row matches the current request. */
  readonly isSame: (made: Made) => boolean
  /** The error if the id belongs to another request. */
  readonly conflictError: () => ApiError
}

/**
 * The row of an earlier, equal request, for the same reply. Null for a new request. The caller holds the lock under which the row
 * is created. `insertOrConflict` catches a simultaneous use of the same id elsewhere, under another lock.
 * @throws ApiError of the key, if its id belongs to another request
 */
export async function findExisting<Made>(key: IdempotencyKey<Made>): Promise<Made | null> {
  if (key.clientId === null || key.clientId === undefined) return null
  const made = await key.find(key.clientId)
  if (made === undefined) return null
  if (!key.isSame(made)) throw key.conflictError()
  return made
}

/** Returns the row of an insert that does nothing on a conflict of the client's id. @throws ApiError of the key, on a conflict */
export function insertOrConflict<Row>(row: Row | undefined, conflictError: () => ApiError): Row {
  if (row === undefined) throw conflictError()
  return row
}
