import type { ConversationEntity, ConversationMeta } from '@parley/core/conversations/api'
import { type CachedConversation, keys } from '@parley/core/live/cached'
import { loadConversation, loadThread } from '@parley/core/live/load'
import { readConversation } from '@parley/core/read/entities'
import { t } from '@parley/core/text/translate'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { actionMessages, logFailure } from '../../client/action-messages.ts'
import { api } from '../../client/client.ts'
import { useLiveQuery, liveOptions } from '../../sync/live-query.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { source } from '../../sync/source.ts'

/**
 * loading: nothing to show yet. ready: as the server has it. missing: there is no such conversation. unloaded: the server
 * could not be asked; what is shown is a placeholder, from the list where it knew the name.
 */
export type ConversationDetail =
  | { readonly state: 'loading'; readonly conversation: null }
  | { readonly state: 'missing'; readonly conversation: null }
  | { readonly state: 'ready'; readonly conversation: ConversationEntity }
  | {
      readonly state: 'unloaded'
      readonly conversation: ConversationEntity
      /** Whether the list knew it; else nothing in it is known but its id. */
      readonly known: boolean
      readonly failure: string
      readonly retrying: boolean
      readonly retry: () => void
    }

/** One conversation, kept current by the socket; shown from the list at once while its own answer is on its way. */
export function useConversation(id: string): ConversationDetail {
  const client = useQueryClient()
  const query = useLiveQuery<CachedConversation>({
    key: keys.conversation(id),
    load: () => loadConversation(source, id),
    onFailure: cause => logFailure('fetchConversation', cause),
  })
  if (query.data?.conversation) return { state: 'ready', conversation: query.data.conversation }
  if (query.data !== undefined) return { state: 'missing', conversation: null }
  const listed = rowOf(client, id)
  if (query.state !== 'failed') {
    return listed === null
      ? { state: 'loading', conversation: null }
      : { state: 'ready', conversation: listed }
  }
  return {
    state: 'unloaded',
    conversation: listed ?? readConversation({ id, user: { name: t('Customer') } }),
    known: listed !== null,
    failure: actionMessages.fetchConversation,
    retrying: query.retrying,
    retry: query.retry,
  }
}

/** Fetches a conversation again, where it is shown; resolves when that has worked or failed. */
export const refreshConversation = (client: QueryClient, id: string): Promise<void> =>
  client.refetchQueries({ queryKey: keys.conversation(id), exact: true })

const conversationMetaOf = (row: ConversationEntity): ConversationMeta => {
  const { last_activity: _1, updated_at: _2, inbound_no: _3, seen_no: _4, ...others } = row
  const { unread_count: _5, last_message: _6, reach: _7, ...standing } = others
  return standing
}

/**
 * A conversation without what each message changes; the very same until anything else of it does. For parts of a screen
 * that need not be drawn again for a message.
 */
export function useConversationMeta(row: ConversationEntity): ConversationMeta {
  'use memo'
  const [held, setHeld] = useState(() => conversationMetaOf(row))
  const now = conversationMetaOf(row)
  // The parts of each row that comes are new objects, so what they hold is compared.
  const isSame = JSON.stringify(held) === JSON.stringify(now)
  if (!isSame) setHeld(now)
  return isSame ? held : now
}

/** Soon after a conversation stands, so that what it needs itself goes first. */
const soonMs = 400

/** Fetches a thread that is not held yet; frames keep it true from then on. What fails is fetched when it is opened. */
const prefetchThread = (client: QueryClient, id: string): Promise<void> =>
  client.prefetchQuery({
    ...liveOptions({ key: keys.thread(id), load: () => loadThread(source, id, undefined) }),
    retry: false,
  })

/** Has these threads ready before they are opened. */
export function usePrefetchedThreads(ids: readonly string[]): void {
  const client = useQueryClient()
  const list = ids.join(' ')
  useEffect(() => {
    if (list === '') return
    const timer = setTimeout(() => {
      for (const id of list.split(' ')) void prefetchThread(client, id)
    }, soonMs)
    return () => clearTimeout(timer)
  }, [client, list])
}

/** The id of the conversation with somebody whose number stands on a card of a message. Rejects with `ApiFailure`. */
export async function openContact(messageId: string, number: string): Promise<string> {
  const { value } = await api.openContact({ params: { id: messageId }, body: { number } })
  return value.conversation_id
}
