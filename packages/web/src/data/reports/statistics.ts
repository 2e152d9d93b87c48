import { t } from '@parley/core/text/translate'
import type { Plain } from '@parley/core/call'
import { AgentMetrics, Averages, MessageStats, UniqueUsers } from '@parley/core/reports/api'
import type { Answer } from '@parley/core/live/fetchers'
import { tolerant, tolerantList } from '@parley/core/read/tolerant'
import { type AgentView, agentViews, noAverages } from '@parley/core/reports/rules'
import { defaultDays } from '@parley/core/reports/constants'
import { ApiFailure } from '../../client/api-failure.ts'
import { api } from '../../client/client.ts'

/*
 * The statistics calls. Each rejects with `ApiFailure`, whose message is the server's detail, else the fixed words of
 * ERR-24 and ERR-25. A failure is a warning in the console and nothing else: panels show their own error.
 */

/** Both days are included; without them the specification's constants (API-52). Screens always send their own. */
export interface AskedDays {
  readonly start_date?: string
  readonly end_date?: string
  readonly include_daily?: boolean
}

type Calls = Pick<typeof api, 'uniqueUsers' | 'messageStats' | 'agentMetrics' | 'averages'>

/** The failure in the words that screens show; what has the server's own words, or no answer, keeps its own. */
function inFixedWords(cause: unknown, words: string): unknown {
  if (!(cause instanceof ApiFailure) || cause.kind !== 'refused' || cause.detail !== null) return cause
  const { kind, status, code } = cause
  const detail = t('{words} with status {status}', { words, status: String(status) })
  return new ApiFailure({ kind, status, code, detail, cause })
}

/** Asks, and on a failure warns and rejects in fixed words. */
export async function askFor(
  ask: () => Promise<Answer<unknown>>,
  words = t('API request failed'),
): Promise<unknown> {
  try {
    return (await ask()).value
  } catch (cause) {
    const worded = inFixedWords(cause, words)
    console.warn('Statistics could not be fetched:', worded instanceof Error ? worded.message : worded)
    throw worded
  }
}

const daysOf = (days: AskedDays) => ({
  start_date: days.start_date ?? defaultDays.start_date,
  end_date: days.end_date ?? defaultDays.end_date,
})

const daysAndDailyOf = (days: AskedDays) => ({
  ...daysOf(days),
  ...(days.include_daily === true && { include_daily: 'true' as const }),
})

const readUniqueUsers = tolerant(UniqueUsers)
const readMessageStats = tolerant(MessageStats)
const readAgentMetrics = tolerantList(AgentMetrics)
const readAverages = tolerant(Averages)

/** Distinct customers, and who answered them. */
export const fetchUniqueUsers = async (
  days: AskedDays = {},
  ask: Pick<Calls, 'uniqueUsers'> = api,
): Promise<UniqueUsers> =>
  readUniqueUsers(await askFor(() => ask.uniqueUsers({ query: daysAndDailyOf(days) })))

/** Messages by direction and source. */
export const fetchMessageStats = async (
  days: AskedDays = {},
  ask: Pick<Calls, 'messageStats'> = api,
): Promise<MessageStats> =>
  readMessageStats(await askFor(() => ask.messageStats({ query: daysAndDailyOf(days) })))

/** One row for every agent who wrote. */
export const fetchAgentMetrics = async (
  days: AskedDays = {},
  ask: Pick<Calls, 'agentMetrics'> = api,
): Promise<readonly Plain<AgentMetrics>[]> =>
  readAgentMetrics(await askFor(() => ask.agentMetrics({ query: daysOf(days) })))

/** The four averages. */
export const fetchAverages = async (
  days: AskedDays = {},
  ask: Pick<Calls, 'averages'> = api,
): Promise<Averages> =>
  readAverages(await askFor(() => ask.averages({ query: daysOf(days) }), t('Metrics API request failed')))

/** What the performance panel shows. With a message the rest means nothing and is not shown. */
export interface Performance {
  readonly agents: readonly AgentView[]
  readonly averages: Averages
  /** Why there are no figures; null when there are. */
  readonly message: string | null
}

/** Asks for both at once. Never rejects: a failure of either is an empty result that carries the message (ERR-26, Q-045). */
export async function loadPerformance(
  days: AskedDays = {},
  ask: Pick<Calls, 'agentMetrics' | 'averages'> = api,
): Promise<Performance> {
  try {
    const [rows, averages] = await Promise.all([fetchAgentMetrics(days, ask), fetchAverages(days, ask)])
    return { agents: agentViews(rows), averages, message: null }
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { agents: [], averages: noAverages, message }
  }
}
