import { t } from '@parley/core/text/translate'
import type { Compared } from '@parley/core/reports/api'
import { dayOf } from '@parley/core/text/days'
import { useQuery } from '@tanstack/react-query'
import { useArea, useWorkspaceZone } from '../capabilities/queries.ts'
import { systemDelay } from '../capabilities/sample-delay.ts'
import { browserZone, useToday } from '../capabilities/workspace-day.ts'
import { useConversationList } from '../conversations/list.ts'
import { useUnreadStats } from '../messages/unread-stats.ts'
import { useSession } from '../session/session.ts'
import { type DashboardFigures, servedDashboard } from './dashboard-source.ts'
import { sampleDashboard } from './sample-dashboard.ts'
import { useTelling } from '../../sync/telling.ts'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

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
