import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Averages } from '@parley/core/reports/api'
import { metricIds } from '@parley/core/reports/constants'
import { Figures, rolledUp } from '../../test/models/figures.ts'
import { write } from '../db/write.ts'
import { tidy } from '../operation/housekeeping.ts'
import { createTicket, editTicket } from '../tickets/actions.ts'
import { catchUp, rebuild, rollUpFollower } from './catch-up.ts'
import { WorkspaceDays } from './days.ts'

const zone = 'Africa/Kampala'
const day = 24 * 60 * 60

describe('the roll-ups', () => {
  let at: Figures
  beforeAll(async () => {
    at = await Figures.start(zone, 77)
    for (let event = 0; event < 90; event += 1) await at.history.go()
  })
  afterAll(() => at.close())

  const positions = async () => {
    const { rows } = await sql<{ seq: number; through: number }>`
      select seq, through from report_state`.execute(at.database.db)
    return rows[0] ?? { seq: -1, through: -1 }
  }
  const newestSeq = async () =>
    (await at.database.db.selectFrom('live_clock').select('seq').executeTakeFirstOrThrow()).seq

  /** Compares all calls for the last weeks with the slow model. */
  const agree = async () => {
    const model = await at.model()
    const range = { start_date: '2026-03-02', end_date: model.today }
    const daily = { ...range, include_daily: 'true' }
    expect(await at.get('/statistics/unique-users', daily)).toEqual(model.uniqueUsers(range))
    expect(await at.get('/statistics/message-stats', daily)).toEqual(model.messageStats(range))
    expect(await at.get('/performance/metrics-summary', range)).toEqual(model.agentMetrics(range))
    expect(await at.get('/performance/averages', range)).toEqual(model.averages(range))
  }

  const sameAsRebuilt = async () => {
    const before = await rolledUp(at.database)
    await rebuild(at.writer, at.days)
    expect(await rolledUp(at.database)).toEqual(before)
  }

  test('two customers that WhatsApp tells to be one are counted as one, on days that are rolled up too', async () => {
    await catchUp(at.writer, at.days)
    await at.history.changeNumber()
    at.clock.advance(day)
    await catchUp(at.writer, at.days)
    await sameAsRebuilt()
    await at.history.tellOfNumber()
    await catchUp(at.writer, at.days)
    await sameAsRebuilt()
    await agree()
  })

  test('[DATA-18 DATA-20] several writers at once, while more is written, leave what one alone leaves', async () => {
    for (let round = 0; round < 4; round += 1) {
      const writing = (async () => {
        for (let event = 0; event < 8; event += 1) await at.history.go()
      })()
      await Promise.all([
        writing,
        catchUp(at.writer, at.days),
        catchUp(at.writer, at.days),
        catchUp(at.writer, at.days, { wait: false }),
      ])
    }
    await catchUp(at.writer, at.days)
    expect((await positions()).seq).toBe(await newestSeq())
    await sameAsRebuilt()
    await agree()
  })

  test('[DATA-18 DATA-20] a writer that ends between two steps, or in one, goes on where it was', async () => {
    for (let event = 0; event < 20; event += 1) await at.history.go()
    const before = await positions()
    // Rolled back: neither the roll-ups nor the position moved.
    const cut = {
      db: at.database.db,
      now: () => {
        throw new RangeError('cut')
      },
    }
    await expect(catchUp(cut, at.days)).rejects.toThrow('cut')
    expect(await positions()).toEqual(before)
    // Stopped after each step, with more log rows than one step takes.
    const id = (await at.database.db.selectFrom('messages').select('id').executeTakeFirstOrThrow()).id
    await sql`
      with clock as (update live_clock set seq = seq + 4500 returning seq)
      insert into live_log (seq, noun, entity_id, kind, at)
      select clock.seq - 4500 + n, 'message', ${id}, 'changed', ${at.clock.now()} from clock, generate_series(1, 4500) n`.execute(
      at.database.db,
    )
    const seen = [before.seq]
    for (let tries = 0; tries < 9 && seen.at(-1) !== (await newestSeq()); tries += 1) {
      let steps = 0
      await catchUp(at.writer, at.days, { isStopped: () => (steps += 1) > 1 })
      seen.push((await positions()).seq)
      await agree()
    }
    expect(seen.at(-1)).toBe(await newestSeq())
    await sameAsRebuilt()
  })

  test('[DATA-20] the log is not pruned past the position, however old its rows are', async () => {
    await catchUp(at.writer, at.days)
    const { seq } = await positions()
    for (let event = 0; event < 15; event += 1) await at.history.go()
    at.clock.advance(3 * day)
    await tidy(at.writer)
    const { rows } = await sql<{ oldest: number }>`
      select min(seq) as oldest from live_log`.execute(at.database.db)
    expect(rows[0]?.oldest).toBe(seq + 1)
    await agree()
    await catchUp(at.writer, at.days)
    await tidy(at.writer)
    const { rows: left } = await sql<{ n: number }>`select count(*)::int as n from live_log`.execute(
      at.database.db,
    )
    expect(left).toEqual([{ n: 1 }])
    await sameAsRebuilt()
  })

  test('[DATA-20] a log that misses rows, or another log, makes them begin anew by themselves', async () => {
    for (const harm of [
      sql`delete from live_log where seq < (select max(seq) from live_log)`,
      sql`update live_clock set log = 'restored'`,
    ]) {
      await catchUp(at.writer, at.days)
      for (let event = 0; event < 12; event += 1) await at.history.go()
      await harm.execute(at.database.db)
      await agree()
      await sameAsRebuilt()
    }
  })

  test('[DATA-19 DATA-21 DASH-07] a day that ends is rolled up by the follower; the figures of the new one begin at 0', async () => {
    await catchUp(at.writer, at.days)
    const { through } = await positions()
    at.clock.advance(day)
    const model = await at.model()
    const today = { start_date: model.today, end_date: model.today, include_daily: 'true' }
    // Yesterday is not rolled up yet: it is read from the rows.
    expect(await at.get('/statistics/message-stats', today)).toMatchObject({
      summary: { total_messages: 0, active_conversations: 0, bot_automation_rate: 0, agent_handling_rate: 0 },
      daily: [{ message_date: model.today, total_messages: 0, bot_automation_percentage: 0 }],
    })
    expect(await at.get('/dashboard')).toMatchObject({ handled_today: 0 })
    await agree()
    await rollUpFollower(at.writer, at.days)(new AbortController().signal)
    expect((await positions()).through).toBe(through + 1)
    await agree()
  })

  test('[DATA-20] another time zone makes them begin anew, and every figure is of its days', async () => {
    const tokyo = new WorkspaceDays('Asia/Tokyo')
    await at.useZone(tokyo)
    const model = await at.model(tokyo)
    const range = { start_date: '2026-03-02', end_date: model.today }
    const daily = { ...range, include_daily: 'true' }
    expect(await at.get('/statistics/unique-users', daily)).toEqual(model.uniqueUsers(range))
    expect(await at.get('/statistics/message-stats', daily)).toEqual(model.messageStats(range))
    await at.useZone(at.days)
    await agree()
  })
})

describe('[Q-023] figures of nothing', () => {
  let at: Figures
  beforeAll(async () => {
    at = await Figures.start(zone, 1)
  })
  afterAll(() => at.close())
  const range = { start_date: '2026-03-01', end_date: '2026-03-02' }

  test('[API-46 API-47 API-48 API-49 Q-023 Q-125] shares are 0, averages are null, every day has its row', async () => {
    const daily = { ...range, include_daily: 'true' }
    expect(await at.get('/statistics/unique-users', daily)).toEqual({
      summary: {
        ...range,
        total_unique_users: 0,
        total_new_users: 0,
        total_bot_users: 0,
        total_agent_users: 0,
        total_mixed_users: 0,
      },
      daily: [
        { date: '2026-03-01', unique_users: 0, new_users: 0 },
        { date: '2026-03-02', unique_users: 0, new_users: 0 },
      ],
    })
    expect(await at.get('/statistics/message-stats', range)).toEqual({
      summary: {
        ...range,
        total_messages: 0,
        inbound: { total: 0, by_source: { USER: 0 } },
        outbound: { total: 0, by_source: { BOT: 0, AGENT: 0 } },
        active_conversations: 0,
        bot_automation_rate: 0,
        agent_handling_rate: 0,
      },
    })
    expect(await at.get('/performance/metrics-summary', range)).toEqual([])
    expect(await at.get('/performance/averages', range)).toEqual({
      avg_response_time: null,
      avg_resolution_time: null,
      avg_satisfaction: null,
      avg_fcr_rate: null,
      fcr_pending: 0,
    })
    for (const metric of metricIds) {
      const { figure } = await at.rows(metric, { ...range, agent_id: String(at.callerId) })
      expect({ metric, figure }).toSatisfy(
        (one: { figure: unknown }) => one.figure === null || Number.isFinite(one.figure),
      )
    }
  })

  test('[API-52 Q-019] without dates the calls answer for April 2025', async () => {
    expect(await at.get('/statistics/unique-users')).toMatchObject({
      summary: { start_date: '2025-04-01', end_date: '2025-04-30' },
    })
    expect(await at.get('/statistics/message-stats', { include_daily: 'true' })).toMatchObject({
      summary: { start_date: '2025-04-01', end_date: '2025-04-30' },
      daily: { length: 30 },
    })
  })

  test('[API-46 API-47 API-48 API-49 Q-124] a range that ends before it starts is refused, naming the end', async () => {
    const wrong = { start_date: '2026-03-02', end_date: '2026-03-01' }
    const calls = [
      '/statistics/unique-users',
      '/statistics/message-stats',
      '/performance/metrics-summary',
      '/performance/averages',
    ]
    for (const path of calls) {
      expect(await at.refusal(path, wrong)).toMatchObject({
        status: 400,
        body: { fields: { end_date: /./ } },
      })
    }
    const rows = await at.refusal('/reports/rows', { ...wrong, metric: 'total_messages' })
    expect(rows).toMatchObject({ status: 400, body: { fields: { end_date: /./ } } })
  })

  test('[API-46 API-47 DATA-19 DATA-21] any range has an end: a future one has no days, a list of too many is refused', async () => {
    const future = { start_date: '2026-03-03', end_date: '9999-12-31', include_daily: 'true' }
    expect(await at.get('/statistics/unique-users', future)).toMatchObject({ daily: [] })
    expect(await at.get('/statistics/message-stats', future)).toMatchObject({ daily: [] })
    const ever = { start_date: '0000-01-01', end_date: '9999-12-31' }
    expect(await at.get('/statistics/message-stats', ever)).toMatchObject({
      summary: { ...ever, total_messages: 0 },
    })
    for (const path of ['/statistics/unique-users', '/statistics/message-stats']) {
      const asked = { ...ever, include_daily: 'true' }
      expect(await at.refusal(path, asked)).toMatchObject({
        status: 400,
        body: { fields: { start_date: /./ } },
      })
    }
  })

  test('[DATA-22] rows of one agent need an agent that exists; a place in a list must be one', async () => {
    const asked = { ...range, metric: 'agent_responses' }
    expect(await at.refusal('/reports/rows', asked)).toMatchObject({
      status: 400,
      body: { fields: { agent_id: /./ } },
    })
    expect(await at.refusal('/reports/rows', { ...asked, agent_id: '7' })).toMatchObject({
      status: 404,
      body: { code: 'agent.not-found' },
    })
    const elsewhere = { ...range, metric: 'total_messages', after: '17' }
    expect(await at.refusal('/reports/rows', elsewhere)).toMatchObject({
      status: 400,
      body: { fields: { after: /./ } },
    })
  })
})

describe('today and yesterday', () => {
  let at: Figures
  beforeAll(async () => {
    at = await Figures.start('America/New_York', 5)
  })
  afterAll(() => at.close())

  test('[DATA-20] a message on each side of midnight counts on its own day, also when it comes late', async () => {
    const midnight = at.days.start(at.days.of(at.clock.now()))
    const { id: customer_id } = await at.database.db
      .insertInto('customers')
      .values({ wa_id: '256700000001', created_at: midnight })
      .returning('id')
      .executeTakeFirstOrThrow()
    const times = { last_activity: midnight, created_at: midnight, updated_at: midnight }
    const { id: conversation_id } = await at.database.db
      .insertInto('conversations')
      .values({ customer_id, phone_number_id: '1', status: 'ACTIVE', ...times })
      .returning('id')
      .executeTakeFirstOrThrow()
    const receive = (ms: number) =>
      write(at.writer, async ({ tx, publish, now }) => {
        const message = {
          conversation_id,
          direction: 'INBOUND',
          source: 'CUSTOMER',
          message_type: 'text',
          content: '',
          at: new Date(midnight.getTime() + ms),
          arrived_at: now,
          status: 'received',
        }
        const { id } = await tx
          .insertInto('messages')
          .values(message)
          .returning('id')
          .executeTakeFirstOrThrow()
        publish({ noun: 'message', id, kind: 'created' })
      })
    const totals = async (start_date: string, end_date: string) => {
      const stats = (await at.get('/statistics/message-stats', { start_date, end_date })) as {
        summary: { total_messages: number; active_conversations: number }
      }
      const users = (await at.get('/statistics/unique-users', { start_date, end_date })) as {
        summary: { total_unique_users: number; total_new_users: number }
      }
      return [
        stats.summary.total_messages,
        stats.summary.active_conversations,
        users.summary.total_unique_users,
        users.summary.total_new_users,
      ]
    }
    await receive(0)
    expect(await totals('2026-03-02', '2026-03-02')).toEqual([1, 1, 1, 1])
    await receive(-1)
    expect(await totals('2026-03-02', '2026-03-02')).toEqual([1, 1, 1, 0])
    expect(await totals('2026-03-01', '2026-03-01')).toEqual([1, 1, 1, 1])
    expect(await totals('2026-03-01', '2026-03-02')).toEqual([2, 1, 1, 1])
    at.clock.advance(2 * day)
    expect(await totals('2026-03-02', '2026-03-02')).toEqual([1, 1, 1, 0])
    await receive(-1 - 40 * 1000 * day)
    expect(await totals('2026-03-01', '2026-03-02')).toEqual([2, 1, 1, 0])
    expect(await totals('2026-01-01', '2026-03-04')).toEqual([3, 1, 1, 1])
  })
})

describe('tickets and the rows of a list', () => {
  let at: Figures
  let conversations: number[]
  beforeAll(async () => {
    at = await Figures.start(zone, 9)
    const now = at.clock.now()
    const { id: customer_id } = await at.database.db
      .insertInto('customers')
      .values({ wa_id: '256700000001', created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const made = await at.database.db
      .insertInto('conversations')
      .values(
        ['ARCHIVED', 'ACTIVE'].map(status => ({
          customer_id,
          phone_number_id: '1',
          status,
          last_activity: now,
          created_at: now,
          updated_at: now,
        })),
      )
      .returning('id')
      .execute()
    conversations = made.map(row => row.id)
  })
  afterAll(() => at.close())

  const agentId = () => at.callerId
  const wrote = (conversationId: number, count: number) =>
    write(at.writer, async ({ tx, publish, now }) => {
      for (let place = 0; place < count; place += 1) {
        const { id } = await tx
          .insertInto('messages')
          .values({
            conversation_id: conversationId,
            direction: 'OUTBOUND',
            source: 'AGENT',
            agent_id: agentId(),
            message_type: 'text',
            content: '',
            at: now,
            arrived_at: now,
            status: 'sent',
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        publish({ noun: 'message', id, kind: 'created' })
      }
    })
  const raise = (place: number) =>
    createTicket(at.writer, {
      conversationId: conversations[place] ?? 0,
      agentId: agentId(),
      title: 'A claim',
      description: '',
      status: 'NEW',
      priority: 'LOW',
    })
  const range = { start_date: '2026-03-01', end_date: '2026-03-31' }
  const agree = async () => {
    const model = await at.model()
    expect(await at.get('/performance/averages', range)).toEqual(model.averages(range))
    expect(await at.get('/performance/metrics-summary', range)).toEqual(model.agentMetrics(range))
  }
  /** The rate, its tickets, and the number of tickets that it leaves out. */
  const firstContact = async () => {
    const { avg_fcr_rate, fcr_pending } = (await at.get('/performance/averages', range)) as Averages
    const { figure, rows } = await at.rows('avg_fcr_rate', range)
    expect(figure).toBe(avg_fcr_rate)
    return { of: rows.length, rate: avg_fcr_rate, pending: fcr_pending }
  }

  test('[API-48 Q-008] a ticket moves the share of its agents though nothing else happens in its conversation', async () => {
    await wrote(conversations[0] ?? 0, 3)
    at.clock.advance(2 * day)
    await catchUp(at.writer, at.days)
    const rate = async () =>
      ((await at.get('/performance/metrics-summary', range)) as { resolution_rate: number | null }[])[0]
        ?.resolution_rate
    expect(await rate()).toBe(null)
    const id = await raise(0)
    expect(await rate()).toBe(0)
    await editTicket(at.writer, agentId(), id, { status: 'RESOLVED' })
    expect(await rate()).toBe(100)
    await agree()
  })

  test('[DATA-23 Q-136] first contact is known after 72 hours, and ends with a ticket within them in any conversation of the customer, or a reopening', async () => {
    expect(await firstContact()).toEqual({ of: 0, rate: null, pending: 1 })
    at.clock.advance(3 * day)
    expect(await firstContact()).toEqual({ of: 0, rate: null, pending: 1 })
    at.clock.advance(0.001)
    expect(await firstContact()).toEqual({ of: 1, rate: 100, pending: 0 })
    const later = await raise(1)
    expect(await firstContact()).toEqual({ of: 1, rate: 100, pending: 0 })
    await editTicket(at.writer, agentId(), later, { status: 'CLOSED' })
    expect(await firstContact()).toEqual({ of: 1, rate: 100, pending: 1 })
    at.clock.advance(3 * day)
    const another = await raise(0)
    expect(await firstContact()).toEqual({ of: 1, rate: 100, pending: 1 })
    at.clock.advance(0.001)
    expect(await firstContact()).toEqual({ of: 2, rate: 50, pending: 0 })
    await editTicket(at.writer, agentId(), another, { status: 'RESOLVED' })
    expect(await firstContact()).toEqual({ of: 2, rate: 50, pending: 1 })
    await editTicket(at.writer, agentId(), another, { status: 'REOPENED' })
    expect(await firstContact()).toEqual({ of: 2, rate: 50, pending: 0 })
    await editTicket(at.writer, agentId(), another, { status: 'RESOLVED' })
    await agree()
    at.clock.advance(3 * day + 0.001)
    expect(await firstContact()).toEqual({ of: 3, rate: expect.closeTo(100 / 3, 9), pending: 0 })
    await agree()
  })

  test('[DATA-20] a ticket that is resolved days after a waiting writer read its clock is of its own day', async () => {
    const id = await raise(0)
    const before = at.clock.now()
    at.clock.advance(2 * day)
    await editTicket(at.writer, agentId(), id, { status: 'RESOLVED' })
    await catchUp({ db: at.database.db, now: () => before }, at.days)
    await catchUp(at.writer, at.days)
    const held = await rolledUp(at.database)
    await rebuild(at.writer, at.days)
    expect(await rolledUp(at.database)).toEqual(held)
  })

  test('[DATA-20] rows of one instant are each listed once, one to a page', async () => {
    const { figure, rows } = await at.rows('total_messages', range, 1)
    expect(figure).toBe(3)
    expect(new Set(rows.map(row => row.id)).size).toBe(3)
    expect(rows).toHaveLength(3)
    expect(rows[0]).toMatchObject({ kind: 'message', name: '', label: 'ann', value: null })
  })
})
