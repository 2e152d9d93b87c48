import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiError } from '@parley/core/errors'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { eventually } from '../../test/wait.ts'
import { lockConversation } from '../conversations/lock.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write } from '../db/write.ts'
import { assign } from './assign.ts'
import { endOffer, endOffersOf, expireOffers, makeOffer, openOffer, sweepIfSure } from './offer.ts'
import { accept } from './take.ts'

const agentCount = 20
const capacity = 4
const conversationCount = 100
const offeredCount = 40
/** More than the pool's connections, but few enough that none waits beyond the pool's time limit. */
const atOnce = 20

describe('claims and deadlines', () => {
  const clock = new TestClock()
  let database: OpenDatabase
  let writer: ReturnType<typeof testWriter>
  const agentIds: number[] = []

  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
    for (let n = 0; n < agentCount; n += 1) agentIds.push(await agent(n))
  })
  afterAll(() => database.close())

  const agent = async (n: number): Promise<number> => {
    const now = clock.now()
    const { id } = await database.db
      .insertInto('agents')
      .values({
        email: `agent-${n}@parley.example`,
        name: `Agent number ${n}`,
        password_hash: 'none',
        status: 'AVAILABLE',
        max_capacity: capacity,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db.insertInto('presence').values({ agent_id: id, process: 'a', seen_at: now }).execute()
    return id
  }

  const conversation = async (name: string, assigneeId: number | null = null): Promise<number> => {
    const now = clock.now()
    const customer = await database.db
      .insertInto('customers')
      .values({ wa_id: name, name, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await database.db
      .insertInto('conversations')
      .values({
        customer_id: customer.id,
        phone_number_id: '1',
        status: 'ACTIVE',
        assignee_id: assigneeId,
        last_activity: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const rowOf = (id: number) =>
    database.db
      .selectFrom('conversations')
      .select('assignee_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

  test('500 claims of 100 conversations by 20 concurrent agents: one owner each, no agent over capacity, losers are told', {
    timeout: 120_000,
  }, async () => {
    const ids: number[] = []
    for (let n = 0; n < conversationCount; n += 1) ids.push(await conversation(`claimed ${n}`))
    const byId = await agent(99)
    const offeree = new Map<number, number>()
    for (const [n, conversationId] of ids.slice(0, offeredCount).entries()) {
      const agentId = agentIds[n % agentCount] ?? 0
      offeree.set(conversationId, agentId)
      await assign(writer, {
        conversationId,
        agentId,
        by: { agentId: byId, address: null },
        deadlineMs: 300_000,
      })
    }
    // Bursts of five: five agents at one conversation, then one agent at five conversations.
    const claims = Array.from({ length: 500 }, (_, n) => {
      const [burst, place] = [Math.floor(n / 10), n % 5]
      const one =
        n % 10 < 5
          ? { agent: burst * 2 + 4 - place, conversation: burst * 2 + offeredCount }
          : {
              agent: burst,
              conversation: offeredCount + ((burst * 5 + place) % (conversationCount - offeredCount)),
            }
      return {
        agentId: agentIds[one.agent % agentCount] ?? 0,
        conversationId: ids[one.conversation % conversationCount] ?? 0,
      }
    })
    const outcomes: PromiseSettledResult<unknown>[] = []
    let next = 0
    const lane = async () => {
      for (let n = next++; n < claims.length; n = next++) {
        const { agentId, conversationId } = claims[n] ?? { agentId: 0, conversationId: 0 }
        const [outcome] = await Promise.allSettled([accept(writer, agentId, conversationId)])
        outcomes[n] = outcome
      }
    }
    await Promise.all(Array.from({ length: atOnce }, lane))

    const rows = await database.db
      .selectFrom('conversations')
      .innerJoin('agents', 'agents.id', 'conversations.assignee_id')
      .select(['conversations.id', 'agents.id as ownerId', 'agents.name'])
      .where('conversations.id', 'in', ids)
      .execute()
    const owner = new Map(rows.map(row => [row.id, row]))
    const changes = await database.db
      .selectFrom('owner_changes')
      .select(['conversation_id', 'to_id'])
      .where('conversation_id', 'in', ids)
      .execute()
    expect(changes.length).toBe(owner.size)
    const count = new Map<string, number>()
    for (const [n, outcome] of outcomes.entries()) {
      const { agentId, conversationId } = claims[n] ?? { agentId: 0, conversationId: 0 }
      if (outcome.status === 'fulfilled') {
        expect(owner.get(conversationId)?.ownerId).toBe(agentId)
        continue
      }
      const apiError = outcome.reason as ApiError
      expect(apiError).toBeInstanceOf(ApiError)
      count.set(apiError.code, (count.get(apiError.code) ?? 0) + 1)
      if (apiError.code === 'assignment.taken')
        expect(apiError.message).toContain(owner.get(conversationId)?.name)
      else if (apiError.code === 'assignment.offered-to-other') {
        expect(apiError.message).toContain(
          `Agent number ${agentIds.indexOf(offeree.get(conversationId) ?? 0)}`,
        )
      } else expect(apiError.code).toBe('agent.full')
    }
    // The test means something only if each of these happened.
    expect(Math.min(count.get('assignment.taken') ?? 0, count.get('agent.full') ?? 0)).toBeGreaterThan(0)
    expect(count.get('assignment.offered-to-other')).toBeGreaterThan(0)
    for (const [conversationId, agentId] of offeree) {
      expect([undefined, agentId]).toContain(owner.get(conversationId)?.ownerId)
    }
    for (const agentId of agentIds) {
      const own = rows.filter(row => row.ownerId === agentId).length
      const open = await database.db
        .selectFrom('assignments')
        .select('id')
        .where('agent_id', '=', agentId)
        .where('state', '=', 'offered')
        .execute()
      expect(own + open.length).toBeLessThanOrEqual(capacity)
    }
    expect(rows.filter(row => !offeree.has(row.id)).length).toBeGreaterThan(agentCount)
  })

  test('an expired offer returns to the previous owner, else to the queue, after a restart too', async () => {
    const [by = 0, owner = 0, asked = 0] = agentIds
    const owned = await conversation('owned', owner)
    const free = await conversation('free')
    for (const conversationId of [owned, free]) {
      await assign(writer, {
        conversationId,
        agentId: asked,
        by: { agentId: by, address: null },
        deadlineMs: 60_000,
      })
    }
    const states = () =>
      database.db
        .selectFrom('assignments')
        .select(['state', 'reason', 'previous_owner_id'])
        .where('conversation_id', 'in', [owned, free])
        .orderBy('conversation_id')
        .execute()
    const sweep = async () =>
      (await expireOffers(writer)) + (await sweepIfSure(writer, { isAbsenceSure: () => false }))
    clock.advance(59)
    expect(await sweep()).toBe(0)
    expect((await states()).map(row => row.state)).toEqual(['offered', 'offered'])
    // No server runs while the deadline passes.
    clock.advance(1)
    expect(await sweep()).toBe(2)
    expect(await states()).toEqual([
      { state: 'expired', reason: 'No answer in time', previous_owner_id: owner },
      { state: 'expired', reason: 'No answer in time', previous_owner_id: null },
    ])
    expect(await rowOf(owned)).toEqual({ assignee_id: owner })
    expect(await rowOf(free)).toEqual({ assignee_id: null })
    const told = await database.db
      .selectFrom('notifications')
      .select(['cause', 'title', 'dismissed_at'])
      .where('conversation_id', '=', free)
      .orderBy('id')
      .execute()
    expect(told).toEqual([
      { cause: 'offer', title: 'New Assignment', dismissed_at: clock.now() },
      { cause: 'outcome', title: 'Assignment not answered', dismissed_at: null },
    ])
  })

  test('concurrent sweeps end each offer once, and notify its author once', async () => {
    const [by = 0, asked = 0] = agentIds
    const ids: number[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await conversation(`swept ${n}`))
    for (const conversationId of ids) {
      await assign(writer, {
        conversationId,
        agentId: asked,
        by: { agentId: by, address: null },
        deadlineMs: 1_000,
      })
    }
    clock.advance(1)
    const ended = await Promise.all(Array.from({ length: 3 }, () => expireOffers(writer)))
    expect(ended.reduce((sum, one) => sum + one, 0)).toBe(ids.length)
    const told = await database.db
      .selectFrom('notifications')
      .select('conversation_id')
      .where('conversation_id', 'in', ids)
      .where('cause', '=', 'outcome')
      .orderBy('conversation_id')
      .execute()
    expect(told.map(notice => notice.conversation_id)).toEqual(ids)
  })

  test.each<[string, (asked: number) => Promise<unknown>, unknown]>([
    ['the sweep', () => expireOffers(writer), 0],
    [
      'the leave of who had the one before',
      asked => write(writer, context => endOffersOf(context, asked, 'Went offline')),
      undefined,
    ],
  ])('an offer that was made while %s waited for its conversation stays open', async (_, ends, answer) => {
    const [by = 0, asked = 0, other = 0] = agentIds
    const id = await conversation(`made anew, ${String(answer)}`)
    await assign(writer, {
      conversationId: id,
      agentId: asked,
      by: { agentId: by, address: null },
      deadlineMs: 1_000,
    })
    clock.advance(1)
    const [hasLocked, mayGoOn] = [gate(), gate()]
    const holder = write(writer, async context => {
      const { tx } = context
      const locked = await lockConversation(tx, id)
      hasLocked.open()
      await mayGoOn.opened
      const offer = await openOffer(tx, id)
      if (offer === undefined) throw new Error('There is no offer')
      await endOffer(context, offer, { state: 'withdrawn', reason: null })
      const deadline = new Date(context.now.getTime() + 60_000)
      await makeOffer(context, locked, { agentId: other, byId: by, deadline, wasOnline: true })
    })
    await hasLocked.opened
    const ending = ends(asked)
    await eventually('it to wait', isSomebodyWaiting)
    mayGoOn.open()
    await holder
    expect(await ending).toBe(answer)
    const states = await database.db
      .selectFrom('assignments')
      .select(['agent_id', 'state'])
      .where('conversation_id', '=', id)
      .orderBy('id')
      .execute()
    expect(states).toEqual([
      { agent_id: asked, state: 'withdrawn' },
      { agent_id: other, state: 'offered' },
    ])
  })
  const gate = () => {
    let open = () => undefined as void
    const opened = new Promise<void>(resolve => {
      open = resolve
    })
    return { opened, open: () => open() }
  }
  /** For a lock in this database. */
  const isSomebodyWaiting = async () => {
    const { rows } = await sql<{ waits: boolean }>`
      select exists (select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(database.db)
    return rows[0]?.waits ?? false
  }

  test('an offer past its deadline has expired, even before a sweep', async () => {
    const [by = 0, asked = 0] = agentIds
    const id = await conversation('late')
    await assign(writer, {
      conversationId: id,
      agentId: asked,
      by: { agentId: by, address: null },
      deadlineMs: 1_000,
    })
    clock.advance(1)
    // Presence lapsed as the clock moved: an offer needs none, a claim does.
    await expect(accept(writer, asked, id)).rejects.toMatchObject({ code: 'agent.offline' })
    expect(await rowOf(id)).toEqual({ assignee_id: null })
  })
})
