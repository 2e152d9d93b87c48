import type { Clock } from '@parley/core/live/throttle'
import { periodicEveryMs } from '@parley/core/sockets/reconnect'
import { interval } from './clock.ts'

/** The action of every 60 s while somebody is signed in: unread stats are fetched again. Returns how to end it. */
export const startPeriodic = (clock: Clock, fetchUnread: () => Promise<void>): (() => void) =>
  interval(clock, periodicEveryMs, () => void fetchUnread())
