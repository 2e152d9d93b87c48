import { type Answer, type Fetchers, nothingThere } from '@parley/core/live/fetchers'
import { ApiFailure, isForbidden, isMissing } from './api-failure.ts'
import type { api as calls } from './client.ts'

/** What one may not see is not there, as far as the screen goes. */
export const orNothing = (answer: Promise<Answer<unknown>>): Promise<Answer<unknown>> =>
  answer.catch((cause: unknown) => {
    if (isMissing(cause) || isForbidden(cause)) return nothingThere
    throw cause
  })

/** Asks the second way on any failure but 401; its failure is the one told. */
async function either<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first()
  } catch (cause) {
    if (cause instanceof ApiFailure && cause.status === 401) throw cause
    return second()
  }
}

const everyAgent = 500

/** The calls whose answers are held. */
export type CachedCalls = Pick<
  typeof calls,
  'conversations' | 'history' | 'historyFallback' | 'unreadStats' | 'availableAgents' | 'pollNotifications'
>

/** How the server is asked for what is held. Each rejects with `ApiFailure`. */
export const apiFetchers = (api: CachedCalls): Fetchers => ({
  conversations: query => api.conversations({ query }),
  conversation: id => orNothing(api.conversations({ query: { conversation_id: id } })),
  /** By its path, then by the other one. */
  history: (id, query) => {
    const args = { params: { id }, query: { include_attachments: 'true' as const, ...query } }
    return either(
      () => api.history(args),
      () => api.historyFallback(args),
    )
  },
  unreadStats: () => api.unreadStats(),
  /** Where the real-time list fails, the plain one is asked for (ERR-10). */
  agents: () =>
    either(
      () => api.availableAgents({ query: { limit: everyAgent, include_realtime: 'true' } }),
      () => api.availableAgents({ query: { limit: everyAgent } }),
    ),
  notices: () => api.pollNotifications(),
})
