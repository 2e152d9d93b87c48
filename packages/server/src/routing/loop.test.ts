import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Asking, RoutingDesk } from '../../test/models/routing-desk.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually, somebodyWaits } from '../../test/wait.ts'
import { expireOffers } from '../assignments/offer.ts'
import { currentSeq } from '../live/log.ts'
import { isRoutingNews, offerNext } from './loop.ts'

const deadlineMs = 5 * 60_000

describe('[Q-211] the routing loop', () => {
  let at: TestServer
  let desk: RoutingDesk
  beforeAll(async () => {
    at = await startTestServer()
    desk = await RoutingDesk.open(at)
  })
  afterAll(() => at.close())
  beforeEach(() => desk.clear())

  /** The later events. */
  const toldSince = async (seq: number) => {
    const rows = await at.database.db
      .selectFrom('live_log')
      .select(['noun', 'kind', 'entity_id as id'])
      .where('seq', '>', seq)
      .orderBy('seq')
      .execute()
    return rows as unknown as Parameters<typeof isRoutingNews>[0]
  }

  test.each<[string, (offered: Asking) => Promise<unknown>]>([
    ['who comes online', () => desk.comes(desk.carol)],
    ['an offer that is rejected', ({ id }) => at.ann.get('rejectHandoff', { params: { id } })],
    [
      'an offer that lapses',
      async () => {
        await desk.passes(5 * 60)
        await expireOffers(at.server.writer)
      },
    ],
    ['a conversation that is resolved', one => desk.setStatus(one, 'RESOLVED')],
    [
      'more capacity',
      () => at.ann.get('editPerson', { params: { id: at.brian.id }, body: { max_capacity: 7 } }),
    ],
    [
      'another department',
      () => at.ann.get('editPerson', { params: { id: at.brian.id }, body: { department: unlike() } }),
    ],
    ['what is decided about it', () => desk.decides({ offers: 'all', rules: [] })],
  ])('%s is a cause', async (_, happens) => {
    await desk.comes(at.ann)
    const offered = await desk.asks()
    await desk.settle()
    const { db } = at.database
    const before = await currentSeq(db)
    await happens(offered)
    expect(isRoutingNews(await toldSince(before))).toBe(true)
  })
  let departments = 0
  const unlike = () => `Department ${(departments += 1)}`

  test('a handover of the bot wakes it; a message in an assigned conversation does not', async () => {
    await desk.comes(at.ann)
    const { db } = at.database
    const before = await currentSeq(db)
    const { phone, id } = await desk.asks()
    expect(isRoutingNews(await toldSince(before))).toBe(true)
    await eventually('the offer', async () => (await desk.offeredTo(phone)) === at.ann.id)
    await at.ann.get('acceptHandoff', { params: { id } })
    const then = await currentSeq(db)
    await desk.writes(phone, 'Hello')
    expect(isRoutingNews(await toldSince(then))).toBe(false)
  })

  test('fills free capacity at once, and not a second later', async () => {
    const customers: Asking[] = []
    for (let count = 0; count < 6; count += 1) {
      customers.push(await desk.asks())
      await desk.passes(60)
    }
    await desk.allHaveRoomFor(1)
    await desk.comes(at.ann)
    const waits: number[] = []
    for (const [place, one] of customers.entries()) {
      const since = performance.now()
      await eventually('the offer', async () => (await desk.offeredTo(one.phone)) === at.ann.id)
      if (place > 0) waits.push(performance.now() - since)
      await at.ann.get('acceptHandoff', { params: { id: one.id } })
      await desk.setStatus(one, 'RESOLVED')
    }
    // If only the loop's look of every second found them, each would wait for most of that second.
    expect(Math.min(...waits)).toBeLessThan(500)
  })

  test('notices another process’s changes within a second', async () => {
    const customers: Asking[] = []
    for (let count = 0; count < 8; count += 1) customers.push(await desk.asks())
    await desk.allHaveRoomFor(0)
    await desk.comes(at.ann)
    // The loop looks as often as this. One look offers them all.
    let looks = 0
    const looking = setInterval(() => (looks += 1), 1_000)
    onTestFinished(() => clearInterval(looking))
    await desk.allHaveRoomFor(8)
    await eventually('all to be offered', async () => {
      const found = await Promise.all(customers.map(one => desk.offeredTo(one.phone)))
      return found.every(id => id === at.ann.id)
    })
    expect(looks).toBeLessThan(customers.length - 1)
  })

  /** Locks a row during the choice and changes it, so that the check under the lock finds the change. */
  const whileChosen = async (lock: RawBuilder<unknown>, change: RawBuilder<unknown>) => {
    const { db } = at.database
    let routed: Promise<unknown> = Promise.resolve()
    await db.transaction().execute(async tx => {
      await lock.execute(tx)
      await sql`insert into presence (agent_id, process, seen_at)
        values (${at.ann.id}, 'test', '2030-01-01')`.execute(db)
      routed = offerNext(at.server.writer, deadlineMs)
      await somebodyWaits(db)
      await change.execute(tx)
    })
    await routed
    await desk.settle()
  }

  test.each<[string, 'agent' | 'conversation', (id: string) => RawBuilder<unknown>]>([
    ['went', 'agent', () => sql`update agents set status = 'OFFLINE' where id = ${at.ann.id}`],
    ['has less room', 'agent', () => sql`update agents set max_capacity = 1 where id = ${at.ann.id}`],
    [
      'may not sign in any more',
      'agent',
      () => sql`update agents set disabled_at = now() where id = ${at.ann.id}`,
    ],
    [
      'has it no more to wait, since a colleague took it',
      'conversation',
      id => sql`update conversations set assignee_id = ${at.brian.id} where id = ${id}`,
    ],
    [
      'would get what the bot has again',
      'conversation',
      id => sql`update conversations set with_bot = true where id = ${id}`,
    ],
    [
      'would get what is over',
      'conversation',
      id => sql`update conversations set status = 'RESOLVED' where id = ${id}`,
    ],
    [
      'would get what was answered',
      'conversation',
      id => sql`update conversations set human_wait_started_at = null where id = ${id}`,
    ],
    [
      'would get whom nobody remembers',
      'conversation',
      id => sql`update conversations set erased_at = now(), status = 'ARCHIVED' where id = ${id}`,
    ],
    [
      'would get what was offered to another',
      'conversation',
      id => sql`insert into assignments (conversation_id, agent_id, state, offered_at, deadline, was_online)
        values (${id}, ${at.brian.id}, 'offered', now(), '2030-01-01', true)`,
    ],
    [
      'has just said no',
      'conversation',
      id => sql`insert into assignments (conversation_id, agent_id, state, offered_at, ended_at, was_online)
        values (${id}, ${at.ann.id}, 'rejected', ${at.clock.now()}, ${at.clock.now()}, true)`,
    ],
  ])('nothing is offered to an agent who, in that moment, %s', async (_, held, change) => {
    const { db } = at.database
    const { id: first } = await desk.isTakenBy(at.ann)
    await sql`delete from presence`.execute(db)
    const { id } = await desk.asks()
    const row = { agent: sql`agents`, conversation: sql`conversations` }[held]
    const locked = { agent: at.ann.id, conversation: id }[held]
    try {
      await whileChosen(sql`select 1 from ${row} where id = ${locked} for no key update`, change(id))
      const offers = await sql`select conversation_id from assignments
        where agent_id = ${at.ann.id} and state = 'offered'`.execute(db)
      expect(offers.rows).toEqual([])
      expect(first).not.toBe(id)
    } finally {
      await db.updateTable('agents').set({ disabled_at: null }).execute()
    }
  })
})
