import type { Setup } from '@parley/core/setup/api'
import type { getStarted } from '@parley/core/setup/constants'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { type LiveQuery, useLiveQuery } from '../../sync/live-query.ts'
import { useMay } from '../capabilities/queries.ts'

/** While something is missing somebody may be at it this moment: milliseconds. */
const followedMs = 3_000
const doneMs = 60_000

const key = ['setup'] as const
const load = async (): Promise<Setup> => (await api.setup({})).value as Setup

const isDone = ({ done }: Setup): boolean => done.connect && done.people && done.test

/** The three steps as they stand, asked for every few seconds until all is done: no frame tells of them. */
export const useSetup = (): LiveQuery<Setup> =>
  useLiveQuery<Setup>(
    { key, load, refetchAfter: held => (held !== undefined && isDone(held) ? doneMs : followedMs) },
    { refetchOnMount: 'always' },
  )

const cachedSetup = queryOptions({ queryKey: key, queryFn: load, staleTime: Number.POSITIVE_INFINITY })

/** The steps for whoever is led to them; null for everybody else, and until the server has said so. */
export function useOfferedSetup(): Setup | null {
  const { data } = useQuery({ ...cachedSetup, enabled: useMay('settings') })
  return data?.offered === true ? data : null
}

/** Has administrators led to the steps, or not any more. Rejects with `ApiFailure`. */
export function useOfferSetup(): (chosen: (typeof getStarted)[number]) => Promise<void> {
  'use memo'
  const client = useQueryClient()
  return async chosen => {
    await api.changeSettings({ body: { settings: { get_started: chosen } } })
    await client.refetchQueries({ queryKey: key, exact: true })
  }
}
