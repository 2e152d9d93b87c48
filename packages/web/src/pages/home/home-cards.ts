import type { Role } from '@parley/core/access/policies'

/** The cards at the top of the dashboard. */
export type HeadlineCard = 'health' | 'next' | 'status' | 'tiles'

/** The panels below them. */
export type PanelCard = 'daily' | 'waits' | 'users' | 'messages' | 'week' | 'performance' | 'workload'

export interface CardOrder {
  readonly headline: readonly HeadlineCard[]
  /** Before the recent conversations. */
  readonly before: readonly PanelCard[]
  /** Behind them; the first one stands beside them where there is room. */
  readonly behind: readonly PanelCard[]
}

const supervisors: CardOrder = {
  headline: ['next', 'tiles', 'status'],
  before: ['waits', 'workload', 'week', 'performance'],
  behind: ['daily', 'users', 'messages'],
}

/**
 * The same cards for every role, in the order of its questions. An agent: what waits for me, my day. A supervisor: now, what is
 * at risk, trends. An administrator: the health of the channel, then as a supervisor.
 */
export const cardOrders: Readonly<Record<Role, CardOrder>> = {
  AGENT: {
    headline: ['next', 'status', 'tiles'],
    before: [],
    behind: ['daily', 'waits', 'users', 'messages', 'week', 'performance', 'workload'],
  },
  SUPERVISOR: supervisors,
  ADMINISTRATOR: { ...supervisors, headline: ['health', ...supervisors.headline] },
}
