import { draws } from '@parley/core/read/readers.fixture'
import { offerEnd } from '@parley/core/assignments/rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RoutingDesk } from '../../test/models/routing-desk.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { expireOffers, sweepGone } from '../assignments/offer.ts'

describe('[Q-211] automatic offers', () => {
  let at: TestServer
  let desk: RoutingDesk
  beforeAll(async () => {
    at = await startTestServer()
    desk = await RoutingDesk.open(at)
  })
  afterAll(() => at.close())
  beforeEach(() => desk.clear())

  test('offers a customer who asks for a person to an online agent, without an author; accepted like any offer', async () => {
    await desk.comes(at.ann)
    const { phone, id } = await desk.asks()
    await eventually('the offer', async () => (await desk.offeredTo(phone)) === at.ann.id)
    expect((await desk.rowOf(phone)).offer).toMatchObject({ by: null })
    const notices = (await at.ann.get('pollNotifications')).reply
    expect(notices.filter(one => one.conversation_id === id && one.type === 'ASSIGNMENT')).toHaveLength(1)
    const { reply } = await at.ann.get('acceptHandoff', { params: { id } })
    expect(reply.assignment_history).toMatchObject([{ agent_id: at.ann.id, by: null, state: 'accepted' }])
    expect(await desk.rowOf(phone)).toMatchObject({ offer: null, agent: { id: at.ann.id } })
    const { reply: exported } = await at.ann.get('conversations', { query: { assignee_id: at.ann.id } })
    expect(exported.map(row => row.id)).toContain(id)
  })

  test('passes over an agent who rejects or ignores an offer, and asks another', async () => {
    await desk.comes(at.ann)
    const { phone, id } = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.ann.id)
    await at.ann.get('rejectHandoff', { params: { id }, body: { reason: 'Going on break' } })
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    await desk.comes(at.brian)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.brian.id)
    await desk.passes(5 * 60)
    await expireOffers(at.server.writer)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    // A quarter of an hour after her answer Ann can be asked again.
    await desk.passes(10 * 60 - 1)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    await desk.passes(1)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.ann.id)
  })

  test('an agent who ignored an offer gets none for five minutes', async () => {
    await desk.comes(at.ann)
    const first = await desk.asks()
    await desk.settle()
    await desk.passes(5 * 60)
    await expireOffers(at.server.writer)
    const second = await desk.asks()
    await desk.settle()
    expect([await desk.offeredTo(first.phone), await desk.offeredTo(second.phone)]).toEqual([null, null])
    await desk.passes(5 * 60 - 1)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBeNull()
    await desk.passes(1)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBe(at.ann.id)
  })

  test('[Q-402] "Maybe Later" passes the conversation on at once and pauses offers for five minutes, as the agent’s pages show', async () => {
    await desk.comes(at.ann)
    const first = await desk.asks()
    await desk.settle()
    await desk.passes(1)
    const own = await at.ann.connect()
    const until = new Date(at.clock.now().getTime() + 5 * 60_000).toISOString()
    await at.ann.get('rejectHandoff', { params: { id: first.id }, body: { reason_code: 'later' } })
    const profile = async () => (await at.ann.get('availableAgents')).reply.find(one => one.id === at.ann.id)
    expect(await profile()).toMatchObject({ status: 'AVAILABLE', offers_paused_until: until })
    await own.reached((await at.ann.get('availableAgents')).seq)
    const told = own.events.flatMap(one =>
      one.event === 'agent' && one.data.id === at.ann.id ? [one.data] : [],
    )
    expect(told.at(-1)).toMatchObject({ offers_paused_until: until })
    own.cut()
    const { reply } = await at.ann.get('assignmentHistory', { params: { id: first.id } })
    expect(reply.assignment_history).toMatchObject([
      { state: 'rejected', reason: 'Not now', reason_code: 'later' },
    ])
    await desk.comes(at.brian)
    const second = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(first.phone)).toBe(at.brian.id)
    expect(await desk.offeredTo(second.phone)).toBe(at.brian.id)
    await desk.leaves(at.brian)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBeNull()
    await desk.passes(5 * 60 - 1)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBeNull()
    await desk.passes(1)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBe(at.ann.id)
    expect(await profile()).toMatchObject({ offers_paused_until: null })
  })

  test('[Q-402] setting Available ends the pause; the same call of a page that loads does not', async () => {
    await desk.comes(at.ann)
    const first = await desk.asks()
    await desk.settle()
    await desk.passes(1)
    await at.ann.get('rejectHandoff', { params: { id: first.id }, body: { reason_code: 'later' } })
    const second = await desk.asks()
    await desk.comes(at.ann)
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBeNull()
    await desk.passes(1)
    const { reply } = await at.ann.get('setOwnStatus', { body: { status: 'AVAILABLE' } })
    expect(reply).toMatchObject({ status: 'AVAILABLE', offers_paused_until: null })
    await desk.settle()
    expect(await desk.offeredTo(second.phone)).toBe(at.ann.id)
    // The conversation that was passed on goes to others.
    expect(await desk.offeredTo(first.phone)).toBeNull()
  })

  test('an agent who leaves and returns is asked again at once', async () => {
    await desk.comes(at.ann)
    const { phone } = await desk.asks()
    await desk.settle()
    await desk.leaves(at.ann)
    expect(await desk.offeredTo(phone)).toBeNull()
    await desk.comes(at.ann)
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.ann.id)
  })

  test('an intent’s rule names the department, and hands over at once', async () => {
    const rules = [{ intent: 'claim_status', department: 'Claims', skill: null, at_once: true } as const]
    await desk.decides({ offers: 'handed-over', rules })
    await desk.set(at.brian, { department: 'claims' })
    await desk.comes(at.ann)
    await desk.comes(at.brian)
    const { phone, id } = await desk.asks('Has my claim been approved yet? what is the status of my claim')
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.brian.id)
    const { rows } = await sql<{ reason: string; intent: string }>`
      select reason, intent from bot_handovers where conversation_id = ${id}`.execute(at.database.db)
    expect(rows).toEqual([{ reason: 'rule', intent: 'claim_status' }])
    const other = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(other.phone)).toBe(at.ann.id)
  })

  test('prefers an agent who speaks the customer’s language', async () => {
    await desk.set(at.brian, { skills: ['Luganda'] })
    await desk.comes(at.ann)
    await desk.comes(at.brian)
    await desk.asks()
    await desk.settle()
    const { phone } = await desk.asks('Njagala kwogera n’omuntu')
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.brian.id)
  })

  test('a customer of the night is first in the morning', async () => {
    const night = [await desk.asks(), await desk.asks()]
    await desk.passes(8 * 3600)
    const morning = await desk.asks()
    await desk.set(at.ann, { max_capacity: 2 })
    await desk.comes(at.ann)
    await desk.settle()
    expect(await Promise.all([...night, morning].map(({ phone }) => desk.offeredTo(phone)))).toEqual([
      at.ann.id,
      at.ann.id,
      null,
    ])
  })

  test('offers nothing, everything that waits, or the bot’s handovers, by the workspace’s setting', async () => {
    await desk.comes(at.ann)
    const { db } = at.database
    await db.updateTable('business_numbers').set({ bot_on: false }).execute()
    const phone = desk.newPhone()
    await desk.writes(phone, 'Hello')
    await db.updateTable('business_numbers').set({ bot_on: true }).execute()
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBeNull()
    await desk.decides({ offers: 'none', rules: [] })
    const handed = await desk.asks()
    await desk.settle()
    expect(await desk.offeredTo(handed.phone)).toBeNull()
    await desk.decides({ offers: 'all', rules: [] })
    await desk.settle()
    expect(await desk.offeredTo(phone)).toBe(at.ann.id)
    expect(await desk.offeredTo(handed.phone)).toBe(at.ann.id)
  })

  test('agents read the settings, supervisors change them; of two concurrent edits the second is refused; on record', async () => {
    const { reply: before } = await at.brian.get('routing')
    const rules = [{ intent: 'make_claim', department: 'Claims', skill: 'Luganda', at_once: false } as const]
    const body = { version: before.version, routing: { offers: 'all', rules } as const }
    expect((await at.brian.ask('changeRouting', { body })).status).toBe(403)
    const { reply } = await desk.carol.get('changeRouting', { body })
    expect(reply).toMatchObject({ routing: body.routing, updated_by: { id: desk.carol.id, name: 'Carol' } })
    expect((await desk.carol.get('changeRouting', { body })).reply.version).toBe(reply.version)
    const stale = { ...body, routing: { offers: 'none', rules: [] } }
    expect(await desk.carol.ask('changeRouting', { body: stale })).toMatchObject({
      status: 409,
      body: { code: 'routing.changed' },
    })
    const twice = { version: reply.version, routing: { offers: 'all', rules: [...rules, ...rules] } }
    expect((await desk.carol.ask('changeRouting', { body: twice })).status).toBe(400)
    const { reply: record } = await at.ann.get('audit', { query: { action: 'routing.changed' } })
    expect(record[0]).toMatchObject({
      by: { name: 'Carol' },
      before: { offers: 'handed-over' },
      after: { offers: 'all', make_claim: 'Claims, skilled in Luganda' },
    })
  })

  /** Computed from the rows: waiting customers despite free capacity, and agents over capacity. */
  async function wrongs(): Promise<string[]> {
    const { db } = at.database
    const now = at.clock.now().getTime()
    const [agents, conversations, offers] = [
      await db.selectFrom('agents').selectAll().execute(),
      await db.selectFrom('conversations').selectAll().where('status', '=', 'ACTIVE').execute(),
      await db.selectFrom('assignments').selectAll().execute(),
    ]
    const openOf = (id: number) =>
      conversations.filter(one => one.assignee_id === id).length +
      offers.filter(one => one.agent_id === id && one.state === 'offered').length
    const endedSince = (one: (typeof offers)[number], ms: number) =>
      one.ended_at !== null && one.ended_at.getTime() > now - ms
    const isPaused = ({ id, status_since: since }: (typeof agents)[number]) =>
      offers.some(
        one =>
          one.agent_id === id &&
          (one.reason === offerEnd.silent || one.reason_code === 'later') &&
          endedSince(one, 5 * 60_000) &&
          (since === null || (one.ended_at !== null && one.ended_at > since)),
      )
    const hasRoom = agents.filter(
      one => one.status === 'AVAILABLE' && openOf(one.id) < one.max_capacity && !isPaused(one),
    )
    const waiting = conversations.filter(
      one =>
        one.assignee_id === null &&
        !one.with_bot &&
        !offers.some(offer => offer.conversation_id === one.id && offer.state === 'offered'),
    )
    const asked = (conversationId: number, agentId: number) =>
      offers.some(
        one =>
          one.conversation_id === conversationId &&
          one.agent_id === agentId &&
          (one.state === 'rejected' || one.state === 'expired') &&
          one.reason !== offerEnd.gone &&
          endedSince(one, 15 * 60_000),
      )
    return [
      ...agents.filter(one => openOf(one.id) > one.max_capacity).map(one => `${one.name} has too many`),
      ...waiting.flatMap(one =>
        hasRoom
          .filter(agent => !asked(one.id, agent.id))
          .map(agent => `${one.id} waits though ${agent.name} has room`),
      ),
    ]
  }

  test('forty customers and three agents: no wait while an agent has capacity, no agent over capacity, and waits are visible', async () => {
    const draw = draws(20_261_124)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
    for (const agent of desk.team) await desk.comes(agent)
    const customers: Awaited<ReturnType<typeof desk.asks>>[] = []
    for (let count = 0; count < 40; count += 1) customers.push(await desk.asks())
    await desk.settle()
    expect(await wrongs()).toEqual([])
    const rows = async () => (await at.ann.get('conversations', { query: { status: 'ACTIVE' } })).reply
    expect((await rows()).filter(row => row.offer !== null)).toHaveLength(15)
    expect((await rows()).filter(row => row.agent === null && row.offer === null)).toHaveLength(25)

    const moves: readonly [number, () => Promise<unknown>][] = [
      [6, async () => answer('acceptHandoff')],
      [3, async () => answer('rejectHandoff')],
      [1, async () => answer('rejectHandoff', { reason_code: 'later' })],
      [
        4,
        async () => {
          const had = (await rows()).filter(row => row.agent !== null)
          if (had.length === 0) return
          const { id } = pick(had)
          await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
        },
      ],
      [1, () => desk.leaves(pick(desk.team))],
      [2, () => desk.comes(pick(desk.team))],
      [1, async () => void (await desk.asks())],
      [
        1,
        async () => {
          await desk.passes(pick([30, 150, 300]))
          await expireOffers(at.server.writer)
          await sweepGone(at.server.writer)
        },
      ],
      // A claim concurrent with an offer.
      [
        2,
        async () => {
          const free = (await rows()).filter(row => row.agent === null && row.offer === null)
          if (free.length === 0) return
          const { id } = pick(free)
          await Promise.all([pick(desk.team).ask('acceptHandoff', { params: { id } }), desk.settle()])
        },
      ],
    ]
    const answer = async (call: 'acceptHandoff' | 'rejectHandoff', body?: object) => {
      const offered = (await rows()).filter(row => row.offer !== null)
      if (offered.length === 0) return
      const row = pick(offered)
      const agent = desk.team.find(({ id }) => id === row.offer?.agent_id)
      await agent?.ask(call, { params: { id: row.id }, ...(body && { body }) })
    }
    const bag = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move))
    for (let step = 0; step < 80; step += 1) {
      await pick(bag)()
      await desk.settle()
      expect(await wrongs(), `after step ${step}`).toEqual([])
    }
  })
})
