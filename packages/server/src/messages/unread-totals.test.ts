import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { draws } from '@parley/core/read/readers.fixture'
import type { InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { TestClock } from '../../test/clock.ts'
import { openTestDatabase, testWriter } from '../../test/database.ts'
import { addAgent } from '../agents/accounts.ts'
import { setConversationStatus, type StatusFollowers } from '../conversations/actions.ts'
import { conversationCounts, compactTallies, unreadConversations, unreadOf } from '../conversations/counts.ts'
import { conversationRows } from '../conversations/queries.ts'
import type { OpenDatabase } from '../db/open.ts'
import { write, type Writer } from '../db/write.ts'
import { applyMessages } from '../ingest/apply.ts'
import { markSeen } from './mark-seen.ts'

const nobodyFollows: StatusFollowers = {
  withdrawOffer: async () => undefined,
  onResolved: async () => undefined,
}

const text = (no: string, from: string, at: Date): InboundMessage => ({
  id: `wamid.${no}`,
  from,
  userId: null,
  profileName: 'Nakato',
  at,
  type: 'text',
  text: 'Hello',
  media: null,
  formFiles: [],
  contextId: null,
  forwarded: null,
  details: null,
  unsupportedCode: null,
  change: null,
  byBusiness: false,
})

/** The read state in plain maps, beside the database. */
class Desk {
  readonly agents: number[] = []
  readonly #seen = new Map<string, number>()
  readonly #inbound = new Map<number, number>()
  readonly #writer: Writer
  readonly #clock: TestClock
  readonly #random: () => number
  readonly #seed: number
  #messages = 0

  constructor(writer: Writer, clock: TestClock, seed: number) {
    this.#writer = writer
    this.#clock = clock
    this.#random = draws(seed)
    this.#seed = seed
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  async addAgent(): Promise<number> {
    const email = `agent${this.agents.length}@example.com`
    const department = this.#pick(['Life', 'Claims', null])
    const id = await addAgent(this.#writer, { email, password: 'plums and 7 pears', department })
    this.agents.push(id)
    for (const [conversation, inbound] of this.#inbound) this.#seen.set(`${id} ${conversation}`, inbound)
    return id
  }

  async receive(customer = Math.floor(this.#random() * 9)): Promise<void> {
    this.#messages += 1
    const message = text(`${this.#seed}-${this.#messages}`, `25670000000${customer}`, this.#clock.now())
    await write(this.#writer, context => applyMessages(context, '1', [message]))
    const { rows } = await sql<{ conversation_id: number }>`
      select conversation_id from messages where wamid = ${message.id}`.execute(this.#writer.db)
    const id = rows[0]?.conversation_id ?? 0
    this.#inbound.set(id, (this.#inbound.get(id) ?? 0) + 1)
  }

  async go(): Promise<void> {
    this.#clock.advance(1)
    const roll = this.#random()
    const conversation = this.#pick([...this.#inbound.keys()])
    if (roll < 0.45 || conversation === undefined) return this.receive()
    if (roll < 0.72) return this.#see(this.#pick(this.agents), conversation)
    if (roll < 0.82) {
      const status = this.#pick(['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED'] as const)
      const edit = { status, version: undefined, by: { agentId: this.agents[0] ?? 0, address: null } }
      // A customer has one conversation at most that is not archived.
      await setConversationStatus(this.#writer, conversation, edit, nobodyFollows).catch(() => undefined)
      return
    }
    if (roll < 0.85) return this.#offer(conversation, this.#pick(this.agents))
    if (roll < 0.94) {
      const assignee = this.#pick([null, ...this.agents])
      await sql`update conversations set assignee_id = ${assignee} where id = ${conversation}`.execute(
        this.#writer.db,
      )
      return
    }
    if (roll < 0.98) await this.addAgent()
    else await compactTallies(this.#writer)
  }

  /** Ends the offer that there is, or makes one. */
  async #offer(conversation: number, agent: number): Promise<void> {
    const now = this.#clock.now()
    const { db } = this.#writer
    const ended = await sql`
      update assignments set state = 'withdrawn', ended_at = ${now}
      where conversation_id = ${conversation} and state = 'offered'`.execute(db)
    if (ended.numAffectedRows !== 0n) return
    await sql`
      insert into assignments (conversation_id, agent_id, by_id, state, offered_at, deadline, was_online)
      values (${conversation}, ${agent}, ${agent}, 'offered', ${now}, ${now}, true)`.execute(db)
  }

  /** The conversations visible to an agent of a department, by owner and offers. */
  async #inSight(agent: number): Promise<ReadonlySet<number>> {
    const { db } = this.#writer
    const people = await db.selectFrom('agents').select(['id', 'department']).execute()
    const departmentOf = (id: number | null) => people.find(one => one.id === id)?.department ?? null
    const own = departmentOf(agent)
    const offers = await db
      .selectFrom('assignments')
      .select('conversation_id')
      .where('agent_id', '=', agent)
      .where('state', '=', 'offered')
      .execute()
    const rows = await db.selectFrom('conversations').select(['id', 'assignee_id']).execute()
    const seen = rows.filter(
      ({ id, assignee_id: owner }) =>
        owner === null ||
        owner === agent ||
        (own !== null && departmentOf(owner) === own) ||
        offers.some(offer => offer.conversation_id === id),
    )
    return new Set(seen.map(({ id }) => id))
  }

  /** The conversations and counts of an agent with limited visibility. */
  async #compareSight(agent: number): Promise<void> {
    const { db } = this.#writer
    const seen = await this.#inSight(agent)
    const visibility = { agentId: agent }
    const rows = await conversationRows(db, agent, { visibility }, { limit: 500, skip: 0 })
    expect(new Set(rows.map(row => Number(row.id)))).toEqual(seen)
    const counts: Record<string, number> = {}
    for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
    expect(await conversationCounts(db, { visibility })).toEqual(counts)
  }

  async #see(agent: number, conversation: number): Promise<void> {
    const inbound = this.#inbound.get(conversation) ?? 0
    const no = Math.ceil(this.#random() * inbound)
    const upTo =
      this.#random() < 0.5
        ? null
        : await this.#writer.db
            .selectFrom('messages')
            .select('id')
            .where('conversation_id', '=', conversation)
            .where('inbound_no', '=', no)
            .executeTakeFirstOrThrow()
    await markSeen(this.#writer, agent, conversation, { upTo: upTo?.id ?? null })
    const key = `${agent} ${conversation}`
    this.#seen.set(key, Math.max(this.#seen.get(key) ?? 0, upTo === null ? inbound : no))
  }

  /** An agent's unread messages, counted from the maps. */
  unread(agent: number): { id: number; count: number }[] {
    return [...this.#inbound]
      .map(([id, inbound]) => ({ id, count: inbound - (this.#seen.get(`${agent} ${id}`) ?? 0) }))
      .filter(one => one.count > 0)
      .toSorted((a, b) => a.id - b.id)
  }

  async compare(): Promise<void> {
    const { db } = this.#writer
    for (const agent of this.agents) {
      await this.#compareSight(agent)
      const wanted = this.unread(agent)
      const owned = await db
        .selectFrom('conversations')
        .select('id')
        .where('assignee_id', '=', agent)
        .execute()
      const own = wanted.filter(({ id }) => owned.some(row => row.id === id))
      const said = await unreadOf(db, agent)
      expect({ agent, ...said, listed: said.listed.toSorted((a, b) => a.id - b.id) }).toEqual({
        agent,
        messages: own.reduce((sum, one) => sum + one.count, 0),
        conversations: own.length,
        listed: own,
      })
      expect(await unreadConversations(db, agent)).toBe(own.length)
      const rows = await conversationRows(db, agent, { visibility: null }, { limit: 500, skip: 0 })
      const shown = rows
        .filter(row => row.unread_count > 0)
        .map(row => ({ id: Number(row.id), count: row.unread_count }))
      expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(wanted)
    }
    for (const assigneeId of [undefined, 'none', ...this.agents] as const) {
      const rows = await conversationRows(db, 0, { assigneeId, visibility: null }, { limit: 500, skip: 0 })
      const counts: Record<string, number> = {}
      for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1
      expect(await conversationCounts(db, { assigneeId, visibility: null })).toEqual(counts)
    }
  }
}

describe('the unread counters', () => {
  let database: OpenDatabase
  let writer: Writer
  const clock = new TestClock()
  beforeAll(async () => {
    database = await openTestDatabase()
    writer = testWriter(database, clock)
  })
  afterAll(() => database.close())

  test('[API-23 CONV-03 Q-176 Q-417] equal a fresh count of the agent’s own conversations after any change', async () => {
    const desk = new Desk(writer, clock, 5)
    await desk.addAgent()
    for (let step = 0; step < 200; step += 1) {
      await desk.go()
      if (step % 15 === 0) await desk.compare()
    }
    await compactTallies(writer)
    await desk.compare()
    expect(desk.agents.length).toBeGreaterThan(3)
  })

  test('[API-23 Q-176] start at zero for a new agent, and a concurrent message or owner change counts as before or after', async () => {
    const desk = new Desk(writer, clock, 6)
    await Promise.all([
      ...Array.from({ length: 20 }, (_, customer) => desk.receive(customer % 9)),
      addAgent(writer, { email: 'meanwhile@example.com', password: 'plums and 7 pears' }),
      sql`update conversations set assignee_id = (select max(id) from agents) where id % 2 = 0`.execute(
        writer.db,
      ),
    ])
    const agent = await writer.db
      .selectFrom('agents')
      .select('id')
      .where('email', '=', 'meanwhile@example.com')
      .executeTakeFirstOrThrow()
    const rows = await conversationRows(writer.db, agent.id, { visibility: null }, { limit: 500, skip: 0 })
    await sql`update conversations set assignee_id = ${agent.id} where id % 3 = 0`.execute(writer.db)
    const own = await conversationRows(
      writer.db,
      agent.id,
      { assigneeId: agent.id, visibility: null },
      { limit: 500, skip: 0 },
    )
    expect(own.length).toBeLessThan(rows.length)
    const said = await unreadOf(writer.db, agent.id)
    expect(said.messages).toBe(own.reduce((sum, row) => sum + row.unread_count, 0))
    expect(said.conversations).toBe(own.filter(row => row.unread_count > 0).length)
  })

  test('adding an agent writes no read cursor', async () => {
    const id = await addAgent(writer, { email: 'late@example.com', password: 'plums and 7 pears' })
    const marks = await writer.db.selectFrom('marks').selectAll().where('agent_id', '=', id).execute()
    expect(marks).toEqual([])
    expect(await unreadOf(writer.db, id)).toEqual({ messages: 0, conversations: 0, listed: [] })
  })

  test('compaction leaves one row per key', async () => {
    const rowsOf = async () =>
      (await sql<{ rows: number }>`select count(*)::int as rows from inbound_tallies`.execute(writer.db))
        .rows[0]?.rows ?? 0
    const desk = new Desk(writer, clock, 7)
    await compactTallies(writer)
    const before = await rowsOf()
    for (let message = 0; message < 30; message += 1) await desk.receive(1)
    expect(await rowsOf()).toBeGreaterThan(before + 20)
    await compactTallies(writer)
    expect(await rowsOf()).toBeLessThan(before + 5)
  })
})
