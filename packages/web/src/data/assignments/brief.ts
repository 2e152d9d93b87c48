import type { Brief } from '@parley/core/bot/brief'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { type Loaded, loadedOf, useLiveQuery } from '../../sync/live-query.ts'

const keyOf = (conversationId: string) => ['brief', conversationId] as const

export interface CachedBrief extends Loaded {
  /** Undefined before it has come. */
  readonly brief: Brief | undefined
}

/** What is known of a conversation. Rejects with `ApiFailure`. */
export const loadBrief = async (conversationId: string): Promise<Brief> =>
  (await api.handoffBrief({ params: { id: conversationId } })).value

/** What is known of a conversation before somebody takes it; asked for anew when shown. */
export function useBrief(conversationId: string): CachedBrief {
  const query = useLiveQuery<Brief>(
    {
      key: keyOf(conversationId),
      load: () => loadBrief(conversationId),
    },
    // No frame tells of it.
    { staleTime: 0 },
  )
  return { ...loadedOf(query), brief: query.data }
}

/** Gives a conversation back to the bot; the row follows by the socket. Rejects with `ApiFailure`. */
export async function giveToBot(client: QueryClient, conversationId: string): Promise<void> {
  await api.handToBot({ params: { id: conversationId } })
  void client.invalidateQueries({ queryKey: keyOf(conversationId) })
}
