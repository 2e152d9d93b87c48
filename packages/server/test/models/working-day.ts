import { draws } from '@parley/core/read/readers.fixture'
import { workingDay } from '@parley/simulator/scenarios'
import { AgentClient } from './agent-client.ts'
import { channel, password, type TestServer } from '../server.ts'
import { eventually } from '../wait.ts'

/** Starts every message of a person here, so that a phone shows the sender. */
const personsWords = 'This is the desk: '
/** An access token lasts a quarter of an hour. */
const signInEveryS = 12 * 60
const step = 60

/** A person's reply, and the customer's wait for a person before it, in seconds; null: the customer did not wait. */
interface Answered {
  readonly agentId: string
  readonly phone: string
  readonly waitedS: number | null
}

/** The messages on a customer's phone, counted by sender. */
interface Served {
  readonly phone: string
  readonly wrote: number
  readonly byBot: number
  readonly byPeople: number
}

/**
 * A day on which the simulator's customers write and the bot answers. Two people serve the queue, write in conversations of the
 * bot
 * and resolve finished ones. The data here comes from the phones and from the actions, not from Parley's rows.
 */
export class WorkingDay {
  readonly answered: Answered[] = []
  readonly #at: TestServer
  readonly #random = draws(20_260_303)
  readonly #wrote = new Map<string, number>()
  /** The start of each customer's wait for a person, in seconds of the day. */
  readonly #waits = new Map<string, number>()
  readonly #resolved = new Set<string>()
  #desk: readonly AgentClient[] = []
  #signedInAt = Number.NEGATIVE_INFINITY
  #second = 0

  constructor(at: TestServer) {
    this.#at = at
  }

  /** Plays the day, from eight in the morning on the server's clock. */
  async play(): Promise<void> {
    const [from, to] = [4.5 * 3_600, 5.5 * 3_600]
    await this.#turnBot(true)
    const steps = [...workingDay.steps]
    const lastS = (steps.at(-1)?.at_ms ?? 0) / 1_000
    for (let second = 0; second <= lastS + step; second += step) {
      const due = steps.filter(({ at_ms }) => at_ms >= (second - step) * 1_000 && at_ms < second * 1_000)
      const isDesk = second % (15 * step) === 0
      if (due.length === 0 && !isDesk && second !== from && second !== to) continue
      this.#reach(second)
      // The bot is off for an hour: people alone serve the customers who first write then.
      if (second === from) await this.#turnBot(false)
      if (second === to) await this.#turnBot(true)
      const before = new Set(this.#waits.keys())
      for (const { number, body } of due) {
        const phone = number.slice(1)
        await this.#at.simulator.write(number, String(body['text']))
        this.#wrote.set(phone, (this.#wrote.get(phone) ?? 0) + 1)
      }
      await this.#quiet()
      for (const { number } of due) if (!before.has(number)) await this.#noteWait(number.slice(1))
      if (isDesk) await this.#work()
    }
  }

  /** A random agent with a valid session. */
  async agent(): Promise<AgentClient> {
    const seconds = this.#at.clock.now().getTime() / 1_000
    if (seconds - this.#signedInAt >= signInEveryS || this.#desk.length === 0) {
      const { server, url } = this.#at
      this.#desk = [
        await AgentClient.signIn(server.app, url, 'ann@parley.example', password),
        await AgentClient.signIn(server.app, url, 'brian@parley.example', password),
      ]
      this.#signedInAt = seconds
    }
    return this.#pick(this.#desk)
  }

  /** The messages on each customer's phone, counted by sender. */
  async served(): Promise<readonly Served[]> {
    const served: Served[] = []
    for (const [phone, wrote] of this.#wrote) {
      const shown = await this.#at.simulator.received(`+${phone}`)
      const byPeople = shown.filter(({ text }) => text?.startsWith(personsWords)).length
      served.push({ phone, wrote, byPeople, byBot: shown.length - byPeople })
    }
    return served
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #reach(second: number): void {
    this.#at.clock.advance(second - this.#second)
    this.#second = second
  }

  async #turnBot(on: boolean): Promise<void> {
    await this.agent()
    const [ann] = this.#desk
    await ann?.get('setBotNumber', { params: { number: channel.phoneNumberId }, body: { bot_on: on } })
  }

  /** Waits until all messages of customers are stored, the bot has processed them and all replies are sent. */
  #quiet(): Promise<unknown> {
    const { db } = this.#at.database
    const wrote = [...this.#wrote.values()].reduce((total, one) => total + one, 0)
    return eventually('the bot to have answered, and all to be out', async () => {
      const here = db.selectFrom('messages').select('id').where('source', '=', 'CUSTOMER')
      if ((await here.execute()).length < wrote) return false
      const unheard = db.selectFrom('conversations').select('id').where('bot_from', 'is not', null)
      const unsent = db.selectFrom('messages').select('id').where('status', 'in', ['queued', 'sending'])
      return (await unheard.execute()).length === 0 && (await unsent.execute()).length === 0
    })
  }

  #conversation(phone: string) {
    return this.#at.database.db
      .selectFrom('conversations as c')
      .innerJoin('customers as p', 'p.id', 'c.customer_id')
      .select(['c.id', 'c.with_bot', 'c.assignee_id', 'c.status'])
      .where('p.wa_id', '=', phone)
      .executeTakeFirstOrThrow()
  }

  /** If the bot does not have the conversation, the customer waits from now on, or still waits. */
  async #noteWait(phone: string): Promise<void> {
    const { with_bot: withBot } = await this.#conversation(phone)
    this.#resolved.delete(phone)
    if (!withBot && !this.#waits.has(phone)) this.#waits.set(phone, this.#second)
  }

  /** The team serves a few waiting customers, the longest wait first, and sometimes another customer. Some are resolved then. */
  async #work(): Promise<void> {
    const waiting = [...this.#waits].toSorted((one, other) => one[1] - other[1]).map(([phone]) => phone)
    for (const phone of waiting.slice(0, 3)) await this.#serve(phone)
    if (this.#random() < 0.3) await this.#serve(this.#pick([...this.#wrote.keys()]))
  }

  async #serve(phone: string | undefined): Promise<void> {
    if (phone === undefined) return
    const found = await this.#conversation(phone)
    const params = { id: String(found.id) }
    const somebody = await this.agent()
    const agent = this.#desk.find(({ id }) => id === String(found.assignee_id)) ?? somebody
    const isTaken = this.#random() < 0.7
    if (isTaken && found.assignee_id === null)
      await agent.get('assign', { params, body: { agent_id: agent.id } })
    await this.#write(agent, phone, params.id)
    if (this.#random() < 0.3) await this.#write(agent, phone, params.id)
    if (this.#random() < 0.4 && !this.#resolved.has(phone)) {
      await agent.get('setConversationStatus', { params, body: { status: 'RESOLVED' } })
      this.#resolved.add(phone)
    }
  }

  async #write(agent: AgentClient, phone: string, id: string): Promise<void> {
    const words = `${personsWords}${this.answered.length}`
    const body = { client_message_id: `day-${this.answered.length}`, content: words }
    await agent.get('send', { params: { id }, body })
    const since = this.#waits.get(phone)
    this.#waits.delete(phone)
    this.answered.push({
      agentId: agent.id,
      phone,
      waitedS: since === undefined ? null : this.#second - since,
    })
    await this.#quiet()
  }
}
