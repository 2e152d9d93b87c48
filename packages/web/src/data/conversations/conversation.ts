import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { type CachedConversation, keys } from '@parley/core/live/cached'
import { loadConversation } from '@parley/core/live/load'
import { readConversation } from '@parley/core/read/entities'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { actionMessages, logFailure } from '../../client/action-messages.ts'
import { useLiveQuery } from '../../sync/live-query.ts'
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
