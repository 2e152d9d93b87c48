import type { Refusal } from '@parley/core/errors'

/** What a client's own id for a click may have made already. */
export interface Click<Made> {
  /** Null or absent where the caller has no id of its own: then every call is a new click. */
  readonly clientId: string | null | undefined
  /** What this agent made under that id, wherever it is. */
  readonly find: (clientId: string) => Promise<Made | undefined>
  /** Whether that is what is asked for now. */
  readonly isSame: (made: Made) => boolean
  /** The id stands for something else. */
  readonly refusal: () => Refusal
}

/**
 * What a click made before, so that it is answered again instead of made twice; null for a new one. The caller holds the
 * lock under which it is made; `madeNow` catches the same id on its way into another place, under another lock.
 * @throws Refusal the click's own, where its id stands for something else
 */
export async function madeBefore<Made>(click: Click<Made>): Promise<Made | null> {
  if (click.clientId === null || click.clientId === undefined) return null
  const made = await click.find(click.clientId)
  if (made === undefined) return null
  if (!click.isSame(made)) throw click.refusal()
  return made
}

/** The row of an insert that does nothing on a conflict of the client's id. @throws Refusal the click's own */
export function madeNow<Row>(row: Row | undefined, refusal: () => Refusal): Row {
  if (row === undefined) throw refusal()
  return row
}
