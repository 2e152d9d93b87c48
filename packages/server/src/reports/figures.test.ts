import type { CountedRow } from '@parley/core/reports/api'
import { addDays } from '@parley/core/text/days'
import { agentMetrics, metricIds, ownerMetrics, unassigned } from '@parley/core/reports/constants'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waits } from '../conversations/queue.ts'
import { Figures, rolledUp } from '../../test/models/figures.ts'
import type { Model } from '../../test/models/figures-model.ts'
import { catchUp, rebuild } from './catch-up.ts'

/** More runs, to search for a fault: FIGURES_RUNS=20 npx vitest run packages/server/src/reports */
const runs = Number(process.env['FIGURES_RUNS'] ?? 1)
const batches = 4
const eventsPerBatch = 45

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

/** Compares the rows of waits, of all owners, of each agent and of nobody; the longest wait comes first. */
async function compareWaits(at: Figures, model: Model, range: { start_date: string; end_date: string }) {
  for (const metric of ownerMetrics) {
    for (const owner of [undefined, null, ...at.history.agents]) {
      const query = { ...range, ...(owner !== undefined && { agent_id: String(owner ?? unassigned) }) }
      const { figure, rows } = await at.rows(metric, query, 3)
      const expected = model.rows(metric, range, 0, owner)
      expect({ metric, owner, figure, rows: rows.map(lineOf).toSorted() }).toEqual({
        metric,
        owner,
        figure: expected.figure,
        rows: [...expected.rows].toSorted(),
      })
      const starts = rows.map(row => row.at ?? '')
      expect(starts).toEqual(starts.toSorted())
    }
  }
}

/** Compares the rows of every figure. */
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

describe('the figures', () => {
  describe.each(
    zones.flatMap((zone, place) =>
      Array.from({ length: runs }, (_, run) => [zone, 2 * run + place + 1] as const),
    ),
  )('in %s, history %i', (zone, seed) => {
    let at: Figures
    beforeAll(async () => {
      at = await Figures.start(zone, seed)
    })
    afterAll(() => at.close())

    test('[API-46 API-47 API-48 API-49 DATA-18 DATA-19 DATA-20 DATA-21 DATA-22 DATA-23 Q-008 Q-009 Q-010 Q-013 Q-014 Q-020 Q-023 DASH-07 DASH-12 DASH-13 DASH-14 DASH-15 DASH-25] after anything that may happen every figure is that of a slow count of the raw rows', async () => {
      for (let batch = 0; batch < batches; batch += 1) {
        for (let event = 0; event < eventsPerBatch; event += 1) await at.history.go()
        // In half of the batches the writer has run; in the others the readers are the first to notice.
        if (batch % 2 === 0) await catchUp(at.writer, at.days)
        const model = await at.model()
        for (const range of rangesAt(model.today)) await compareCalls(at, model, range)
        const { as_of, time_zone, ...dashboard } = (await at.get('/dashboard')) as Record<string, unknown>
        expect({ as_of, time_zone }).toEqual({ as_of: at.clock.now().toISOString(), time_zone: zone })
        expect(dashboard).toEqual(model.dashboard())
        await compareWaits(at, model, { start_date: model.today, end_date: model.today })
      }
    })

    test('[DATA-18 DATA-20 DATA-22 DATA-23 Q-121] the rows that a figure opens are those it counts', async () => {
      const model = await at.model()
      await compareRows(at, model, { start_date: addDays(model.today, -12), end_date: model.today })
      const { rows } = await at.rows(
        'total_messages',
        { start_date: addDays(model.today, -60), end_date: model.today },
        7,
      )
      expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    })

    test('[DATA-18 DATA-20] the roll-ups are what a rebuild makes of the rows', async () => {
      await catchUp(at.writer, at.days)
      const before = await rolledUp(at.database)
      await rebuild(at.writer, at.days)
      expect(await rolledUp(at.database)).toEqual(before)
      expect(before).not.toMatchObject({ units: [] })
    })

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
    })
  })
})

describe('waits', () => {
  test('[Q-135] are found by their own index, whatever else there is', async () => {
    const at = await Figures.start('Africa/Kampala', 1)
    try {
      const plans = await at.database.db.transaction().execute(async tx => {
        await sql`set local enable_seqscan = off`.execute(tx)
        const { rows } = await sql<{ 'QUERY PLAN': string }>`
          explain select c.assignee_id, count(*), min(c.human_wait_started_at)
          from conversations c where ${waits} group by 1`.execute(tx)
        return rows.map(row => row['QUERY PLAN']).join('\n')
      })
      expect(plans).toContain('conversations_waiting')
      expect(plans).not.toContain('Filter:')
    } finally {
      await at.close()
    }
  })
})
