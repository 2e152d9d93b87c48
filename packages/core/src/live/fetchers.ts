import type * as z from 'zod'
import type { api } from '../calls.ts'

/** The result of a call: its body and the values of its headers. */
export interface Answer<T> {
  readonly value: T
  /** Parley-Seq: the event sequence number, read before the rows were; null if the server gives none. */
  readonly seq: number | null
  /** Parley-Total */
  readonly total: number | null
  /** Parley-Counts: the server's JSON, unparsed. */
  readonly counts: string | null
}

/** The result for a resource that does not exist. */
export const nothingThere: Answer<null> = { value: null, seq: null, total: null, counts: null }

type QueryOf<Name extends 'conversations' | 'history'> = z.input<(typeof api)[Name]['query']>

/**
 * The calls whose results are cached. Values are raw: core's readers accept any JSON. A null value says that the resource does
 * not exist; every other failure rejects.
 */
export interface Fetchers {
  conversations(query: QueryOf<'conversations'>): Promise<Answer<unknown>>
  conversation(id: string): Promise<Answer<unknown>>
  history(conversationId: string, query: QueryOf<'history'>): Promise<Answer<unknown>>
  unreadStats(): Promise<Answer<unknown>>
  agents(): Promise<Answer<unknown>>
  notices(): Promise<Answer<unknown>>
}

/** Data that events could not settle: a row by its id, a list's counts, or the unread counts. */
export type Need = { readonly row: string } | 'counts' | 'unread'

/** Carries needs from the code that applies events to the code that fetches. */
export class Needs {
  #listener: ((need: Need) => void) | null = null

  /** Replaces the previous listener. */
  listen(listener: (need: Need) => void): void {
    this.#listener = listener
  }

  tell(need: Need): void {
    this.#listener?.(need)
  }
}
