import { closedBySessionEnd, closedForRestart, closedForSecondFactor } from './constants.ts'

/** The interval of pings on an open socket. */
export const pingEveryMs = 30_000
/** The delay of both sockets before they reconnect. */
export const reconnectAfterMs = 5_000
/** The delay of the agent socket after a clean close, which the server intended. */
const reconnectSlowlyAfterMs = 60_000
/** A ping unanswered for this long means that the console is behind. */
export const pongTimeoutMs = 10_000
/** A connection that is not open after this long is dropped and retried. */
export const connectTimeoutMs = 20_000
/** The notification socket gives up after this many attempts in a row. */
export const maxNotificationAttempts = 5
/** The transport's general defaults; both sockets use their own 5 s above. */
export const transportDefaults = { reconnectionDelayMs: 1_000, maxDelayMs: 5_000, connectTimeoutMs } as const
/** Attempts of the agent socket in a row while the server restarts, about one a second. */
export const mostRestartTries = 10
const restartTryMs = 1_000
/** The intervals of the poll of notifications, and of the refresh of availability and unread stats. */
export const pollEveryMs = 30_000
export const periodicEveryMs = 60_000
/** The interval of fetches of the open thread while behind. */
export const behindFetchEveryMs = 10_000

export type Reconnect =
  | { readonly retryAfterMs: number }
  | { readonly stop: 'given-up' | 'session-ended' | 'second-factor-missing' }

/** The server's close codes after which a retry would fail in the same way. */
const finalCloses: ReadonlyMap<number, Reconnect> = new Map([
  [closedBySessionEnd, { stop: 'session-ended' }],
  [closedForSecondFactor, { stop: 'second-factor-missing' }],
])

export interface Closed {
  readonly code: number
  /** Attempts since it was last open. */
  readonly attempts: number
  /** The server closed it for a restart, and it has not been open since. */
  readonly restarting: boolean
  /** Random, from 0 to 1: all consoles were closed at the same moment, and must not reconnect at the same moment. */
  readonly chance: number
}

/**
 * The agent socket retries forever, unless the session ended or lacks a second factor. A clean close (1000) by the server is not
 * retried like a lost connection, but once a minute and on request. A server that restarts is back in a moment. A close by the
 * console itself does not call this.
 */
export function afterAgentClose({ code, attempts, restarting, chance }: Closed): Reconnect {
  const final = finalCloses.get(code)
  if (final !== undefined) return final
  if (restarting && attempts < mostRestartTries)
    return { retryAfterMs: (chance + (attempts === 0 ? 0 : 0.5)) * restartTryMs }
  return { retryAfterMs: code === 1000 ? reconnectSlowlyAfterMs : reconnectAfterMs }
}

/** The notification socket tries up to five times in a row; if the server restarts, the first time at once. */
export function afterNotificationClose({ code, attempts, chance }: Omit<Closed, 'restarting'>): Reconnect {
  const final = finalCloses.get(code)
  if (final !== undefined) return final
  if (attempts >= maxNotificationAttempts) return { stop: 'given-up' }
  return { retryAfterMs: code === closedForRestart ? chance * restartTryMs : reconnectAfterMs }
}

export interface Link {
  readonly open: boolean
  readonly ready: boolean
  /** When the oldest unanswered ping was sent; null: none is pending. */
  readonly pingSentAt: number | null
}

/** Whether the screen may be stale: no open socket, not caught up yet, or an unanswered ping. */
export const isBehind = (link: Link, now: number): boolean =>
  !link.open || !link.ready || (link.pingSentAt !== null && now - link.pingSentAt >= pongTimeoutMs)
