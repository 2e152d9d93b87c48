import { closedBySessionEnd, closedForRestart, closedForSecondFactor } from './constants.ts'

/** A socket asks for a sign of life this often once open. */
export const pingEveryMs = 30_000
/** Both sockets wait this long before they connect again. */
export const reconnectAfterMs = 5_000
/** After a clean close by the server, which means it, the agent socket is tried again this late. */
export const reconnectSlowlyAfterMs = 60_000
/** A ping unanswered for this long means that the console is behind. */
export const pongTimeoutMs = 10_000
/** A connection that is not open by then is given up and tried again. */
export const connectTimeoutMs = 20_000
/** The notification socket gives up after this many attempts in a row. */
export const maxNotificationAttempts = 5
/** The transport's general defaults; both sockets use their own 5 s above. */
export const transportDefaults = { reconnectionDelayMs: 1_000, maxDelayMs: 5_000, connectTimeoutMs } as const
/** While the server starts anew the agent socket tries so often in a row, about once a second. */
export const mostRestartTries = 10
const restartTryMs = 1_000
/** Notices are polled, availability is refreshed, and unread stats are fetched again this often. */
export const pollEveryMs = 30_000
export const periodicEveryMs = 60_000
/** While behind, the open thread is fetched this often. */
export const behindFetchEveryMs = 10_000

export type Reconnect =
  | { readonly retryAfterMs: number }
  | { readonly stop: 'given-up' | 'session-ended' | 'second-factor-missing' }

/** What the server closes with where another try would end the same way. */
const finalCloses: ReadonlyMap<number, Reconnect> = new Map([
  [closedBySessionEnd, { stop: 'session-ended' }],
  [closedForSecondFactor, { stop: 'second-factor-missing' }],
])

/** How a socket was closed. */
export interface Closed {
  readonly code: number
  /** Tries since it was last open. */
  readonly attempts: number
  /** The server closed it because it starts anew, and it was not open since. */
  readonly restarting: boolean
  /** From 0 to 1, by chance: all consoles were closed at the same moment, and are not to come back at the same. */
  readonly chance: number
}

/**
 * The agent socket tries for ever, unless the session ended or lacks a second factor. A clean close (1000) is not retried as a cut is: when the
 * server asked for it, once a minute and when somebody asks. A server that starts anew is back in a moment. What the console closes itself is not
 * asked about here.
 */
export function afterAgentClose({ code, attempts, restarting, chance }: Closed): Reconnect {
  const final = finalCloses.get(code)
  if (final !== undefined) return final
  if (restarting && attempts < mostRestartTries)
    return { retryAfterMs: (chance + (attempts === 0 ? 0 : 0.5)) * restartTryMs }
  return { retryAfterMs: code === 1000 ? reconnectSlowlyAfterMs : reconnectAfterMs }
}

/** The notification socket tries up to five times in a row; where the server starts anew, the first time at once. */
export function afterNotificationClose({ code, attempts, chance }: Omit<Closed, 'restarting'>): Reconnect {
  const final = finalCloses.get(code)
  if (final !== undefined) return final
  if (attempts >= maxNotificationAttempts) return { stop: 'given-up' }
  return { retryAfterMs: code === closedForRestart ? chance * restartTryMs : reconnectAfterMs }
}

export interface Link {
  readonly open: boolean
  readonly ready: boolean
  /** When the oldest unanswered ping left; null when none is waiting. */
  readonly pingSentAt: number | null
}

/** Whether what is on the screen may be old: no open socket, not caught up yet, or a ping without an answer. */
export const isBehind = (link: Link, now: number): boolean =>
  !link.open || !link.ready || (link.pingSentAt !== null && now - link.pingSentAt >= pongTimeoutMs)
