import type { FastifyReply } from 'fastify'
import type { Call } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'

/** How much may be done at once, and how much more a second. */
export interface Budget {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Counts what one client does: answers 0 while it keeps within its budget, else the milliseconds after which it may go on;
 * what is refused costs nothing. `clock` gives milliseconds from any beginning.
 */
export function tokenBucket({ burst, perSecond }: Budget, clock: () => number): () => number {
  let left = burst
  let at = clock()
  return () => {
    const now = clock()
    left = Math.min(burst, left + ((now - at) / 1000) * perSecond)
    at = now
    if (left < 1) return ((1 - left) / perSecond) * 1000
    left -= 1
    return 0
  }
}

type Purpose = NonNullable<Call['spends']>

/** What one agent may do of each, in all sessions together. */
export type Budgets = Readonly<Record<Purpose, Budget>>

/** More than any person does, with room for a long text in parts, a handful of files, and a list that follows each key. */
export const productionBudgets: Budgets = {
  send: { burst: 60, perSecond: 1 },
  search: { burst: 100, perSecond: 5 },
  upload: { burst: 60, perSecond: 1 },
  export: { burst: 5, perSecond: 1 / 60 },
}

/** A demo's agents are tests and measurements too, which type faster. */
export const demoBudgets: Budgets = {
  send: { burst: 300, perSecond: 2 },
  search: { burst: 600, perSecond: 200 },
  upload: { burst: 300, perSecond: 10 },
  export: { burst: 50, perSecond: 5 },
}

/** Counts one call of an agent's, if it spends anything. @throws ApiError call.too-often, with Retry-After set on the reply */
export type Spend = (
  call: Call,
  by: { readonly agentId: number; readonly query: unknown; readonly reply: FastifyReply },
) => void

/** Counted in this process: several servers allow as many times more. `clock` gives milliseconds from any beginning. */
export function rateLimit(budgets: Budgets, clock: () => number): Spend {
  const buckets = new Map<string, () => number>()
  return (call, { agentId, query, reply }) => {
    const purpose = purposeOf(call, query)
    if (purpose === null) return
    const name = `${agentId} ${purpose}`
    const bucket = buckets.get(name) ?? tokenBucket(budgets[purpose], clock)
    buckets.set(name, bucket)
    const waitMs = bucket()
    if (waitMs === 0) return
    const seconds = Math.ceil(waitMs / 1000)
    reply.header('retry-after', String(seconds))
    throw new ApiError('call.too-often', { seconds })
  }
}

/** A list spends only where it searches. */
function purposeOf({ spends, query: asked }: Call, query: unknown): Purpose | null {
  const isList = asked !== undefined && 'search' in asked.shape
  if (spends === 'search' && isList && (query as { search?: string } | undefined)?.search === undefined)
    return null
  return spends ?? null
}
