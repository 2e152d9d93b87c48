import { sql } from 'kysely'
import { expect } from 'vitest'
import { defaultRouting } from '@parley/core/routing/rules'
import { addAgent } from '../../src/agents/accounts.ts'
import { offerNext } from '../../src/routing/loop.ts'
import { AgentClient } from './agent-client.ts'
import { password, type TestServer, unique } from '../server.ts'
import { eventually } from '../wait.ts'
import { envelope, text } from './webhooks.ts'

const deadlineMs = 5 * 60_000
const forPerson = 'I want to talk to a human being please'
let phones = 0

/** A customer whom the bot handed over, and their conversation. */
export interface Asking {
  readonly phone: string
  readonly id: string
}

/** Three agents and the customers offered to them, on a server with the bot on. */
export class RoutingDesk {
  readonly at: TestServer
  readonly carol: AgentClient
  readonly team: readonly AgentClient[]

  private constructor(at: TestServer, carol: AgentClient) {
    this.at = at
    this.carol = carol
    this.team = [at.ann, at.brian, carol]
  }

  static async open(at: TestServer): Promise<RoutingDesk> {
    const email = 'carol@parley.example'
    await addAgent(at.server.writer, { email, name: 'Carol', password, role: 'SUPERVISOR' })
    await at.database.db.updateTable('business_numbers').set({ bot_on: true }).execute()
    return new RoutingDesk(at, await AgentClient.signIn(at.server.app, at.url, email, password))
  }

  /** No agent is available, no customer waits, and there are no recent offers. */
  async clear(): Promise<void> {
    const { db } = this.at.database
    for (const agent of this.team) await this.leaves(agent)
    await db.updateTable('conversations').set({ status: 'ARCHIVED' }).execute()
    await this.passes(30 * 60)
    await db
      .updateTable('agents')
      .set({
        max_capacity: 5,
        takes_conversations: true,
        department: null,
        skills: [],
        last_activity_at: null,
      })
      .execute()
    await this.decides(defaultRouting)
  }

  /** Lets this many seconds pass by moving the past back, so that sessions stay valid. */
  async passes(seconds: number): Promise<void> {
    const ago = sql`make_interval(secs => ${seconds})`
    const { db } = this.at.database
    await sql`update assignments set offered_at = offered_at - ${ago}, deadline = deadline - ${ago},
      ended_at = ended_at - ${ago}`.execute(db)
    await sql`update owner_changes set at = at - ${ago}`.execute(db)
    await sql`update agents set status_since = status_since - ${ago}`.execute(db)
    await sql`update conversations set human_wait_started_at = human_wait_started_at - ${ago}`.execute(db)
  }

  async decides(routing: typeof defaultRouting): Promise<void> {
    const { reply } = await this.carol.get('routing')
    await this.carol.get('changeRouting', { body: { version: reply.version, routing } })
  }

  async comes(agent: AgentClient): Promise<void> {
    const { db } = this.at.database
    const here = { agent_id: Number(agent.id), process: 'test', seen_at: new Date('2030-01-01') }
    await db
      .insertInto('presence')
      .values(here)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'AVAILABLE' } })
  }

  async leaves(agent: AgentClient): Promise<void> {
    await agent.get('setAgentStatus', { params: { id: agent.id }, body: { status: 'OFFLINE' } })
  }

  async set(
    agent: AgentClient,
    more: {
      department?: string
      skills?: string[]
      max_capacity?: number
      takes_conversations?: boolean
      last_activity_at?: Date
    },
  ): Promise<void> {
    await this.at.database.db.updateTable('agents').set(more).where('id', '=', Number(agent.id)).execute()
  }

  /** Sets the capacity of all agents in one statement, so that no agent gets it first. */
  async allHaveRoomFor(capacity: number): Promise<void> {
    await this.at.database.db.updateTable('agents').set({ max_capacity: capacity }).execute()
  }

  newPhone(): string {
    return `25677${String((phones += 1)).padStart(7, '0')}`
  }

  async writes(phone: string, words: string): Promise<void> {
    const time = Math.floor(this.at.clock.now().getTime() / 1000)
    const message = text(phone, `wamid.${unique()}`, words, time)
    expect(await this.at.webhook(envelope({ messages: [message] }))).toBe(200)
  }

  /** The row of a number's newest conversation. */
  async rowOf(phone: string) {
    const { reply } = await this.at.ann.get('conversations', { query: { search: `+${phone}` } })
    const row = reply.toSorted((a, b) => Number(b.id) - Number(a.id))[0]
    if (row === undefined) throw new Error(`No conversation of ${phone}`)
    return row
  }

  /** A customer asks for a person, and the bot hands over. */
  async asks(words = forPerson, phone = this.newPhone()): Promise<Asking> {
    await this.writes(phone, words)
    await eventually('people to have it', async () => !(await this.rowOf(phone)).with_bot)
    return { phone, id: (await this.rowOf(phone)).id }
  }

  async settle(): Promise<void> {
    for (let tries = 0; tries < 500; tries += 1) {
      if ((await offerNext(this.at.server.writer, deadlineMs)) === 'settled') return
    }
    throw new Error('What waits is offered for ever')
  }

  async offeredTo(phone: string): Promise<string | null> {
    return (await this.rowOf(phone)).offer?.agent_id ?? null
  }

  /** A customer whose conversation this agent, the only available one, accepts. */
  async isTakenBy(agent: AgentClient, phone = this.newPhone()): Promise<Asking> {
    for (const one of this.team) if (one !== agent) await this.leaves(one)
    await this.comes(agent)
    const asking = await this.asks(forPerson, phone)
    await this.settle()
    await agent.get('acceptHandoff', { params: { id: asking.id } })
    return asking
  }

  async setStatus({ id }: Asking, status: 'RESOLVED' | 'ARCHIVED'): Promise<void> {
    await this.at.ann.get('setConversationStatus', { params: { id }, body: { status } })
  }
}
