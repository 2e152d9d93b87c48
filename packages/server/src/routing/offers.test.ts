import { defaultRouting } from '@parley/core/routing/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoutingDesk } from '../../test/models/routing-desk.ts'
import { startTestServer, type TestServer, unique } from '../../test/server.ts'
import { envelope, text } from '../../test/models/webhooks.ts'

const day = 24 * 3600
const claim = 'Has my claim been approved yet? what is the status of my claim'

describe('[Q-211] the choice of an agent', () => {
  let at: TestServer
  let desk: RoutingDesk
  beforeAll(async () => {
    at = await startTestServer()
    desk = await RoutingDesk.open(at)
  })
  afterAll(() => at.close())
  beforeEach(() => desk.clear())

  const forPerson = 'I want to talk to a human being please'
  /** Asks while all agents are online without capacity, then gives all capacity. */
  const asksAll = async (words = forPerson, phone = desk.newPhone()) => {
    await desk.allHaveRoomFor(0)
    for (const agent of desk.team) await desk.comes(agent)
    await desk.asks(words, phone)
    await desk.allHaveRoomFor(5)
    await desk.settle()
    return desk.offeredTo(phone)
  }

  test.each([
    ['took the customer within a week', 7 * day - 60, null, true],
    ['took the customer earlier', 7 * day, null, false],
    ['took the customer earlier and wrote within a week', 10 * day, 7 * day - 60, true],
    ['took the customer earlier and wrote earlier', 10 * day, 7 * day, false],
  ])('who %s, whatever they have else: %i, %s seconds ago', async (_, took, wrote, isAgain) => {
    const { phone, id } = await desk.isTakenBy(at.brian)
    await desk.isTakenBy(at.brian)
    await desk.setStatus({ phone, id }, 'RESOLVED')
    await desk.passes(took)
    if (wrote !== null) {
      const then = new Date(at.clock.now().getTime() - wrote * 1_000)
      await sql`insert into messages (conversation_id, direction, source, message_type, content, agent_id, at, arrived_at, status)
        values (${id}, 'OUTBOUND', 'AGENT', 'text', 'Good day', ${at.brian.id}, ${then}, ${then}, 'sent')`.execute(
        at.database.db,
      )
    }
    expect(await asksAll(forPerson, phone)).toBe(isAgain ? at.brian.id : at.ann.id)
  })

  test('[Q-305] skips agents who take no conversations, until that is switched on; they can still be assigned one', async () => {
    const { phone, id } = await desk.isTakenBy(at.brian)
    await desk.setStatus({ phone, id }, 'RESOLVED')
    await desk.set(at.brian, { takes_conversations: false })
    const offered = await asksAll(forPerson, phone)
    expect(offered).not.toBe(at.brian.id)
    for (const agent of desk.team) if (agent.id !== at.brian.id) await desk.leaves(agent)
    const other = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(other.phone)).toBeNull()
    await at.ann.get('assign', { params: { id: other.id }, body: { agent_id: at.brian.id } })
    expect(await desk.offeredTo(other.phone)).toBe(at.brian.id)
    await desk.set(at.brian, { takes_conversations: true })
    const third = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(third.phone)).toBe(at.brian.id)
  })

  test('prefers the previous owner of the customer’s earlier conversation', async () => {
    const before = await desk.isTakenBy(at.brian)
    await desk.isTakenBy(at.brian)
    await desk.setStatus(before, 'ARCHIVED')
    expect(await asksAll(forPerson, before.phone)).toBe(at.brian.id)
    expect((await desk.rowOf(before.phone)).id).not.toBe(before.id)
  })

  test('of two previous owners prefers the last, also one who returned it', async () => {
    const first = await desk.isTakenBy(at.ann)
    await desk.setStatus(first, 'RESOLVED')
    await desk.passes(day)
    await desk.isTakenBy(at.brian)
    const { id } = await desk.isTakenBy(at.brian, first.phone)
    await at.brian.get('handToBot', { params: { id } })
    expect(await asksAll(forPerson, first.phone)).toBe(at.brian.id)
  })

  test('offers the longest wait first, however old the conversation is', async () => {
    const old = await desk.isTakenBy(at.ann)
    await desk.setStatus(old, 'RESOLVED')
    await desk.leaves(at.ann)
    const { phone } = await desk.asks()
    await desk.passes(60)
    await desk.asks(forPerson, old.phone)
    await desk.set(at.ann, { max_capacity: 1 })
    await desk.comes(at.ann)
    await desk.settle()
    expect([await desk.offeredTo(phone), await desk.offeredTo(old.phone)]).toEqual([at.ann.id, null])
  })

  test('uses the customer’s latest intent', async () => {
    const rule = { skill: null, at_once: true } as const
    const rules = [
      { ...rule, intent: 'check_balance', department: 'Accounts' },
      { ...rule, intent: 'claim_status', department: 'Claims' },
    ] as const
    await desk.decides({ offers: 'handed-over', rules: [...rules] })
    await desk.set(at.ann, { department: 'Accounts' })
    await desk.set(at.brian, { department: 'Claims' })
    const { phone, id } = await desk.asks(claim)
    await at.ann.get('handToBot', { params: { id } })
    const ago = sql<Date>`at - interval '1 minute'`
    await at.database.db.updateTable('bot_handovers').set({ at: ago }).execute()
    expect(await asksAll('What is my balance', phone)).toBe(at.ann.id)
    expect(await asksAll(claim)).toBe(at.brian.id)
  })

  test.each([
    ['is not AVAILABLE', () => sql`update agents set status = 'BUSY' where id = ${at.brian.id}`],
    [
      'is not there',
      () =>
        sql`update presence set seen_at = ${new Date(at.clock.now().getTime() - 60_000)} where agent_id = ${at.brian.id}`,
    ],
    [
      'may not sign in',
      () => sql`update agents set disabled_at = ${at.clock.now()} where id = ${at.brian.id}`,
    ],
  ])('nobody who %s', async (_, change) => {
    const { db } = at.database
    await desk.comes(at.brian)
    await change().execute(db)
    const { phone } = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    const isBrian = ['id', '=', Number(at.brian.id)] as const
    await db
      .updateTable('agents')
      .set({ disabled_at: null, status: 'AVAILABLE' })
      .where(...isBrian)
      .execute()
    await db
      .updateTable('presence')
      .set({ seen_at: new Date('2030-01-01') })
      .execute()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.brian.id)
  })

  test('finds a match after more than a hundred without one', async () => {
    const { db } = at.database
    await db.updateTable('business_numbers').set({ bot_on: false }).execute()
    await desk.decides({ ...defaultRouting, offers: 'all' })
    const time = Math.floor(at.clock.now().getTime() / 1000)
    const messages = Array.from({ length: 101 }, () =>
      text(desk.newPhone(), `wamid.${unique()}`, 'Hello', time),
    )
    expect(await at.webhook(envelope({ messages }))).toBe(200)
    const now = at.clock.now()
    await sql`insert into assignments (conversation_id, agent_id, state, offered_at, ended_at, was_online)
      select id, ${Number(at.ann.id)}, 'rejected', ${now}, ${now}, true from conversations
      where status = 'ACTIVE'`.execute(db)
    await desk.passes(60)
    const phone = desk.newPhone()
    await desk.writes(phone, 'Hello')
    await db.updateTable('business_numbers').set({ bot_on: true }).execute()
    await desk.comes(at.ann)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.ann.id)
  })
})
