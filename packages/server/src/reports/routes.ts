import { type CountedRows, reportCalls } from '@parley/core/reports/api'
import { ApiError } from '@parley/core/errors'
import { isPermitted } from '@parley/core/access/rules'
import { workloadMetrics } from '@parley/core/agents/rules'
import { agentMetrics, type MetricId, ownerMetrics, unassigned } from '@parley/core/reports/constants'
import type * as z from 'zod'
import type { Reader, Writer } from '../db/write.ts'
import { askerOf, type Caller } from '../http/caller.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { visibilityOf } from '../visibility/queries.ts'
import { agentRows, averagesOf } from './performance.ts'
import { dashboardOf, type Viewer } from './dashboard.ts'
import {
  type AskedRange,
  type DayNo,
  daysOf,
  rangeOf,
  dayRange,
  type Split,
  split,
  type TimeRange,
  weeksAt,
  type WorkspaceDays,
} from './days.ts'
import { readExact } from './catch-up.ts'
import { dailyMessages, messageTotals } from './messages.ts'
import { figureOf, pageOf } from './rows.ts'
import { type Params, sources, type TeamMetric } from './sources.ts'
import { overloadedAgents, teamFigures, teamLoad, teamRows } from './team.ts'
import { dailyUsers, userTotals } from './users.ts'

type RowsQuery = z.output<typeof reportCalls.countedRows.query>

export function reportRoutes(http: Http, writer: Writer, days: WorkspaceDays): void {
  const { db, now } = writer
  /** The summary of the range, and its days if the query asks for them. */
  const statistics = async <Summary, Day>(
    { include_daily, ...asked }: AskedRange & { readonly include_daily?: string },
    summaryOf: (reader: Reader, part: Split) => Promise<Summary>,
    dailyOf: (reader: Reader, days: WorkspaceDays, part: Split, wanted: readonly DayNo[]) => Promise<Day[]>,
  ) => {
    const range = rangeOf(asked, days, now())
    const wanted = include_daily === 'true' ? daysOf(asked, range) : null
    return readExact(writer, days, async (reader, through) => {
      const part = split(days, range, through)
      const summary = { ...asked, ...(await summaryOf(reader, part)) }
      return wanted === null ? { summary } : { summary, daily: await dailyOf(reader, days, part, wanted) }
    })
  }
  mount(http, reportCalls, {
    uniqueUsers: ({ query }) => statistics(query, userTotals, dailyUsers),
    messageStats: ({ query }) => statistics(query, messageTotals, dailyMessages),
    agentMetrics: async ({ query, caller }) => {
      const range = rangeOf(query, days, now())
      const rows = await readExact(writer, days, (reader, through) =>
        agentRows(reader, query, range, split(days, range, through)),
      )
      const isSeen = seenBy(caller)
      return rows.filter(row => isSeen(row.agent_id))
    },
    averages: async ({ query }) => {
      const at = now()
      const range = rangeOf(query, days, at)
      return readExact(writer, days, (reader, through) =>
        averagesOf(reader, days, range, split(days, range, through), at),
      )
    },
    dashboard: ({ caller }) =>
      readExact(writer, days, (reader, through) =>
        dashboardOf(reader, days, through, viewerOf(caller), now()),
      ),
    countedRows: ({ caller, query }) =>
      readExact(writer, days, (reader, through) =>
        countedRows(reader, days, through, viewerOf(caller), query, now()),
      ),
    workloadMonitor: async () => ({ metrics: workloadMetrics(await teamLoad(db)) }),
    overloadedAgents: async ({ caller }) => {
      const isSeen = seenBy(caller)
      const all = overloadedAgents(await teamLoad(db))
      return { overloaded_agents: all.filter(row => isSeen(row.user_id)) }
    },
  })
}

const viewerOf = (caller: Caller): Viewer => ({
  agentId: caller.agentId,
  visibility: visibilityOf(caller),
  seesFiguresOf: seenBy(caller),
})

/** A setting may limit agents to their own figures. */
const seenBy =
  (caller: Caller) =>
  (agentId: string): boolean =>
    isPermitted(askerOf(caller), 'colleague-figures', agentId)

const isOfTeam = (metric: MetricId): metric is TeamMetric => Object.hasOwn(teamFigures, metric)
const isOfOwners = (metric: MetricId): boolean => ownerMetrics.some(one => one === metric)
const isOfOneAgent = (metric: MetricId): boolean => agentMetrics.some(one => one === metric)

async function countedRows(
  reader: Reader,
  days: WorkspaceDays,
  through: DayNo,
  { agentId: callerId, visibility, seesFiguresOf }: Viewer,
  query: RowsQuery,
  now: Date,
): Promise<CountedRows> {
  const { metric } = query
  const page = { limit: query.limit, after: query.after }
  const range = rangeOf(query, days, now)
  const as_of = now.toISOString()
  if (isOfTeam(metric))
    return { as_of, ...(await teamRows(reader, teamFigures[metric], seesFiguresOf, page, now)) }
  const today = days.of(now)
  const period = (time: TimeRange) => ({ time, part: split(days, time, through) })
  const params: Params = {
    range: period(range),
    week: period(weeksAt(days, now).current),
    today: period(dayRange(days, today, today)),
    callerId,
    agentId: isOfOneAgent(metric) ? await knownAgent(reader, query.agent_id) : 0,
    owner: isOfOwners(metric) ? await ownerOf(reader, query.agent_id) : 'anybody',
    now,
  }
  const source = sources[metric](params)
  return {
    as_of,
    bounded: visibility !== null,
    figure: await figureOf(reader, source),
    ...(await pageOf(reader, source, visibility, page)),
  }
}

/** @throws ApiError agent.not-found */
const ownerOf = async (reader: Reader, text: string | undefined): Promise<Params['owner']> =>
  text === undefined ? 'anybody' : text === unassigned ? 'nobody' : knownAgent(reader, text)

/** @throws ApiError input.invalid naming `agent_id`, agent.not-found */
async function knownAgent(reader: Reader, text: string | undefined): Promise<number> {
  if (text === undefined) throw ApiError.field('agent_id', 'is missing: this figure is of one agent')
  const id = idOf(text)
  const agent =
    id === null
      ? undefined
      : await reader.selectFrom('agents').select('id').where('id', '=', id).executeTakeFirst()
  if (agent === undefined) throw new ApiError('agent.not-found', { id: text })
  return agent.id
}
