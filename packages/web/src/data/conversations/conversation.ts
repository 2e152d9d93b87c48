import { type ConversationEntity, readConversation } from '@parley/core/read/conversation'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { actionMessages, logFailure } from '../../client/action-messages.ts'
import { type HeldConversation, keys } from '../../sync/cache-keys.ts'
import { loadConversation } from '../../sync/load.ts'
import { heldRow } from '../../sync/row-lookup.ts'
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

const recoveryMs = 10_000

/** One conversation, kept current by the socket; shown from the list at once while its own answer is on its way. */
export function useConversation(id: string): ConversationDetail {
  const client = useQueryClient()
  const query = useQuery<HeldConversation>({
    queryKey: keys.conversation(id),
    queryFn: () =>
      loadConversation(source, id).catch((cause: unknown) => {
        logFailure('fetchConversation', cause)
        throw cause
      }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? recoveryMs : false),
  })
  if (query.data?.conversation) return { state: 'ready', conversation: query.data.conversation }
  if (query.data !== undefined) return { state: 'missing', conversation: null }
  const listed = heldRow(client, id)
  if (!query.isError) {
    return listed === null
      ? { state: 'loading', conversation: null }
      : { state: 'ready', conversation: listed }
  }
  const placeholder = { ...readConversation({ id, user: { name: 'Customer' } }), sample: true }
  return {
    state: 'unloaded',
    conversation: listed ?? placeholder,
    known: listed !== null,
    failure: actionMessages.fetchConversation,
    retrying: query.isFetching,
    retry: () => void query.refetch(),
  }
}

/** Fetches a conversation again, where it is shown; resolves when that has worked or failed. */
export const refreshConversation = (client: QueryClient, id: string): Promise<void> =>
  client.refetchQueries({ queryKey: keys.conversation(id), exact: true })
