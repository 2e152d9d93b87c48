import { defaultBusinessHours } from '@parley/core/business-hours/rules'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAgent } from '../agents/accounts.ts'
import { AgentClient } from '../../test/models/agent-client.ts'
import { password, startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'

describe('[Q-200] business hours', () => {
  let at: TestServer
  let carol: AgentClient
  beforeAll(async () => {
    at = await startTestServer()
    const email = 'carol@parley.example'
    await addAgent(at.server.writer, { email, name: 'Carol', password, role: 'SUPERVISOR' })
    carol = await AgentClient.signIn(at.server.app, at.url, email, password)
  })
  afterAll(() => at.close())

  const { week } = defaultBusinessHours
  const closedOnFriday = { week: { ...week, friday: [] }, holidays: [] }
  const split = {
    week: {
      ...week,
      friday: [
        { from: '13:00', to: '17:00' },
        { from: '08:00', to: '12:00' },
      ],
    },
    holidays: [{ date: '2026-06-03', name: 'Martyrs’ Day', yearly: true }],
  }

  test("the default holds until a supervisor's change, which is on record and told to every console", async () => {
    const usual = { hours: defaultBusinessHours, version: 1, updated_at: null, updated_by: null }
    expect((await at.brian.get('businessHours')).reply).toEqual(usual)
    const socket = await at.brian.connect()
    const { reply } = await carol.get('changeBusinessHours', { body: { version: 1, hours: split } })
    expect(reply).toMatchObject({
      hours: { week: { friday: [{ from: '08:00' }, { from: '13:00' }] }, holidays: split.holidays },
      version: 2,
      updated_by: { id: carol.id, name: 'Carol' },
    })
    expect((await at.brian.get('businessHours')).reply).toEqual(reply)
    await eventually('the frame', () => socket.events.some(({ event }) => event === 'bot'))
    expect((await at.ann.get('audit', { query: { action: 'hours.changed' } })).reply).toMatchObject([
      {
        by: { name: 'Carol' },
        before: { friday: ['08:00–17:00'], holidays: [] },
        after: { friday: ['08:00–12:00', '13:00–17:00'], holidays: ['06-03 Martyrs’ Day'] },
      },
    ])
  })

  test('the second of two concurrent changes is refused; the same hours again are no change', async () => {
    const stale = { version: 1, hours: closedOnFriday }
    expect(await carol.ask('changeBusinessHours', { body: stale })).toMatchObject({
      status: 409,
      body: { code: 'hours.changed' },
    })
    const again = { version: 1, hours: split }
    expect((await carol.get('changeBusinessHours', { body: again })).reply.version).toBe(2)
    expect((await at.ann.get('audit', { query: { action: 'hours.changed' } })).reply).toHaveLength(1)
  })

  test('wrong hours are named by their day, and nothing is stored', async () => {
    const overlapping = [
      { from: '08:00', to: '12:00' },
      { from: '11:00', to: '10:00' },
    ]
    const hours = { week: { ...week, monday: overlapping }, holidays: [] }
    // An end before the beginning is on the next day.
    expect(await carol.ask('changeBusinessHours', { body: { version: 2, hours } })).toMatchObject({
      status: 400,
      body: { fields: { 'week.monday.1': expect.stringContaining('overlaps with 08:00 to 12:00') } },
    })
    expect((await carol.get('businessHours')).reply.version).toBe(2)
  })

  test('agents see the hours and cannot change them', async () => {
    const body = { version: 2, hours: closedOnFriday }
    expect((await at.brian.ask('changeBusinessHours', { body })).status).toBe(403)
  })
})
