import { basePath } from '@parley/core/api'
import { agentMetrics, type MetricId, metricIds } from '@parley/core/api/metric-ids'
import { type CountedRow, CountedRows } from '@parley/core/api/reports'
import { addDays } from '@parley/core/rules/day'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { TestClock } from '../../test/clock.ts'
import { engines, testWriter } from '../../test/database.ts'
import { Model, readRaw } from '../../test/figures-model.ts'
import { History } from '../../test/history.ts'
import type { OpenDatabase } from '../db/open.ts'
import type { Writer } from '../db/write.ts'
import { catchUp, rebuild } from './catch-up.ts'
import { WorkspaceDays } from './days.ts'
import { reportRoutes } from './routes.ts'

/** More of everything, for who looks for a fault: FIGURES_RUNS=20 npx vitest run packages/server/src/reports */
const runs = Number(process.env['FIGURES_RUNS'] ?? 1)
const batches = 5
const eventsPerBatch = 45

const reportTables = ['units', 'days', 'returns', 'tickets', 'ticket_agents'] as const

/** Everything that is rolled up, in one order. */
async function rolledUp({ db }: OpenDatabase) {
  const tables: Record<string, unknown> = {}
  for (const name of reportTables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(`report_${name}`)} t order by 1`.execute(db)
    tables[name] = rows.map(one => one.row)
  }
  const { rows } = await sql<{ through: number }>`select through from report_state`.execute(db)
  return { ...tables, through: rows[0]?.through }
}

/** A server with nothing but the figures, on a workspace of its own. */
class Figures {
  readonly clock = new TestClock()
  readonly database: OpenDatabase
  readonly writer: Writer
  readonly days: WorkspaceDays
  readonly history: History
  callerId = 0
  #app: FastifyInstance | null = null

  private constructor(database: OpenDatabase, clock: TestClock, timeZone: string, seed: number) {
    this.clock = clock
    this.database = database
    this.writer = testWriter(database, clock)
    this.days = new WorkspaceDays(timeZone)
    this.history = new History(this.writer, clock, this.days, seed)
  }

  static async start(
    open: (clock: TestClock) => Promise<OpenDatabase>,
    timeZone: string,
    seed: number,
  ): Promise<Figures> {
    const clock = new TestClock()
    const at = new Figures(await open(clock), clock, timeZone, seed)
    await at.history.begin()
    at.callerId = at.history.agents[0] ?? 0
    await at.useZone(at.days)
    return at
  }

  async useZone(days: WorkspaceDays): Promise<void> {
    const caller = { agentId: this.callerId, agentName: 'Ann', sessionId: 1 }
    await this.#app?.close()
    this.#app = await testApp(
      async () => caller,
      http => reportRoutes(http, this.writer, days),
    )
  }

  async get(path: string, query: Readonly<Record<string, string>> = {}): Promise<unknown> {
    const response = await this.#app?.inject({ url: `${basePath}${path}`, query })
    expect({ path, query, status: response?.statusCode, body: response?.body }).toMatchObject({ status: 200 })
    return response?.json()
  }

  async refusal(path: string, query: Readonly<Record<string, string>>) {
    const response = await this.#app?.inject({ url: `${basePath}${path}`, query })
    return { status: response?.statusCode, body: response?.json<{ fields?: object; code: string }>() }
  }

  /** Every page of a figure's rows. */
  async rows(metric: MetricId, query: Readonly<Record<string, string>>, limit = 9) {
    const rows: CountedRow[] = []
    for (let after: string | null = ''; after !== null; ) {
      const asked = { ...query, metric, limit: String(limit), ...(after !== '' && { after }) }
      const page = CountedRows.parse(await this.get('/reports/rows', asked))
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      rows.push(...page.rows)
      if (page.next === null) return { figure: page.figure, rows }
      after = page.next
    }
    throw new Error('A list without an end')
  }

  async model(days = this.days): Promise<Model> {
    return new Model(await readRaw(this.database.db), days.timeZone, this.clock.now(), this.callerId)
  }

  async close(): Promise<void> {
    await this.#app?.close()
    await this.database.close()
  }
}

const lineOf = ({ id, at, value }: CountedRow) =>
  `${id}${at === null ? '' : ` @${at}`}${value === null ? '' : ` =${value}`}`

/** Compares every call, for one range, with the slow model. */
async function compareCalls(at: Figures, model: Model, range: { start_date: string; end_date: string }) {
  const daily = { ...range, include_daily: 'true' }
  expect(await at.get('/statistics/unique-users', daily)).toEqual(model.uniqueUsers(range))
  expect(await at.get('/statistics/message-stats', daily)).toEqual(model.messageStats(range))
  expect(await at.get('/performance/metrics-summary', range)).toEqual(model.agentMetrics(range))
  expect(await at.get('/performance/averages', range)).toEqual(model.averages(range))
}

/** Opens the rows of every figure. */
async function compareRows(at: Figures, model: Model, range: { start_date: string; end_date: string }) {
  for (const metric of metricIds) {
    const ofOne = agentMetrics.some(one => one === metric)
    for (const agentId of ofOne ? at.history.agents : [0]) {
      const query = { ...range, ...(ofOne && { agent_id: String(agentId) }) }
      const { figure, rows } = await at.rows(metric, query, 40)
      const expected = model.rows(metric, range, agentId)
      expect({ metric, figure, rows: rows.map(lineOf).toSorted() }).toEqual({
        metric,
        figure: expected.figure,
        rows: [...expected.rows].toSorted(),
      })
    }
  }
}

const rangesAt = (today: string) => [
  { start_date: today, end_date: today },
  { start_date: addDays(today, -1), end_date: addDays(today, -1) },
  { start_date: addDays(today, -3), end_date: addDays(today, 2) },
  { start_date: addDays(today, -9), end_date: addDays(today, -2) },
  { start_date: addDays(today, -60), end_date: today },
  { start_date: addDays(today, 1), end_date: addDays(today, 9) },
]

const zones = ['Africa/Kampala', 'America/New_York']

describe.each(engines)('the figures on $name', ({ open }) => {
  describe.each(
    zones.flatMap((zone, place) =>
      Array.from({ length: runs }, (_, run) => [zone, 2 * run + place + 1] as const),
    ),
  )('in %s, history %i', (zone, seed) => {
    let at: Figures
    beforeAll(async () => {
      at = await Figures.start(open, zone, seed)
    })
    afterAll(() => at.close())

    test('[API-46 API-47 API-48 API-49 DATA-18 DATA-19 DATA-20 DATA-21 DATA-22 DATA-23 Q-008 Q-009 Q-010 Q-013 Q-014 Q-020 Q-023 DASH-07 DASH-12 DASH-13 DASH-14 DASH-15 DASH-25] after anything that may happen every figure is that of a slow count of the raw rows', async () => {
      for (let batch = 0; batch < batches; batch += 1) {
        for (let event = 0; event < eventsPerBatch; event += 1) await at.history.go()
        // The writer may have run, or the readers may be the first to notice.
        if (batch % 2 === 0) await catchUp(at.writer, at.days)
        const model = await at.model()
        for (const range of rangesAt(model.today)) await compareCalls(at, model, range)
        const { as_of, time_zone, ...dashboard } = (await at.get('/dashboard')) as Record<string, unknown>
        expect({ as_of, time_zone }).toEqual({ as_of: at.clock.now().toISOString(), time_zone: zone })
        expect(dashboard).toEqual(model.dashboard())
      }
    }, 120_000)

    test('[DATA-18 DATA-20 DATA-22 DATA-23 Q-121] the rows that a figure opens are those it counts', async () => {
      const model = await at.model()
      await compareRows(at, model, { start_date: addDays(model.today, -12), end_date: model.today })
      const { rows } = await at.rows(
        'total_messages',
        { start_date: addDays(model.today, -60), end_date: model.today },
        7,
      )
      expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    }, 60_000)

    test('[DATA-18 DATA-20] the roll-ups are what a rebuild makes of the rows', async () => {
      await catchUp(at.writer, at.days)
      const before = await rolledUp(at.database)
      await rebuild(at.writer, at.days)
      expect(await rolledUp(at.database)).toEqual(before)
      expect(before).not.toMatchObject({ units: [] })
    }, 60_000)

    test('[Q-020] traffic of the bot alone moves no human figure', async () => {
      const { today } = await at.model()
      const range = { start_date: addDays(today, -40), end_date: today }
      const human = async () => ({
        agents: await at.get('/performance/metrics-summary', range),
        averages: await at.get('/performance/averages', range),
        week: Object.entries((await at.get('/dashboard')) as object).filter(([name]) =>
          /^(week|handled)/.test(name),
        ),
        users: (await at.rows('total_unique_users', range, 200)).figure,
        inbound: (await at.rows('inbound_messages', range, 200)).figure,
        answers: (await at.rows('agent_messages', range, 200)).figure,
      })
      const before = await human()
      const messages = (await at.rows('bot_messages', range, 200)).figure ?? 0
      for (let count = 0; count < 12; count += 1) await at.history.bot()
      expect(await human()).toEqual(before)
      expect((await at.rows('bot_messages', range, 200)).figure).toBeGreaterThan(messages)
    }, 60_000)
  })
})
