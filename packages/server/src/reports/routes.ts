import { type CountedRows, reportCalls } from '@parley/core/reports/api'
import { Refusal } from '@parley/core/errors'
import { isPermitted } from '@parley/core/access/rules'
import { workloadMetrics } from '@parley/core/agents/rules'
import { agentMetrics, type MetricId, ownerMetrics, unassigned } from '@parley/core/reports/constants'
import type * as z from 'zod'
import type { Reader, Writer } from '../db/write.ts'
import { askerOf, type Caller } from '../http/caller.ts'
import { idOf } from '../http/ids.ts'
import { type Http, mount } from '../http/mount.ts'
import { sightOf } from '../sight/queries.ts'
import { agentRows } from './agents.ts'
import { averagesOf } from './averages.ts'
import { dashboardOf, type Viewer } from './dashboard.ts'
import type { DayNo, WorkspaceDays } from './days.ts'
import { readExact } from './exact.ts'
import { dailyMessages, messageTotals } from './messages.ts'
import { daysOf, rangeOf, type Stretch, spanOf, split } from './range.ts'
import { figureOf, pageOf } from './rows.ts'
import { type Scope, sources, type TeamMetric } from './sources.ts'
import { teamFigures, teamRows } from './team.ts'
import { dailyUsers, userTotals } from './users.ts'
import { weeksAt } from './week.ts'
import { overloadedAgents, teamLoad } from './workload.ts'

type RowsQuery = z.output<typeof reportCalls.countedRows.query>

export function reportRoutes(http: Http, writer: Writer, days: WorkspaceDays): void {
  const { db, now } = writer
  mount(
    http,
    reportCalls,
  )({
    uniqueUsers: async ({ query }) => {
      const range = rangeOf(query, days, now())
      const wanted = query.include_daily === 'true' ? daysOf(query, range) : null
      const { start_date, end_date } = query
      return readExact(writer, days, async (reader, through) => {
        const part = split(days, range, through)
        const summary = { start_date, end_date, ...(await userTotals(reader, part)) }
        return wanted === null
          ? { summary }
          : { summary, daily: await dailyUsers(reader, days, part, wanted) }
      })
    },
    messageStats: async ({ query }) => {
      const range = rangeOf(query, days, now())
      const wanted = query.include_daily === 'true' ? daysOf(query, range) : null
      const { start_date, end_date } = query
      return readExact(writer, days, async (reader, through) => {
        const part = split(days, range, through)
        const summary = { start_date, end_date, ...(await messageTotals(reader, part)) }
        return wanted === null
          ? { summary }
          : { summary, daily: await dailyMessages(reader, days, part, wanted) }
      })
    },
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
  sight: sightOf(caller),
  seesFiguresOf: seenBy(caller),
})

/** Whose figures a caller sees: with the setting that leaves colleagues' to supervisors, an agent sees their own. */
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
  { agentId: callerId, sight, seesFiguresOf }: Viewer,
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
  const span = (stretch: Stretch) => ({ stretch, part: split(days, stretch, through) })
  const scope: Scope = {
    range: span(range),
    week: span(weeksAt(days, now).current),
    today: span(spanOf(days, today, today)),
    callerId,
    sight,
    agentId: isOfOneAgent(metric) ? await knownAgent(reader, query.agent_id) : 0,
    owner: isOfOwners(metric) ? await ownerOf(reader, query.agent_id) : 'anybody',
    now,
  }
  const source = sources[metric](scope)
  return {
    as_of,
    bounded: sight !== null,
    figure: await figureOf(reader, source),
    ...(await pageOf(reader, source, sight, page)),
  }
}

/** @throws Refusal agent.not-found */
const ownerOf = async (reader: Reader, text: string | undefined): Promise<Scope['owner']> =>
  text === undefined ? 'anybody' : text === unassigned ? 'nobody' : knownAgent(reader, text)

/** @throws Refusal input.invalid naming `agent_id`, agent.not-found */
async function knownAgent(reader: Reader, text: string | undefined): Promise<number> {
  if (text === undefined) throw Refusal.field('agent_id', 'is missing: this figure is of one agent')
  const id = idOf(text)
  const agent =
    id === null
      ? undefined
      : await reader.selectFrom('agents').select('id').where('id', '=', id).executeTakeFirst()
  if (agent === undefined) throw new Refusal('agent.not-found', { id: text })
  return agent.id
}
