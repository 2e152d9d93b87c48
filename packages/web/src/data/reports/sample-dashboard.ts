import type { Dashboard } from '@parley/core/reports/api'
import { type Delay, sampleDelayMs } from '../capabilities/sample-delay.ts'
import type { DashboardSource } from './dashboard-source.ts'

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
