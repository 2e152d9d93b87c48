import type * as z from 'zod'
import type { api } from '../calls.ts'

/** What a call answered, with what its headers say beside the body. */
export interface Answer<T> {
  readonly value: T
  /** Parley-Seq: the log number read before the rows were; null where a server gives none. */
  readonly seq: number | null
  /** Parley-Total */
  readonly total: number | null
  /** Parley-Counts, unread JSON as the server wrote it. */
  readonly counts: string | null
}

/** The answer for what does not exist. */
export const nothingThere: Answer<null> = { value: null, seq: null, total: null, counts: null }

type QueryOf<Name extends 'conversations' | 'history'> = z.input<(typeof api)[Name]['query']>

/**
 * What is asked for to be held. Values are as they came: core's readers take anything. A value of null says that there is
 * no such thing; every other failure rejects.
 */
export interface Fetchers {
  conversations(query: QueryOf<'conversations'>): Promise<Answer<unknown>>
  conversation(id: string): Promise<Answer<unknown>>
  history(conversationId: string, query: QueryOf<'history'>): Promise<Answer<unknown>>
  unreadStats(): Promise<Answer<unknown>>
  agents(): Promise<Answer<unknown>>
  notices(): Promise<Answer<unknown>>
}

/** What frames could not settle: a row by its id, a list's counts, or the unread counts. */
export type Need = { readonly row: string } | 'counts' | 'unread'

/** Carries needs from whoever plays frames to whoever fetches. */
export class Needs {
  #listener: ((need: Need) => void) | null = null

  /** Takes the place of whoever listened before. */
  listen(listener: (need: Need) => void): void {
    this.#listener = listener
  }

  tell(need: Need): void {
    this.#listener?.(need)
  }
}
