import { type Answer, nothingThere } from '@parley/core/live/answer'
import type { ApplicationAsks, Asks } from '@parley/core/live/asks'
import { ApiFailure, isForbidden, isMissing } from './api-failure.ts'
import type { api as calls } from './client.ts'
import type { WorkAsks } from './work-asks.ts'

/** What one may not see is not there, as far as the screen goes. */
const orNothing = (answer: Promise<Answer<unknown>>): Promise<Answer<unknown>> =>
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

type ApplicationQuery = Parameters<ApplicationAsks['applications']>[1]

const everyAgent = 500

/** The calls whose answers are held. */
export type HeldCalls = Pick<
  typeof calls,
  | 'conversations'
  | 'history'
  | 'historyFallback'
  | 'unreadStats'
  | 'tickets'
  | 'ticket'
  | 'ticketByNumber'
  | 'issues'
  | 'availableAgents'
  | 'pollNotifications'
>
export type HeldApplicationCalls = Pick<
  typeof calls,
  'ippApplications' | 'ippApplication' | 'libApplications' | 'libApplication'
>

/** How the server is asked for what is held. Each rejects with `ApiFailure`. */
export const asksOf = (api: HeldCalls, work: WorkAsks): Asks => ({
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
  tickets: id =>
    work.ask({ conversationId: id, part: 'tickets' }, () => api.tickets({ query: { conversation_id: id } })),
  ticket: (id, number) =>
    orNothing(number === null ? api.ticket({ params: { id } }) : api.ticketByNumber({ params: { number } })),
  issues: id =>
    work.ask({ conversationId: id, part: 'issues' }, () => api.issues({ query: { conversation_id: id } })),
  /** Where the real-time list fails, the plain one is asked for (ERR-10). */
  agents: () =>
    either(
      () => api.availableAgents({ query: { limit: everyAgent, include_realtime: 'true' } }),
      () => api.availableAgents({ query: { limit: everyAgent } }),
    ),
  notices: () => api.pollNotifications(),
})

/** The conversation whose customer's newest applications are asked for; null where it is anything else. */
const newestOf = ({ conversation_id: id, status, range, search, after }: ApplicationQuery): string | null =>
  id !== undefined && [status, range, search, after].every(narrowing => narrowing === undefined) ? id : null

/** The same for applications. */
export const applicationAsksOf = (api: HeldApplicationCalls, work: WorkAsks): ApplicationAsks => ({
  applications: (kind, query) => {
    const alone = () => (kind === 'ipp' ? api.ippApplications({ query }) : api.libApplications({ query }))
    const conversationId = newestOf(query)
    if (conversationId === null) return alone()
    return work.ask({ conversationId, part: kind, limit: query.limit }, alone)
  },
  application: (kind, id) =>
    orNothing(
      kind === 'ipp' ? api.ippApplication({ params: { id } }) : api.libApplication({ params: { id } }),
    ),
})
