import type { Plain } from '@parley/core/call'
import { tolerant } from '@parley/core/read/tolerant'
import { Dashboard, type Compared } from '@parley/core/reports/api'
import { dayOf } from '@parley/core/text/days'
import { t } from '@parley/core/text/translate'
import { api } from '../../client/client.ts'
import { useArea, useWorkspaceZone } from '../capabilities/queries.ts'
import { type Delay, sampleDelayMs, systemDelay } from '../capabilities/sample-delay.ts'
import { browserZone, useToday } from '../capabilities/workspace-day.ts'
import { useConversationList } from '../conversations/list.ts'
import { useUnreadStats } from '../messages/unread-stats.ts'
import { useFollowedQuery } from './figures.ts'
import { askFor } from './statistics.ts'
import { useSession } from '../session/session.ts'

/** The headline figures. Null is "not measured" and "not known". */
export interface DashboardFigures extends Omit<Plain<Dashboard>, 'handled_today'> {
  readonly handled_today: number | null
  /** They are built in, and nobody's. */
  readonly sample: boolean
}

const readDashboard = tolerant(Dashboard)

/** DATA-29. Times in minutes, satisfaction of 5, availability in percent. */
const stats = {
  pendingConversations: 8,
  activeConversations: 24,
  resolvedConversations: 156,
  averageResponseTime: 2.5,
  averageResolutionTime: 42,
  customerSatisfaction: 4.6,
  agentAvailability: 85,
}

/** DATA-30. */
const activities = [
  { type: 'message', hours: 0.2, description: 'Sample activity: a customer asked about a payment.' },
  { type: 'handoff', hours: 0.7, description: 'Sample activity: a conversation was handed over.' },
  { type: 'resolution', hours: 2, description: 'Sample activity: a conversation was resolved.' },
]

/** DATA-31. The wait in minutes, the level and the trends in percent. */
const queue = {
  currentQueue: 5,
  averageWaitTime: 3.2,
  serviceLevel: 91,
  trends: { queue: -10, waitTime: -5, serviceLevel: 2 },
}

/** This week and last week. */
const week = {
  week_response_time: { current: stats.averageResponseTime, previous: 2.9 },
  week_resolution_rate: { current: 87, previous: 84 },
  week_satisfaction: { current: stats.customerSatisfaction, previous: 4.5 },
  week_conversations: { current: 142, previous: 150 },
}

const alone = (current: number | null): Compared => ({ current, previous: null })

/**
 * The built-in dashboard, for a server that leaves it out: no call, half a second for each operation (API-53). What the
 * console itself can count is not among the samples. Its activities and its queue are on no screen.
 */
export function sampleDashboard(delay: Delay, now: () => Date) {
  const after = async <T>(make: () => T): Promise<T> => {
    await delay(sampleDelayMs)
    return make()
  }
  const ago = (hours: number) => new Date(now().getTime() - hours * hourMs).toISOString()
  return {
    figures: () =>
      after(
        (): DashboardFigures => ({
          ...week,
          as_of: now().toISOString(),
          time_zone: '',
          week_start: '',
          pending_conversations: alone(null),
          active_conversations: alone(null),
          waiting_now: alone(null),
          longest_wait: alone(null),
          waits: [],
          handled_today: null,
          sample: true,
        }),
      ),
    stats: () => after(() => stats),
    queue: () => after(() => queue),
    activities: () =>
      after(() =>
        activities.map(({ hours, ...activity }, index) => ({
          ...activity,
          id: `sample-activity-${index + 1}`,
          timestamp: ago(hours),
          agent: 'Sample agent',
          conversationId: `sample-conversation-${index + 1}`,
        })),
      ),
  }
}

const hourMs = 3_600_000
const stirredMs = 10_000
const everything = {}

/** Where the headline figures come from: the server that measures them, or this page as sample data. */
const figuresFrom = {
  /** Rejects with `ApiFailure`. */
  served: async (): Promise<DashboardFigures> => ({
    ...readDashboard(await askFor(api.dashboard)),
    sample: false,
  }),
  sample: sampleDashboard(systemDelay, () => new Date()).figures,
}

/** What the dashboard's cards know. */
export type DashboardView = ReturnType<typeof useDashboard>

/**
 * The headline figures, measured by the server or, where it leaves them out, samples beside what the console can count.
 * One place of a page keeps them fresh for all; the others look on and ask for nothing.
 */
export function useDashboard(role: 'keeps' | 'looks on') {
  const keeps = role === 'keeps'
  const area = useArea('dashboard')
  const from = area === 'served' || area === 'sample' ? area : null
  const { query, cut, failure, refetch } = useFollowedQuery(
    {
      queryKey: ['dashboard', from],
      queryFn: async () => {
        if (from === null) throw new Error('Nobody is known to answer for the dashboard')
        const at = Date.now()
        return { figures: await figuresFrom[from](), at }
      },
      enabled: from !== null && keeps,
      // Who comes back asks again: nobody has watched for events meanwhile.
      staleTime: 0,
    },
    from === 'served' && keeps,
    stirredMs,
  )
  const unread = useUnreadStats()
  const counted = useCounted()
  const figures = query.data?.figures ?? null
  const unavailable = cut ? null : t('the server did not respond')
  return {
    /** Null before the first answer. */
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
    /** The viewer's unread messages, those of the pending conversations; null where not known. */
    unread: unread.stats?.total_unread_messages ?? null,
    /** When they were asked for, in epoch milliseconds. */
    at: query.data?.at ?? null,
    loading: area === 'unknown' || (from !== null && query.isPending),
    fetching: query.isFetching,
    /** Why the newest fetch failed; null when it did not, or where a cut line is why. */
    failure: area === 'unavailable' ? unavailable : failure,
    /** Nothing gets through to the server. */
    cut,
    refetch,
  }
}

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
