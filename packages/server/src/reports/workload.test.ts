import { workloadMetrics } from '@parley/core/agents/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import type { OpenDatabase } from '../db/open.ts'
import { overloadedAgents, teamLoad } from './team.ts'

describe('[API-50 DATA-27 DATA-28] the workload', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let nextNumber = 256_700_000_100
  const agents = new Map<string, number>()

  beforeAll(async () => {
    database = await openTestDatabase()
    const writer = testWriter(database, clock)
    for (const name of ['ann', 'brian', 'carol', 'gone']) {
      agents.set(
        name,
        await addAgent(writer, { email: `${name}@example.com`, password: 'plums and 7 pears' }),
      )
    }
    await database.db
      .updateTable('agents')
      .set({ disabled_at: clock.now() })
      .where('email', '=', 'gone@example.com')
      .execute()
    await database.db
      .updateTable('agents')
      .set({ max_capacity: 2 })
      .where('email', '=', 'brian@example.com')
      .execute()
  })
  afterAll(() => database.close())

  const own = async (name: string, status: string): Promise<number> => {
    const now = clock.now()
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: String(nextNumber++), created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const dates = { last_activity: now, created_at: now, updated_at: now }
    const row = { customer_id: customer.id, phone_number_id: '1', status, ...dates }
    const made = await database.db
      .insertInto('conversations')
      .values({ ...row, assignee_id: name === '' ? null : (agents.get(name) ?? null) })
      .returning('id')
      .executeTakeFirstOrThrow()
    return made.id
  }

  test('a team without conversations', async () => {
    const team = await teamLoad(database.db)
    expect(team.map(({ user_name }) => user_name)).toEqual(['ann', 'brian', 'carol'])
    expect(workloadMetrics(team)).toEqual({
      total_agents: 3,
      overloaded_agents: 0,
      avg_utilization_percentage: 0,
      max_workload: 0,
    })
    expect(overloadedAgents(team)).toEqual([])
  })

  test('counts ACTIVE conversations and waiting offers, of agents who may sign in', async () => {
    for (let count = 0; count < 3; count += 1) await own('brian', 'ACTIVE')
    await own('brian', 'RESOLVED')
    await own('ann', 'ACTIVE')
    await own('gone', 'ACTIVE')
    const offered = await own('', 'ACTIVE')
    await database.db
      .insertInto('assignments')
      .values({
        conversation_id: offered,
        agent_id: agents.get('ann') ?? 0,
        by_id: agents.get('brian') ?? 0,
        was_online: true,
        state: 'offered',
        offered_at: clock.now(),
        deadline: new Date(clock.now().getTime() + 60_000),
      })
      .execute()
    const team = await teamLoad(database.db)
    expect(workloadMetrics(team)).toEqual({
      total_agents: 3,
      overloaded_agents: 1,
      avg_utilization_percentage: (40 + 150 + 0) / 3,
      max_workload: 3,
    })
    expect(overloadedAgents(team)).toEqual([
      {
        user_id: String(agents.get('brian')),
        user_name: 'brian',
        current_workload: 3,
        max_capacity: 2,
        capacity_exceeded_by: 1,
      },
    ])
  })
})
