import { type Answer, type Fetchers, nothingThere } from '@parley/core/live/fetchers'
import { fieldsOf } from '@parley/core/read/value'
import type { WorkPart } from '@parley/core/work/constants'
import { ApiFailure, isForbidden, isMissing, isUnanswered } from './api-failure.ts'
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

/** What is asked for of one conversation in the same moment. */
interface Moment {
  readonly parts: Set<WorkPart>
  limit: unknown
  /** Null: each is to be asked for by its own call. */
  readonly answer: Promise<Answer<unknown> | null>
}

/**
 * Asks for what stands around a thread. What is asked for of one conversation in the same moment travels in one call; what
 * is asked for alone travels in its own, and so does all of it where a server has no such call or refuses it.
 */
export class RequestBatcher {
  readonly #api: Pick<typeof calls, 'work'>
  readonly #moments = new Map<string, Moment>()

  constructor(api: Pick<typeof calls, 'work'>) {
    this.#api = api
  }

  /**
   * A part as its own call, which is `alone`, answers it. Rejects with `ApiFailure`.
   * @param wanted.limit how many rows, of applications; as the call takes it
   */
  async ask(
    { conversationId, part, limit }: { conversationId: string; part: WorkPart; limit?: number | undefined },
    alone: () => Promise<Answer<unknown>>,
  ): Promise<Answer<unknown>> {
    const moment = this.#moments.get(conversationId) ?? this.#begin(conversationId)
    moment.parts.add(part)
    moment.limit ??= limit
    const answer = await moment.answer
    return (answer === null ? null : partOf(answer, part)) ?? alone()
  }

  #begin(id: string): Moment {
    const parts = new Set<WorkPart>()
    const moment: Moment = { parts, limit: undefined, answer: this.#answer(id, parts) }
    this.#moments.set(id, moment)
    return moment
  }

  async #answer(id: string, parts: ReadonlySet<WorkPart>): Promise<Answer<unknown> | null> {
    // A screen that opens, and a line that comes back, ask for everything in one go: it has all been added by then.
    await Promise.resolve()
    const limit = this.#moments.get(id)?.limit
    this.#moments.delete(id)
    if (parts.size < 2) return null
    try {
      return await this.#api.work({ params: { id }, query: { parts: [...parts].join(','), limit } })
    } catch (cause) {
      const isRefused = !isUnanswered(cause) && cause instanceof ApiFailure && cause.status !== 401
      if (isRefused) return null
      throw cause
    }
  }
}

/** Null where the answer lacks it. */
function partOf({ value, seq }: Answer<unknown>, part: WorkPart): Answer<unknown> | null {
  const said = fieldsOf(value)[part]
  if (said === undefined || said === null) return null
  if (part !== 'ipp' && part !== 'lib') return { value: said, seq, total: null, counts: null }
  const { rows, counts } = fieldsOf(said)
  return { value: rows, seq, total: null, counts: JSON.stringify(counts ?? {}) }
}
