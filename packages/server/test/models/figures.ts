import { basePath } from '@parley/core/calls'
import { type CountedRow, CountedRows } from '@parley/core/reports/api'
import type { MetricId } from '@parley/core/reports/constants'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OpenDatabase } from '../../src/db/open.ts'
import type { Writer } from '../../src/db/write.ts'
import { WorkspaceDays } from '../../src/reports/days.ts'
import { reportRoutes } from '../../src/reports/routes.ts'
import { testApp } from '../app.ts'
import { callerOf } from '../caller.ts'
import { TestClock } from '../clock.ts'
import { openTestDatabase, testWriter } from '../database.ts'
import { Model, readRaw } from './figures-model.ts'
import { History } from './history.ts'

const reportTables = ['units', 'days', 'returns', 'tickets', 'ticket_agents'] as const

/** All rolled-up data, in a fixed order. */
export async function rolledUp({ db }: OpenDatabase) {
  const tables: Record<string, unknown> = {}
  for (const name of reportTables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(`report_${name}`)} t order by 1`.execute(db)
    tables[name] = rows.map(one => one.row)
  }
  const { rows } = await sql<{ through: number }>`select through from report_state`.execute(db)
  return { ...tables, through: rows[0]?.through }
}

/** A server that serves only the figures, on its own workspace. */
export class Figures {
  readonly clock: TestClock
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

  static async start(timeZone: string, seed: number): Promise<Figures> {
    const clock = new TestClock()
    const at = new Figures(await openTestDatabase(), clock, timeZone, seed)
    await at.history.begin()
    at.callerId = at.history.agents[0] ?? 0
    await at.useZone(at.days)
    return at
  }

  async useZone(days: WorkspaceDays): Promise<void> {
    const caller = callerOf(this.callerId)
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

  /** All pages of a figure's rows. */
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
