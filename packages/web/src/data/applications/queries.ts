import type { ConversationEntity } from '@parley/core/conversations/api'
import type {
  ApplicationEntity,
  ApplicationKind,
  ApplicationRowEntity,
  ApplicationStatus,
} from '@parley/core/applications/application'
import type { Counts } from '@parley/core/live/unread'
import type { ApplicationFilter } from '@parley/core/applications/rules'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { logFailure } from '../../client/action-messages.ts'
import { agentStorage } from '../../client/device/own-kept.ts'
import { ownSession } from '../../client/session-store.ts'
import { loadedOf, useLiveQuery } from '../../sync/live-query.ts'
import { usePages } from '../../sync/use-pages.ts'
import { type AreaState, useArea } from '../capabilities/queries.ts'
import { systemDelay } from '../capabilities/sample-delay.ts'
import {
  type ApplicationPage,
  type ApplicationSource,
  type CachedApplication,
  servedApplications,
  type WantedApplications,
} from './source.ts'

/** Rows grow out of "today" by themselves. */
const rangeMs = 5 * 60_000
const keptPlace = () => `sample-applications:${ownSession()?.user.id}`

/** A list of applications in the server's order, newest submission first. */
export type ApplicationsView = ReturnType<typeof useList>

/** One application. */
export type ApplicationView = ReturnType<typeof useApplication>

/** The applications of a filter, fetched again when an event says so, or the built-in samples. */
export function useApplications(kind: ApplicationKind, filter: ApplicationFilter): ApplicationsView {
  const wanted = useMemo(() => ({ kind, filter, conversation: null }), [kind, filter])
  return useList(wanted, true)
}

/** The applications of one conversation's customer. `enabled` off: a placeholder has none. */
export function useLinkedApplications(
  kind: ApplicationKind,
  { id, user }: Pick<ConversationEntity, 'id' | 'user'>,
  enabled: boolean,
): ApplicationsView {
  const { phone_number: phone } = user
  const wanted = useMemo(() => ({ kind, filter: {}, conversation: { id, phone } }), [kind, id, phone])
  return useList(wanted, enabled)
}

function useList(wanted: WantedApplications, enabled: boolean) {
  const { area, source } = useApplicationSource()
  const isOff = source === null || !enabled
  const { kind, filter, conversation } = wanted
  const view = usePages<ApplicationRowEntity, ApplicationStatus>({
    key: source?.listKey(wanted) ?? ['applications-of-nobody'],
    load: isOff ? null : after => source.page(wanted, after),
    onFailure: cause => logFailure('fetchApplications', cause),
    // Another customer's must not stand here.
    follows: ([, ofKind]) => conversation === null && ofKind === kind,
    refetchEvery: filter.range === undefined ? false : rangeMs,
  })
  const { rows, counts, isPrevious } = view
  const isCounted = counts !== null && Object.keys(counts).length > 0
  return {
    ...view,
    area,
    /** Null while nobody can be asked. */
    source: isOff ? null : source,
    counts: isCounted || area === 'sample' ? (counts ?? {}) : null,
    /** How many there are in all, also those that are not held. */
    total: isCounted && !isPrevious ? totalOf(counts, filter.status) : rows.length,
  }
}

const totalOf = (counts: Counts<ApplicationStatus>, status: ApplicationStatus | undefined) =>
  status === undefined ? Object.values(counts).reduce((sum, count) => sum + count, 0) : (counts[status] ?? 0)

/** One application, fetched again when an event says so, or a built-in sample. */
export function useApplication(kind: ApplicationKind, id: string) {
  const { area, source } = useApplicationSource()
  const query = useLiveQuery<CachedApplication>({
    key: source?.key(kind, id) ?? ['application-of-nobody'],
    load: source === null ? null : () => source.get(kind, id),
    onFailure: cause => logFailure('fetchApplication', cause),
  })
  return {
    ...loadedOf(query),
    area,
    /** Null while nobody can be asked. */
    source,
    /** Null while it is not there, and for good in the state `ready`. */
    application: query.data?.value ?? null,
  }
}

function useApplicationSource(): { readonly area: AreaState; readonly source: ApplicationSource | null } {
  const client = useQueryClient()
  const area = useArea('applications')
  const served = useMemo(() => servedApplications(client), [client])
  const { data: samples = null } = useLiveQuery<ApplicationSource>(
    {
      key: ['sample-application-source'],
      load: area === 'sample' ? () => samplesOnce(client) : null,
      onFailure: cause => logFailure('fetchApplications', cause),
    },
    { gcTime: Number.POSITIVE_INFINITY },
  )
  const sample = area === 'sample' ? samples : null
  return { area, source: area === 'served' ? served : sample }
}

let samplesOf: Promise<ApplicationSource> | null = null

/** Once for the page, whatever becomes of the query; its code and files are loaded when they are needed. */
const samplesOnce = (client: QueryClient): Promise<ApplicationSource> =>
  (samplesOf ??= makeSamples(client).catch((cause: unknown) => {
    samplesOf = null
    throw cause
  }))

async function makeSamples(client: QueryClient): Promise<ApplicationSource> {
  const { sampleApplications, sampleApplicationKey } = await import('./sample-source.ts')
  return sampleApplications({
    delay: systemDelay,
    now: () => new Date(),
    agent: () => ownSession()?.user ?? null,
    kept: async () => (await agentStorage.read(keptPlace())) as readonly ApplicationEntity[] | undefined,
    keep: changed => void agentStorage.keep(keptPlace(), changed),
    changed: (application, relist) => {
      const key = sampleApplicationKey(application.kind, application.id)
      client.setQueryData<CachedApplication>(key, { value: application, seq: 0 })
      for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['sample-applications'] })) {
        const [, kind, filter, conversation] = queryKey
        const wanted = { kind, filter, conversation } as WantedApplications
        client.setQueryData<InfiniteData<ApplicationPage>>(
          queryKey,
          before => before && { ...before, pages: [relist(wanted)] },
        )
      }
    },
  })
}
