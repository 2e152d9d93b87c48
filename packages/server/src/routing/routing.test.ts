import { draws } from '@parley/core/read/readers.fixture'
import { offerEnd } from '@parley/core/rules/assignment'
import { defaultRouting } from '@parley/core/rules/routing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AgentClient } from '../../test/agent-client.ts'
import { engines } from '../../test/database.ts'
import { password, startTestServer, type TestServer, unique } from '../../test/server.ts'
import { eventually } from '../../test/wait.ts'
import { envelope, text } from '../../test/webhooks.ts'
import { addAgent } from '../agents/add.ts'
import { expireOffers, sweepGone } from '../assignments/sweep.ts'
import { offerNext } from './offer-next.ts'

const deadlineMs = 5 * 60_000
let phones = 0

describe.each(engines)('[Q-211] what waits is offered, on $name', ({ open }) => {
  let at: TestServer
  let carol: AgentClient
  let team: readonly AgentClient[]
  beforeAll(async () => {
    at = await startTestServer(open)
    const email = 'carol@parley.example'
    await addAgent(at.server.writer, { email, name: 'Carol', password, role: 'SUPERVISOR' })
    carol = await AgentClient.signIn(at.server.app, at.url, email, password)
    team = [at.ann, at.brian, carol]
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
  })
  afterAll(() => at.close())

  beforeEach(async () => {
    const { db } = at.database
    for (const agent of team) await leaves(agent)
    await db.updateTable('conversations').set({ status: 'ARCHIVED' }).execute()
    // Nobody was offered anything lately.
    await passes(30 * 60)
    await db
      .updateTable('agents')
      .set({ max_capacity: 5, department: null, skills: [], last_activity_at: null })
      .execute()
    await decide(defaultRouting)
  })

  /** So many seconds: what happened is that much longer ago, and the sessions are as they were. */
  const passes = async (seconds: number) => {
    const ago = sql`make_interval(secs => ${seconds})`
    const { db } = at.database
    await sql`update assignments set offered_at = offered_at - ${ago}, deadline = deadline - ${ago},
      ended_at = ended_at - ${ago}`.execute(db)
    await sql`update owner_changes set at = at - ${ago}`.execute(db)
    await sql`update conversations set human_wait_started_at = human_wait_started_at - ${ago}`.execute(db)
  }
  const decide = async (routing: typeof defaultRouting) => {
    const { reply } = await carol.get('routing')
    await carol.get('changeRouting', { body: { version: reply.version, routing } })
  }
  const comes = async (agent: AgentClient) => {
    const { db } = at.database
    const here = { agent_id: Number(agent.id), process: 'test', seen_at: new Date('2030-01-01') }
    await db
      .insertInto('presence')
      .values(here)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
  }
  const leaves = (agent: AgentClient) =>
    agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'OFFLINE' } })
  const set = (agent: AgentClient, more: { department?: string; skills?: string[]; max_capacity?: number }) =>
    at.database.db.updateTable('agents').set(more).where('id', '=', Number(agent.id)).execute()

  const newPhone = () => `25677${String((phones += 1)).padStart(7, '0')}`
  const writes = async (phone: string, words: string) => {
    const time = Math.floor(at.clock.now().getTime() / 1000)
    const message = text(phone, `wamid.${unique()}`, words, time)
    expect(await at.webhook(envelope({ messages: [message] }))).toBe(200)
  }
  const rowOf = async (phone: string) => {
    const { reply } = await at.ann.get('conversations', { query: { search: `+${phone}` } })
    const [row] = reply
    if (row === undefined) throw new Error(`No conversation of ${phone}`)
    return row
  }
  /** A customer whom the bot gave to people. */
  const asks = async (words = 'I want to talk to a human being please', phone = newPhone()) => {
    await writes(phone, words)
    await eventually('people to have it', async () => !(await rowOf(phone)).with_bot)
    return { phone, id: (await rowOf(phone)).id }
  }
  const settle = async () => {
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await offerNext(at.server.writer, deadlineMs)) === 'settled') return
    }
    throw new Error('What waits is offered for ever')
  }
  const offeredTo = async (phone: string) => (await rowOf(phone)).offer?.agent_id ?? null

  test('a customer who asks for a person is offered to who is there, by nobody, and accepted like any offer', async () => {
    await comes(at.ann)
    const { phone, id } = await asks()
    await eventually('the offer', async () => (await offeredTo(phone)) === at.ann.id)
    expect((await rowOf(phone)).offer).toMatchObject({ by: null })
    const notices = (await at.ann.get('pollNotifications')).reply
    expect(notices.filter(one => one.conversation_id === id && one.type === 'ASSIGNMENT')).toHaveLength(1)
    const { reply } = await at.ann.get('acceptHandoff', { params: { id } })
    expect(reply.assignment_history).toMatchObject([{ agent_id: at.ann.id, by: null, state: 'accepted' }])
    expect(await rowOf(phone)).toMatchObject({ offer: null, agent: { id: at.ann.id } })
    const { reply: exported } = await at.ann.get('conversations', { query: { assignee_id: at.ann.id } })
    expect(exported.map(row => row.id)).toContain(id)
  })

  test('who rejects it, or does not answer, is passed over, and somebody else is asked', async () => {
    await comes(at.ann)
    const { phone, id } = await asks()
    await settle()
    expect(await offeredTo(phone)).toBe(at.ann.id)
    await at.ann.get('rejectHandoff', { params: { id }, body: { reason: 'Going on break' } })
    await settle()
    expect(await offeredTo(phone)).toBeNull()
    await comes(at.brian)
    await settle()
    expect(await offeredTo(phone)).toBe(at.brian.id)
    await passes(5 * 60)
    await expireOffers(at.server.writer)
    await settle()
    expect(await offeredTo(phone)).toBeNull()
    // A quarter of an hour after her answer it is Ann's turn again.
    await passes(10 * 60)
    await settle()
    expect(await offeredTo(phone)).toBe(at.ann.id)
  })

  test('who let one lapse is offered nothing for five minutes: they are not at their desk', async () => {
    await comes(at.ann)
    const first = await asks()
    await settle()
    await passes(5 * 60)
    await expireOffers(at.server.writer)
    const second = await asks()
    await settle()
    expect([await offeredTo(first.phone), await offeredTo(second.phone)]).toEqual([null, null])
    await passes(5 * 60)
    await settle()
    expect(await offeredTo(second.phone)).toBe(at.ann.id)
  })

  test('who goes and comes back is asked again at once', async () => {
    await comes(at.ann)
    const { phone } = await asks()
    await settle()
    await leaves(at.ann)
    expect(await offeredTo(phone)).toBeNull()
    await comes(at.ann)
    await settle()
    expect(await offeredTo(phone)).toBe(at.ann.id)
  })

  test('a rule of the intent leaves it to a department, and gives it to people at once', async () => {
    const rules = [{ intent: 'claim_status', department: 'Claims', skill: null, at_once: true } as const]
    await decide({ offers: 'handed-over', rules })
    await set(at.brian, { department: 'claims' })
    await comes(at.ann)
    await comes(at.brian)
    const { phone, id } = await asks('Has my claim been approved yet? what is the status of my claim')
    await settle()
    expect(await offeredTo(phone)).toBe(at.brian.id)
    const { rows } = await sql<{ reason: string; intent: string }>`
      select reason, intent from bot_handovers where conversation_id = ${id}`.execute(at.database.db)
    expect(rows).toEqual([{ reason: 'rule', intent: 'claim_status' }])
    const other = await asks()
    await settle()
    expect(await offeredTo(other.phone)).toBe(at.ann.id)
  })

  test('who speaks the customer’s language comes first', async () => {
    await set(at.brian, { skills: ['Luganda'] })
    await comes(at.ann)
    await comes(at.brian)
    await asks()
    await settle()
    const { phone } = await asks('Njagala kwogera n’omuntu')
    await settle()
    expect(await offeredTo(phone)).toBe(at.brian.id)
  })

  test('who had the customer within a week has them again, later anybody', async () => {
    const { phone, id } = await asks()
    await comes(at.brian)
    await settle()
    await at.brian.get('acceptHandoff', { params: { id } })
    await at.brian.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
    // Brian has more than Ann.
    await asks()
    await settle()
    await comes(at.ann)
    await asks('I want to talk to a human being please', phone)
    await settle()
    expect(await offeredTo(phone)).toBe(at.brian.id)
    await at.brian.get('rejectHandoff', { params: { id } })
    await passes(8 * 24 * 3600)
    await leaves(at.ann)
    await leaves(at.brian)
    await comes(at.ann)
    await comes(at.brian)
    await settle()
    expect(await offeredTo(phone)).toBe(at.ann.id)
  })

  test('who came at night is first in the morning', async () => {
    const night = [await asks(), await asks()]
    await passes(8 * 3600)
    const morning = await asks()
    await set(at.ann, { max_capacity: 2 })
    await comes(at.ann)
    await settle()
    expect(await Promise.all([...night, morning].map(({ phone }) => offeredTo(phone)))).toEqual([
      at.ann.id,
      at.ann.id,
      null,
    ])
  })

  test('nothing is offered where the workspace says so; else all that waits, or what the bot gave over', async () => {
    await comes(at.ann)
    const { db } = at.database
    await db.updateTable('business_numbers').set({ bot_on: false }).execute()
    const phone = newPhone()
    await writes(phone, 'Hello')
    await db.updateTable('business_numbers').set({ bot_on: true }).execute()
    await settle()
    expect(await offeredTo(phone)).toBeNull()
    await decide({ offers: 'none', rules: [] })
    const handed = await asks()
    await settle()
    expect(await offeredTo(handed.phone)).toBeNull()
    await decide({ offers: 'all', rules: [] })
    await settle()
    expect(await offeredTo(phone)).toBe(at.ann.id)
    expect(await offeredTo(handed.phone)).toBe(at.ann.id)
  })

  test('agents read the routing, supervisors decide it; of two the second is told, and it is on record', async () => {
    const { reply: before } = await at.brian.get('routing')
    const rules = [{ intent: 'make_claim', department: 'Claims', skill: 'Luganda', at_once: false } as const]
    const body = { version: before.version, routing: { offers: 'all', rules } as const }
    expect((await at.brian.ask('changeRouting', { body })).status).toBe(403)
    const { reply } = await carol.get('changeRouting', { body })
    expect(reply).toMatchObject({ routing: body.routing, updated_by: { id: carol.id, name: 'Carol' } })
    expect((await carol.get('changeRouting', { body })).reply.version).toBe(reply.version)
    const stale = { ...body, routing: { offers: 'none', rules: [] } }
    expect(await carol.ask('changeRouting', { body: stale })).toMatchObject({
      status: 409,
      body: { code: 'routing.changed' },
    })
    const twice = { version: reply.version, routing: { offers: 'all', rules: [...rules, ...rules] } }
    expect((await carol.ask('changeRouting', { body: twice })).status).toBe(400)
    const { reply: record } = await at.ann.get('audit', { query: { action: 'routing.changed' } })
    expect(record[0]).toMatchObject({
      by: { name: 'Carol' },
      before: { offers: 'handed-over' },
      after: { offers: 'all', make_claim: 'Claims, skilled in Luganda' },
    })
  })

  /** Recomputed from the rows: who waits although somebody who may be asked has room, and who has more than that. */
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
    const isAway = (id: number) =>
      offers.some(one => one.agent_id === id && one.reason === offerEnd.silent && endedSince(one, 5 * 60_000))
    const hasRoom = agents.filter(
      one => one.status === 'AVAILABLE' && openOf(one.id) < one.max_capacity && !isAway(one.id),
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

  test('forty customers and three agents: nobody waits while somebody has room, nobody has too many, and who waits is seen', async () => {
    const draw = draws(20_261_124)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(draw() * items.length)] as T
    for (const agent of team) await comes(agent)
    const customers: Awaited<ReturnType<typeof asks>>[] = []
    for (let count = 0; count < 40; count += 1) customers.push(await asks())
    await settle()
    expect(await wrongs()).toEqual([])
    const rows = async () => (await at.ann.get('conversations', { query: { status: 'ACTIVE' } })).reply
    expect((await rows()).filter(row => row.offer !== null)).toHaveLength(15)
    expect((await rows()).filter(row => row.agent === null && row.offer === null)).toHaveLength(25)

    const moves: readonly [number, () => Promise<unknown>][] = [
      [6, async () => answer('acceptHandoff')],
      [3, async () => answer('rejectHandoff')],
      [
        4,
        async () => {
          const had = (await rows()).filter(row => row.agent !== null)
          if (had.length === 0) return
          const { id } = pick(had)
          await at.ann.get('setConversationStatus', { params: { id }, body: { status: 'RESOLVED' } })
        },
      ],
      [1, () => leaves(pick(team))],
      [2, () => comes(pick(team))],
      [1, async () => void (await asks())],
      [
        1,
        async () => {
          await passes(pick([30, 150, 300]))
          await expireOffers(at.server.writer)
          await sweepGone(at.server.writer)
        },
      ],
      // Who claims, and an offer that is made, at the same moment.
      [
        2,
        async () => {
          const free = (await rows()).filter(row => row.agent === null && row.offer === null)
          if (free.length === 0) return
          const { id } = pick(free)
          await Promise.all([pick(team).ask('acceptHandoff', { params: { id } }), settle()])
        },
      ],
    ]
    const answer = async (call: 'acceptHandoff' | 'rejectHandoff') => {
      const offered = (await rows()).filter(row => row.offer !== null)
      if (offered.length === 0) return
      const row = pick(offered)
      const agent = team.find(({ id }) => id === row.offer?.agent_id)
      await agent?.ask(call, { params: { id: row.id } })
    }
    const bag = moves.flatMap(([weight, move]) => Array.from({ length: weight }, () => move))
    for (let step = 0; step < 80; step += 1) {
      await pick(bag)()
      await settle()
      expect(await wrongs(), `after step ${step}`).toEqual([])
    }
  }, 120_000)
})
