import type { ApplicationKind, ApplicationStatus } from '@parley/core/api/applications'
import type { ApplicationEntity, ApplicationRowEntity } from '@parley/core/read/application'
import { type ApplicationFilter, matchesApplicationFilter } from '@parley/core/rules/application'
import { type QueryClient, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { keep, readKept } from '../../client/device-store.ts'
import { ownSession } from '../../client/own-session.ts'
import { editHeld } from '../../sync/cache-edit.ts'
import type { HeldApplication, HeldApplications } from '../../sync/cache-keys.ts'
import { useNow } from '../../ui/use-now.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { systemDelay } from '../capabilities/sample-delay.ts'
import type { WantedApplications } from './load.ts'
import { type ApplicationSource, servedApplications } from './source.ts'

const recoveryMs = 10_000
/** What frames left open is asked for this long after, together. */
const settleMs = 1_000
/** Rows grow out of "today" by themselves. */
const rangeMs = 5 * 60_000
const keptKey = 'sample-applications'

const noRows: readonly ApplicationRowEntity[] = []

/**
 * What is known of applications that were asked for. off: nobody can be asked, since it is not known who serves them.
 * failed: they never came. stale: they came once and could not be fetched again.
 */
interface Loaded {
  readonly area: AreaState
  readonly state: 'off' | 'loading' | 'ready' | 'stale' | 'failed'
  /** When what is shown was fetched, in epoch milliseconds; 0 before. */
  readonly fetchedAt: number
  readonly retrying: boolean
  readonly retry: () => void
  /** Null while nobody can be asked. */
  readonly source: ApplicationSource | null
}

/** A list of applications, newest submission first. */
export interface ApplicationsView extends Loaded {
  readonly rows: readonly ApplicationRowEntity[]
  /** For the filter without its status; null while unknown. */
  readonly counts: Readonly<Partial<Record<ApplicationStatus, number>>> | null
  /** How many there are in all, also those that are not held. */
  readonly total: number
  readonly more: 'none' | 'idle' | 'loading' | 'failed'
  /** Fetches the next page; does nothing when there is none or it is on its way. */
  readonly loadMore: () => void
}

/** One application; null while it is not there, and for good in the state `ready`. */
export interface ApplicationView extends Loaded {
  readonly application: ApplicationEntity | null
}

/** The applications of a filter, kept current by the socket, or the built-in samples. */
export function useApplications(kind: ApplicationKind, filter: ApplicationFilter): ApplicationsView {
  const wanted = useMemo(() => ({ kind, filter, conversation: null }), [kind, filter])
  return useList(wanted, true)
}

/** The applications of one conversation's customer. `enabled` off: a placeholder has none. */
export function useLinkedApplications(
  kind: ApplicationKind,
  conversation: { readonly id: string; readonly phone_number: string | null },
  enabled: boolean,
): ApplicationsView {
  const { id, phone_number: phone } = conversation
  const wanted = useMemo(() => ({ kind, filter: {}, conversation: { id, phone } }), [kind, id, phone])
  return useList(wanted, enabled)
}

function useList(wanted: WantedApplications, enabled: boolean): ApplicationsView {
  const client = useQueryClient()
  const { area, source } = useApplicationSource()
  const isOff = source === null || !enabled
  const key = source?.listKey(wanted) ?? ['applications-of-nobody']
  const query = useQuery<HeldApplications>({
    queryKey: key,
    queryFn: isOff
      ? skipToken
      : () =>
          source.list(wanted, client.getQueryData<HeldApplications>(key)).catch((cause: unknown) => {
            logFailure('fetchApplications', cause)
            throw cause
          }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    placeholderData: before => (before?.value.kind === wanted.kind ? before : undefined),
    refetchInterval: ({ state }) => refetchAfter(wanted, state.status === 'error', state.data),
  })
  const { data, isPlaceholderData } = query
  const more = useMore(client, source, wanted, isPlaceholderData || query.isFetching ? undefined : data)
  const now = useNow()
  const rows = useMemo(() => {
    if (data === undefined) return noRows
    return isPlaceholderData
      ? data.value.rows.filter(row => matchesApplicationFilter(row, wanted.filter, { now }))
      : data.value.rows
  }, [data, isPlaceholderData, wanted, now])
  const counts = data?.value.counts ?? {}
  const isCounted = Object.keys(counts).length > 0
  const { status } = wanted.filter
  return {
    ...loaded(area, isOff ? null : source, query),
    rows,
    counts: isCounted || area === 'sample' ? counts : null,
    total:
      isCounted && !isPlaceholderData
        ? status === undefined
          ? Object.values(counts).reduce((sum, count) => sum + count, 0)
          : (counts[status] ?? 0)
        : rows.length,
    ...more,
  }
}

/** When a list is to be fetched again by itself, in milliseconds. */
function refetchAfter(
  { filter }: WantedApplications,
  failed: boolean,
  held: HeldApplications | undefined,
): number | false {
  if (failed) return recoveryMs
  const { lacks } = held?.value ?? {}
  if (lacks?.counts === true || lacks?.list === true) return settleMs
  return filter.range === undefined ? false : rangeMs
}

function useMore(
  client: QueryClient,
  source: ApplicationSource | null,
  wanted: WantedApplications,
  held: HeldApplications | undefined,
): Pick<ApplicationsView, 'more' | 'loadMore'> {
  const [asked, setAsked] = useState<{ wanted: WantedApplications; state: 'loading' | 'failed' } | null>(null)
  const state = asked?.wanted === wanted ? asked.state : 'idle'
  const loadMore = () => {
    if (source === null || held === undefined || !held.value.hasMore || state === 'loading') return
    setAsked({ wanted, state: 'loading' })
    const fetchPage = async () => {
      try {
        const step = await source.more(wanted, held)
        editHeld<HeldApplications>(client, source.listKey(wanted), step)
        setAsked(null)
      } catch (cause) {
        logFailure('fetchApplications', cause)
        setAsked({ wanted, state: 'failed' })
      }
    }
    void fetchPage()
  }
  return { more: held?.value.hasMore === true ? state : 'none', loadMore }
}

/** One application, kept current by the socket, or a built-in sample. */
export function useApplication(kind: ApplicationKind, id: string): ApplicationView {
  const { area, source } = useApplicationSource()
  const query = useQuery<HeldApplication>({
    queryKey: source?.key(kind, id) ?? ['application-of-nobody'],
    queryFn:
      source === null
        ? skipToken
        : () =>
            source.get(kind, id).catch((cause: unknown) => {
              logFailure('fetchApplication', cause)
              throw cause
            }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.status === 'error' ? recoveryMs : false),
  })
  return { ...loaded(area, source, query), application: query.data?.value ?? null }
}

interface Queried {
  readonly data: unknown
  readonly isError: boolean
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

const loaded = (area: AreaState, source: ApplicationSource | null, query: Queried): Loaded => ({
  area,
  state:
    source === null
      ? 'off'
      : query.data === undefined
        ? query.isError
          ? 'failed'
          : 'loading'
        : query.isError
          ? 'stale'
          : 'ready',
  fetchedAt: query.dataUpdatedAt,
  retrying: query.isFetching,
  retry: () => void query.refetch(),
  source,
})

function useApplicationSource(): { readonly area: AreaState; readonly source: ApplicationSource | null } {
  const client = useQueryClient()
  const area = useArea('applications')
  const samples = useSamples(client, area === 'sample')
  const served = useMemo(() => servedApplications(client), [client])
  return { area, source: area === 'served' ? served : area === 'sample' ? samples : null }
}

let samplesOf: Promise<ApplicationSource> | null = null

/** The sample source, once for the page; its code and files are loaded when they are needed. */
function useSamples(client: QueryClient, needed: boolean): ApplicationSource | null {
  const [samples, setSamples] = useState<ApplicationSource | null>(null)
  useEffect(() => {
    if (!needed) return undefined
    let current = true
    const take = async () => {
      samplesOf ??= makeSamples(client)
      try {
        const source = await samplesOf
        if (current) setSamples(source)
      } catch (cause) {
        samplesOf = null
        logFailure('fetchApplications', cause)
      }
    }
    void take()
    return () => {
      current = false
    }
  }, [client, needed])
  return samples
}

async function makeSamples(client: QueryClient): Promise<ApplicationSource> {
  const { sampleApplications, sampleApplicationKey } = await import('./sample-source.ts')
  return sampleApplications({
    delay: systemDelay,
    now: () => new Date(),
    agent: () => ownSession()?.user ?? null,
    kept: () => readKept<readonly ApplicationEntity[]>(keptKey),
    keep: changed => void keep(keptKey, changed),
    changed: (application, relist) => {
      const key = sampleApplicationKey(application.kind, application.id)
      client.setQueryData<HeldApplication>(key, { value: application, seq: 0 })
      for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['sample-applications'] })) {
        const [, kind, filter, conversation] = queryKey
        const wanted = { kind, filter, conversation } as WantedApplications
        client.setQueryData<HeldApplications>(queryKey, before => before && relist(wanted))
      }
    },
  })
}
