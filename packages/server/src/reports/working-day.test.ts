import type { Wait } from '@parley/core/reports/api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Model, readRaw } from '../../test/models/figures-model.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { WorkingDay } from '../../test/models/working-day.ts'
import { catchUp } from './catch-up.ts'
import { WorkspaceDays } from './days.ts'

const timeZone = 'Africa/Kampala'
const day = '2026-03-03'
const range = { start_date: day, end_date: day }
const meanMinutes = (seconds: readonly number[]) =>
  seconds.length === 0 ? null : seconds.reduce((total, one) => total + one, 0) / seconds.length / 60

/** Waits of equal length come in any order, so they are sorted by agent. */
const inOneOrder = <T extends { readonly waits: readonly Wait[] }>(tiles: T) => ({
  ...tiles,
  waits: tiles.waits.toSorted((one, other) => Number(one.agent_id) - Number(other.agent_id)),
})

describe('[API-46 API-47 API-48 API-49 Q-020 Q-202] a working day with the bot', () => {
  let at: TestServer
  let played: WorkingDay
  /** Read in the evening: on the next day the bot reminds customers of unfinished forms. */
  let served: Awaited<ReturnType<WorkingDay['served']>>
  beforeAll(async () => {
    at = await startTestServer({ timeZone })
    // The next morning at eight.
    at.clock.advance(20 * 3_600)
    played = new WorkingDay(at)
    await played.play()
    served = await played.served()
  }, 600_000)
  afterAll(() => at.close())

  const figures = async () => {
    const agent = await played.agent()
    const query = { ...range, include_daily: 'true' }
    return {
      agent,
      users: (await agent.get('uniqueUsers', { query })).reply,
      messages: (await agent.get('messageStats', { query })).reply,
      agents: (await agent.get('agentMetrics', { query: range })).reply,
      averages: (await agent.get('averages', { query: range })).reply,
      dashboard: (await agent.get('dashboard')).reply,
    }
  }

  /** Compares the figures with the messages on the phones and the actions of the agents. */
  const compareWithPhones = async () => {
    const { users, messages, agents, averages } = await figures()
    const count = (of: (one: (typeof served)[number]) => boolean) => served.filter(of).length
    const sum = (of: (one: (typeof served)[number]) => number) =>
      served.reduce((total, one) => total + of(one), 0)
    expect(users.summary).toMatchObject({
      total_unique_users: served.length,
      total_new_users: served.length,
      total_bot_users: count(one => one.byBot > 0 && one.byPeople === 0),
      total_agent_users: count(one => one.byBot === 0 && one.byPeople > 0),
      total_mixed_users: count(one => one.byBot > 0 && one.byPeople > 0),
    })
    const [bot, people] = [sum(one => one.byBot), sum(one => one.byPeople)]
    expect(people).toBe(played.answered.length)
    expect(messages.summary).toMatchObject({
      inbound: { total: sum(one => one.wrote) },
      outbound: { total: bot + people, by_source: { BOT: bot, AGENT: people } },
      bot_automation_rate: bot / (bot + people),
      agent_handling_rate: people / (bot + people),
    })
    const waited = (of: typeof played.answered) =>
      meanMinutes(of.flatMap(({ waitedS }) => (waitedS === null ? [] : [waitedS])))
    expect(averages.avg_response_time).toBeCloseTo(waited(played.answered) ?? 0, 9)
    expect(agents.map(one => one.agent_id).toSorted()).toEqual(
      [...new Set(played.answered.map(one => one.agentId))].toSorted(),
    )
    for (const one of agents) {
      const own = played.answered.filter(({ agentId }) => agentId === one.agent_id)
      expect(one.total_responses).toBe(own.length)
      expect(one.average_response_time_minutes).toBeCloseTo(waited(own) ?? 0, 9)
      expect(one.total_conversations).toBe(new Set(own.map(({ phone }) => phone)).size)
    }
  }

  const compareWithRows = async () => {
    const { agent, users, messages, agents, averages, dashboard } = await figures()
    const raw = await readRaw(at.database.db)
    const model = new Model(raw, timeZone, at.clock.now(), Number(agent.id))
    expect(users).toEqual(model.uniqueUsers(range))
    expect(messages).toEqual(model.messageStats(range))
    expect(agents).toEqual(model.agentMetrics(range))
    expect(averages).toEqual(model.averages(range))
    const { as_of, time_zone, ...tiles } = dashboard
    expect({ as_of, time_zone }).toEqual({ as_of: at.clock.now().toISOString(), time_zone: timeZone })
    expect(inOneOrder(tiles)).toEqual(inOneOrder(model.dashboard()))
  }

  test('has customers of the bot alone, of people alone and of both', () => {
    const kinds = {
      bot: served.filter(one => one.byBot > 0 && one.byPeople === 0).length,
      people: served.filter(one => one.byBot === 0 && one.byPeople > 0).length,
      both: served.filter(one => one.byBot > 0 && one.byPeople > 0).length,
    }
    expect(served).toHaveLength(80)
    for (const [kind, count] of Object.entries(kinds)) expect([kind, count >= 5]).toEqual([kind, true])
  })

  test('its figures in the evening are what the phones show and what the desk did', compareWithPhones)

  test('and a slow count of the rows', compareWithRows)

  test('and so they are the day after, from the roll-ups', async () => {
    at.clock.advance(20 * 3_600)
    await catchUp(at.server.writer, new WorkspaceDays(timeZone))
    const rolledUp = await at.database.db.selectFrom('report_days').select('day').execute()
    expect(rolledUp.length).toBeGreaterThan(0)
    await compareWithPhones()
    await compareWithRows()
  })
})
