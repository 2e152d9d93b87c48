import type { FastifyReply } from 'fastify'
import type { Call } from '@parley/core/calls'
import { ApiError } from '@parley/core/errors'

/** The calls allowed at once, and how many more a second. */
export interface Budget {
  readonly burst: number
  readonly perSecond: number
}

/**
 * Counts one client's calls. Returns 0 within the budget, otherwise the milliseconds until the next call is allowed. A refused
 * call costs nothing. `clock` gives milliseconds from any start.
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

/** Each agent's budgets, over all sessions together. */
export type Budgets = Readonly<Record<Purpose, Budget>>

/** More than any person does. It allows a long text in parts, a handful of files, and a list that reloads at each key. */
export const productionBudgets: Budgets = {
  send: { burst: 60, perSecond: 1 },
  search: { burst: 100, perSecond: 5 },
  upload: { burst: 60, perSecond: 1 },
  export: { burst: 5, perSecond: 1 / 60 },
}

/** Tests and measurements act as a demo's agents, and type faster. */
export const demoBudgets: Budgets = {
  send: { burst: 300, perSecond: 2 },
  search: { burst: 600, perSecond: 200 },
  upload: { burst: 300, perSecond: 10 },
  export: { burst: 50, perSecond: 5 },
}

/** Counts one call of an agent if the call has a budget. @throws ApiError call.too-often, with Retry-After set on the reply */
export type Spend = (
  call: Call,
  by: { readonly agentId: number; readonly query: unknown; readonly reply: FastifyReply },
) => void

/** Counts in this process: N servers allow N times as much. `clock` gives milliseconds from any start. */
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

/** A list has a budget only if the call searches. */
function purposeOf({ spends, query: asked }: Call, query: unknown): Purpose | null {
  const isList = asked !== undefined && 'search' in asked.shape
  if (spends === 'search' && isList && (query as { search?: string } | undefined)?.search === undefined)
    return null
  return spends ?? null
}
