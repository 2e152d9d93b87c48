import type * as z from 'zod'
import type { ApplicationKind } from '../api/applications.ts'
import type { api } from '../api/index.ts'
import type { Answer } from './answer.ts'

type QueryOf<Name extends 'conversations' | 'history' | 'ippApplications'> = z.input<
  (typeof api)[Name]['query']
>

/**
 * What is asked for to be held. Values are as they came: core's readers take anything. A value of null says that there is
 * no such thing; every other failure rejects.
 */
export interface Asks {
  conversations(query: QueryOf<'conversations'>): Promise<Answer<unknown>>
  conversation(id: string): Promise<Answer<unknown>>
  history(conversationId: string, query: QueryOf<'history'>): Promise<Answer<unknown>>
  unreadStats(): Promise<Answer<unknown>>
  tickets(conversationId: string): Promise<Answer<unknown>>
  /** By the number that people say, or by its id where it has none. */
  ticket(id: string, number: string | null): Promise<Answer<unknown>>
  issues(conversationId: string): Promise<Answer<unknown>>
  agents(): Promise<Answer<unknown>>
  notices(): Promise<Answer<unknown>>
}

/** What is asked for about applications. */
export interface ApplicationAsks {
  applications(kind: ApplicationKind, query: QueryOf<'ippApplications'>): Promise<Answer<unknown>>
  application(kind: ApplicationKind, id: string): Promise<Answer<unknown>>
}
