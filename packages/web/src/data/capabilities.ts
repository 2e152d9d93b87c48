import type { Area } from '@parley/core/api/areas'
import { readServedAreas } from '@parley/core/read/capabilities'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { logFailure } from './action-messages.ts'
import { ApiFailure } from './api-failure.ts'
import { api } from './client.ts'

const recoveryMs = 10_000

/**
 * Who answers for an area. served: the server stores and shares it. sample: the server leaves it to the built-in sample
 * data. unknown: the server has not answered yet. unavailable: it could not be asked, and is asked again.
 */
export type AreaState = 'served' | 'sample' | 'unknown' | 'unavailable'

/**
 * The areas that the server serves. A server without the call serves none; every other failure says nothing about that
 * and rejects.
 */
export async function loadServedAreas(ask: () => Promise<{ readonly value: unknown }>) {
  try {
    return readServedAreas((await ask()).value)
  } catch (cause) {
    if (cause instanceof ApiFailure && (cause.status === 404 || cause.status === 501)) return []
    throw cause
  }
}

/** What the server serves; asked once after sign-in, and until there is an answer. */
export const servedAreas = queryOptions({
  queryKey: ['capabilities'],
  queryFn: () =>
    loadServedAreas(api.capabilities).catch((cause: unknown) => {
      logFailure('fetchCapabilities', cause)
      throw cause
    }),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  refetchInterval: ({ state }) => (state.status === 'error' ? recoveryMs : false),
})

/** Who answers for an area. */
export function useArea(area: Area): AreaState {
  const { data, isError } = useQuery(servedAreas)
  if (data !== undefined) return data.includes(area) ? 'served' : 'sample'
  return isError ? 'unavailable' : 'unknown'
}
