import type * as z from 'zod'
import type { api } from '../calls.ts'
import type { Answer } from './answer.ts'

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
