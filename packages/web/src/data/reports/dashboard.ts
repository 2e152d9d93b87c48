import type { Plain } from '@parley/core/call'
import { tolerant } from '@parley/core/read/tolerant'
import { Dashboard, type Compared } from '@parley/core/reports/api'
import { dayOf } from '@parley/core/text/days'
import { t } from '@parley/core/text/translate'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../client/client.ts'
import { useArea, useWorkspaceZone } from '../capabilities/queries.ts'
import { type Delay, sampleDelayMs, systemDelay } from '../capabilities/sample-delay.ts'
import { browserZone, useToday } from '../capabilities/workspace-day.ts'
import { useConversationList } from '../conversations/list.ts'
import { useUnreadStats } from '../messages/unread-stats.ts'
import { useRefetchOnChange } from './figures.ts'
import { askFor } from './statistics.ts'
import { useSession } from '../session/session.ts'
import { useTelling } from '../../sync/telling.ts'

/** The headline figures. Null is "not measured" and "not known". */
export interface DashboardFigures extends Omit<Plain<Dashboard>, 'handled_today'> {
  readonly handled_today: number | null
  /** They are built in, and nobody's. */
  readonly sample: boolean
}

/** Where the headline figures come from: the server that measures them, or this page as sample data. */
export interface DashboardSource {
  /** Rejects with `ApiFailure`. */
  figures(): Promise<DashboardFigures>
}

const readDashboard = tolerant(Dashboard)

/** The figures as the server measures them. */
export const servedDashboard = (ask: Pick<typeof api, 'dashboard'> = api): DashboardSource => ({
  figures: async () => ({ ...readDashboard(await askFor(ask.dashboard)), sample: false }),
})

/** DATA-29. Times in minutes, satisfaction of 5, availability in percent. */
export interface SampleStats {
  readonly pendingConversations: number
  readonly activeConversations: number
  readonly resolvedConversations: number
  readonly averageResponseTime: number
  readonly averageResolutionTime: number
  readonly customerSatisfaction: number
  readonly agentAvailability: number
}

/** DATA-30. */
export interface SampleActivity {
  readonly id: string
  readonly type: 'message' | 'handoff' | 'resolution'
  readonly description: string
  readonly timestamp: string
  readonly agent: string
  readonly conversationId: string
}

/** DATA-31. The wait in minutes, the level and the trends in percent. */
export interface SampleQueue {
  readonly currentQueue: number
  readonly averageWaitTime: number
  readonly serviceLevel: number
  readonly trends: { readonly queue: number; readonly waitTime: number; readonly serviceLevel: number }
}

/** The built-in dashboard, for a server that leaves it out. Its activities and its queue are on no screen. */
export interface SampleDashboard extends DashboardSource {
  stats(): Promise<SampleStats>
  activities(): Promise<readonly SampleActivity[]>
  queue(): Promise<SampleQueue>
}

const hourMs = 3_600_000

const stats: SampleStats = {
  pendingConversations: 8,
  activeConversations: 24,
  resolvedConversations: 156,
  averageResponseTime: 2.5,
  averageResolutionTime: 42,
  customerSatisfaction: 4.6,
  agentAvailability: 85,
}

type Week = 'week_response_time' | 'week_resolution_rate' | 'week_satisfaction' | 'week_conversations'

/** This week and last week. */
const week: Pick<Dashboard, Week> = {
  week_response_time: { current: stats.averageResponseTime, previous: 2.9 },
  week_resolution_rate: { current: 87, previous: 84 },
  week_satisfaction: { current: stats.customerSatisfaction, previous: 4.5 },
  week_conversations: { current: 142, previous: 150 },
}

const queue: SampleQueue = {
  currentQueue: 5,
  averageWaitTime: 3.2,
  serviceLevel: 91,
  trends: { queue: -10, waitTime: -5, serviceLevel: 2 },
}

const unknown = { current: null, previous: null }

/** No call, half a second for each operation (API-53). What the console itself can count is not among the samples. */
export function sampleDashboard(delay: Delay, now: () => Date): SampleDashboard {
  const after = async <T>(make: () => T): Promise<T> => {
    await delay(sampleDelayMs)
    return make()
  }
  const ago = (hours: number) => new Date(now().getTime() - hours * hourMs).toISOString()
  return {
    figures: () =>
      after(() => ({
        ...week,
        as_of: now().toISOString(),
        time_zone: '',
        week_start: '',
        pending_conversations: unknown,
        active_conversations: unknown,
        waiting_now: unknown,
        longest_wait: unknown,
        waits: [],
        handled_today: null,
        sample: true,
      })),
    stats: () => after(() => stats),
    queue: () => after(() => queue),
    activities: () =>
      after(() => [
        {
          id: 'sample-activity-1',
          type: 'message',
          description: 'Sample activity: a customer asked about a payment.',
          timestamp: ago(0.2),
          agent: 'Sample agent',
          conversationId: 'sample-conversation-1',
        },
        {
          id: 'sample-activity-2',
          type: 'handoff',
          description: 'Sample activity: a conversation was handed over.',
          timestamp: ago(0.7),
          agent: 'Sample agent',
          conversationId: 'sample-conversation-2',
        },
        {
          id: 'sample-activity-3',
          type: 'resolution',
          description: 'Sample activity: a conversation was resolved.',
          timestamp: ago(2),
          agent: 'Sample agent',
          conversationId: 'sample-conversation-3',
        },
      ]),
  }
}

const slowMs = 60_000
const stirredMs = 10_000
const everything = {}

/** What the dashboard's cards know. */
export interface DashboardView {
  /** Null before the first answer. */
  readonly figures: DashboardFigures | null
  /** The viewer's unread messages, those of the pending conversations; null where not known. */
  readonly unread: number | null
  /** When they were asked for, in epoch milliseconds. */
  readonly at: number | null
  readonly loading: boolean
  readonly fetching: boolean
  /** Why the newest fetch failed; null when it did not, or where a cut line is why. */
  readonly failure: string | null
  /** Nothing gets through to the server. */
  readonly cut: boolean
  readonly refetch: () => void
}

const sources = {
  served: servedDashboard(),
  sample: sampleDashboard(systemDelay, () => new Date()),
}

/**
 * The headline figures, measured by the server or, where it leaves them out, samples beside what the console can count.
 * One place of a page keeps them fresh for all; the others look on and ask for nothing.
 */
export function useDashboard(role: 'keeps' | 'looks on'): DashboardView {
  const keeps = role === 'keeps'
  const area = useArea('dashboard')
  const from = area === 'served' || area === 'sample' ? area : null
  const query = useQuery({
    queryKey: ['dashboard', from],
    queryFn: async () => {
      if (from === null) throw new Error('Nobody is known to answer for the dashboard')
      const at = Date.now()
      return { figures: await sources[from].figures(), at }
    },
    enabled: from !== null && keeps,
    // Who comes back asks again: nobody has watched for events meanwhile.
    staleTime: 0,
    refetchInterval: from === 'served' && keeps ? slowMs : false,
  })
  useRefetchOnChange(() => {
    if (from === 'served' && keeps) void query.refetch({ cancelRefetch: false })
  }, stirredMs)
  const unread = useUnreadStats()
  const counted = useCounted()
  const figures = query.data?.figures ?? null
  const { cut, tells } = useTelling(Math.max(query.dataUpdatedAt, query.errorUpdatedAt))
  return {
    figures: figures && {
      ...figures,
      ...(figures.sample && counted),
      // From the page's own counts, which the sidebar shows too, so that both change at once.
      pending_conversations: {
        previous: figures.pending_conversations.previous,
        current:
          unread.stats?.conversations_with_unread ??
          (figures.sample ? null : figures.pending_conversations.current),
      },
    },
    unread: unread.stats?.total_unread_messages ?? null,
    at: query.data?.at ?? null,
    loading: area === 'unknown' || (from !== null && query.isPending),
    fetching: query.isFetching,
    failure:
      area === 'unavailable'
        ? cut
          ? null
          : t('the server did not respond')
        : tells && query.isError
          ? query.error.message
          : null,
    cut,
    refetch: () => void query.refetch({ cancelRefetch: false }),
  }
}

const alone = (current: number | null): Compared => ({ current, previous: null })

/** What the console's own store can count where the server does not: active conversations, and mine of today. */
function useCounted(): Pick<DashboardFigures, 'active_conversations' | 'handled_today'> {
  const list = useConversationList(everything)
  const viewer = useSession()?.user.id ?? null
  const today = useToday()
  const { timeZone = browserZone() } = useWorkspaceZone()
  const known = !list.sample && list.fetchedAt !== null
  const isToday = (time: string | null) => time !== null && dayOf(new Date(time), timeZone) === today
  return {
    active_conversations: alone(known ? (list.counts?.ACTIVE ?? null) : null),
    handled_today: known
      ? list.rows.filter(row => row.agent?.id === viewer && isToday(row.last_activity)).length
      : null,
  }
}
