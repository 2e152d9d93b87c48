import { leaseMs } from '@parley/core/messages/delivery'
import { draws } from '@parley/core/read/readers.fixture'
import type { SendOutcome } from '@parley/whatsapp/client'
import type { DeliveryStatus } from '@parley/whatsapp/inbound/delivery-status'
import { bareInbound } from '@parley/whatsapp/inbound/inbound-message'
import { assign } from '../../src/assignments/assign.ts'
import { accept } from '../../src/assignments/take.ts'
import { handToBot } from '../../src/bot/hand-over.ts'
import { openTurns } from '../../src/bot/loop.ts'
import type { BotDeps } from '../../src/bot/turn.ts'
import type { ChannelAdapter, FailureFacts } from '../../src/channels/adapter.ts'
import { write } from '../../src/db/write.ts'
import type { Claim } from '../../src/delivery/claim.ts'
import { endLapsedAttempts } from '../../src/delivery/result.ts'
import { openSender, type SenderDeps } from '../../src/delivery/send.ts'
import { applyMessages } from '../../src/ingest/apply.ts'
import { applyStatuses } from '../../src/ingest/statuses.ts'
import { send } from '../../src/messages/send.ts'
import type { TestClock } from '../clock.ts'
import { claimNext } from '../one-try.ts'

/** The environment of a run. Earlier runs are over. */
export interface TakeoverWorld {
  readonly bot: BotDeps
  readonly deliver: Omit<SenderDeps, 'adapter'>
  readonly clock: TestClock
  /** The agents who take conversations over. */
  readonly agents: readonly number[]
}

/** How often the tested cases occurred, so that a run without any case does not count as a proof. */
export interface Cases {
  /** Messages of the bot that were waiting at the takeover. */
  waited: number
  /** … that were claimed, and whose call had not begun. */
  taken: number
  /** … that were in a call to WhatsApp, which rejected them for now after the takeover. */
  refused: number
  /** Takeovers concurrent with a turn of the bot, or with a claim. */
  atOnce: number
  /** Conversations that were returned to the bot. */
  givenBack: number
}

/** A call to WhatsApp in progress or answered. */
interface Call {
  readonly messageId: number
  readonly attemptId: number
  /** Null: WhatsApp has not answered. */
  outcome: SendOutcome | null
  readonly answer: (outcome: SendOutcome) => void
  readonly settled: Promise<void>
}

interface Row {
  readonly id: number
  readonly source: string
  readonly status: string
  readonly failure: FailureFacts | null
}

const words = [
  'Good morning',
  'help',
  'menu',
  'How do I pay my premium?',
  'I want to talk to a human being please',
  'Thank you',
  'I want to know how much is in my pension account',
]

/** One conversation of the bot, in which events happen in a random order; the seed determines it. */
export class TakeoverLife {
  readonly #world: TakeoverWorld
  readonly #takeTurns: () => Promise<unknown>
  readonly #random: () => number
  readonly #phone: string
  readonly #cases: Cases
  /** Claimed messages whose call has not begun. */
  readonly #held: Claim[] = []
  readonly #calls: Call[] = []
  /** The bot's messages from before a takeover, without a call by then. */
  readonly #silenced = new Set<number>()
  /** The bot's messages from before a takeover: no further call begins for them. */
  readonly #over = new Set<number>()
  readonly #broken: string[] = []
  #begun: ((call: Pick<Call, 'messageId' | 'attemptId' | 'answer'>) => void) | null = null
  #messages = 0

  constructor(world: TakeoverWorld, seed: number, cases: Cases) {
    this.#world = world
    this.#takeTurns = openTurns(world.bot, error => this.#broken.push(`A turn failed: ${String(error)}`))
    this.#random = draws(seed)
    this.#phone = `25679${String(seed).padStart(7, '0')}`
    this.#cases = cases
  }

  /** Runs to the end. Returns the violations, in words. */
  async live(): Promise<readonly string[]> {
    await this.#hear()
    const steps = 8 + Math.floor(this.#random() * 10)
    for (let step = 0; step < steps; step += 1) await this.#step()
    await this.#end()
    await this.#judge()
    return this.#broken
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T
  }

  #step(): Promise<unknown> {
    const roll = this.#random()
    if (roll < 0.12) return this.#hear()
    if (roll < 0.3) return this.#turn()
    if (roll < 0.5) return this.#take()
    if (roll < 0.64) return this.#begin()
    if (roll < 0.76) return this.#answer()
    if (roll < 0.81) return this.#status()
    if (roll < 0.87) return this.#pass()
    if (roll < 0.94) return this.#takeOver(this.#pick([null, null, this.#turn, this.#take]))
    return this.#giveBack()
  }

  async #hear(): Promise<void> {
    const { clock, deliver } = this.#world
    const message = {
      ...bareInbound,
      id: `wamid.${this.#phone}.${(this.#messages += 1)}`,
      from: this.#phone,
      userId: null,
      profileName: 'Nakato',
      at: clock.now(),
      type: 'text',
      text: this.#pick(words),
      byBusiness: false,
    }
    await write(deliver.writer, context => applyMessages(context, deliver.phoneNumberId, [message]))
  }

  readonly #turn = async (): Promise<void> => {
    await this.#takeTurns()
  }

  /** Claims as the sender does. */
  readonly #take = async (): Promise<void> => {
    const { writer, phoneNumberId } = this.#world.deliver
    await endLapsedAttempts(writer)
    const taken = await claimNext(writer, phoneNumberId)
    if (taken === null) return
    if (this.#over.has(taken.messageId)) this.#broken.push(`${taken.messageId} was taken after the takeover`)
    this.#held.push(taken)
  }

  /** Continues a claimed message to its call, unless something prevents the call. */
  async #begin(): Promise<void> {
    const [taken] = this.#held.splice(Math.floor(this.#random() * this.#held.length), 1)
    if (taken === undefined) return
    await new Promise<void>((resolve, reject) => {
      this.#begun = call => {
        this.#calls.push({ ...call, outcome: null, settled })
        if (this.#over.has(call.messageId)) this.#broken.push(`${call.messageId} left after the takeover`)
        resolve()
      }
      const deps = { ...this.#world.deliver, adapter: this.#adapter }
      const settled = openSender(deps, new AbortController().signal)(taken)
      settled.then(resolve, reject)
    })
  }

  /** WhatsApp, which answers on the test's command. */
  readonly #adapter: ChannelAdapter = {
    name: 'WhatsApp',
    send: ({ messageId, attemptId }) =>
      new Promise(answer => {
        this.#begun?.({ messageId, attemptId, answer })
      }),
    upload: () => Promise.reject(new Error('Nothing here has a file')),
    download: () => Promise.reject(new Error('Nothing here has a file')),
    react: null,
    showTyping: null,
  }

  async #answer(): Promise<void> {
    const call = this.#pick(this.#calls.filter(({ outcome }) => outcome === null)) as Call | undefined
    if (call !== undefined) await this.#answerWith(call, this.#outcome(call))
  }

  async #answerWith(call: Call, outcome: SendOutcome): Promise<void> {
    call.outcome = outcome
    if (this.#over.has(call.messageId) && !mayHaveReached(outcome)) this.#cases.refused += 1
    call.answer(outcome)
    await call.settled
  }

  #outcome(call: Call): SendOutcome {
    const refused = (retry: 'rate' | 'transient' | 'permanent', code: number) =>
      ({ outcome: 'refused', retry, code, details: '' }) as const
    return this.#pick<SendOutcome>([
      accepted(call),
      accepted(call),
      { outcome: 'unknown', reason: 'cut' },
      { outcome: 'unreached', reason: 'ECONNREFUSED' },
      refused('rate', 130_429),
      refused('rate', 131_056),
      refused('transient', 131_016),
      refused('permanent', 131_026),
    ])
  }

  /** WhatsApp reports a status for a call that may have reached it, perhaps before it answers the call. */
  async #status(): Promise<void> {
    const { clock, deliver } = this.#world
    const call = this.#pick(this.#calls.filter(({ outcome }) => outcome === null || mayHaveReached(outcome)))
    if (call === undefined) return
    const status = this.#pick(['sent', 'delivered', 'read'] as const)
    const { outcome } = call
    const said: DeliveryStatus = {
      wamid: wamidOf(call.attemptId),
      status,
      at: clock.now(),
      opaque: String(call.attemptId),
      error: null,
      pricing: null,
    }
    await write(deliver.writer, context => applyStatuses(context, deliver.phoneNumberId, [said]))
    // WhatsApp has the message, so it can only accept the call.
    if (outcome === null) await this.#answerWith(call, accepted(call))
  }

  async #pass(): Promise<void> {
    const seconds = this.#pick([1, 2, 5, 20, leaseMs / 1_000 + 1])
    this.#world.clock.advance(seconds)
  }

  /** A person takes the conversation over; something else may happen concurrently. */
  async #takeOver(meanwhile: (() => Promise<void>) | null): Promise<void> {
    const conversation = await this.#conversation()
    const { agents, deliver } = this.#world
    const { writer } = deliver
    const agentId = conversation.assignee_id ?? this.#pick(agents)
    const by = { agentId, address: null }
    const conversationId = conversation.id
    const before = await this.#unsent()
    // A reply to an unassigned conversation without the bot does not take the conversation.
    const way = this.#pick(
      conversation.with_bot ? (['accept', 'assign', 'send'] as const) : (['accept', 'assign'] as const),
    )
    const taking = {
      accept: () => accept(writer, agentId, conversationId),
      assign: () => assign(writer, { conversationId, agentId, by, deadlineMs: 60_000 }),
      send: () => this.#write(conversationId, agentId),
    }
    const handedOver = await this.#handovers(conversationId)
    await Promise.all([taking[way](), meanwhile?.call(this)])
    if (meanwhile !== null) this.#cases.atOnce += 1
    // The bot's turn came first and handed over, so the reply did not take the conversation either.
    if (way === 'send' && (await this.#handovers(conversationId)) > handedOver) return
    this.#cases.waited += before.length
    await this.#silence()
    for (const { id } of await this.#unsent()) this.#broken.push(`${id} waits after the takeover`)
    if (this.#random() < 0.5) await this.#write(conversationId, agentId)
  }

  /** From now on no message of the bot may be sent. */
  async #silence(): Promise<void> {
    const rows = await this.#rows()
    for (const { id, source, failure } of rows) {
      if (source !== 'BOT') continue
      const isBegun = this.#calls.some(call => call.messageId === id)
      if (!isBegun && !this.#over.has(id) && (failure === null || failure.code === 'taken-over'))
        this.#silenced.add(id)
      this.#over.add(id)
    }
    this.#cases.taken += this.#held.filter(({ messageId }) => this.#silenced.has(messageId)).length
  }

  async #giveBack(): Promise<void> {
    const { id, assignee_id: owner, with_bot: withBot } = await this.#conversation()
    if (withBot) return
    const agentId = owner ?? this.#pick(this.#world.agents)
    await handToBot(this.#world.deliver.writer, id, { agentId, address: null })
    this.#cases.givenBack += 1
    await this.#silence()
  }

  #write(conversationId: number, agentId: number): Promise<number> {
    return send(this.#world.deliver.writer, {
      conversationId,
      by: { agentId, address: null },
      visibility: null,
      reply: { content: 'A person here' },
      voice: null,
      holdMs: 0,
      take: null,
    })
  }

  /** WhatsApp and the bot answer everything, and the clock advances until nothing waits. */
  async #end(): Promise<void> {
    for (let round = 0; round < 100; round += 1) {
      await this.#turn()
      if (this.#held.length === 0) await this.#take()
      await this.#begin()
      for (const call of this.#calls.filter(({ outcome }) => outcome === null))
        await this.#answerWith(call, round === 0 ? this.#outcome(call) : accepted(call))
      const { bot_from: from } = await this.#conversation()
      if (this.#held.length > 0 || from !== null) continue
      const waiting = (await this.#rows()).some(({ status }) => status === 'queued' || status === 'sending')
      if (!waiting) return
      this.#world.clock.advance(20)
    }
  }

  async #judge(): Promise<void> {
    const rows = await this.#rows()
    const fail = (what: string) => this.#broken.push(what)
    for (const { id, source, status, failure } of rows) {
      if (status === 'queued' || status === 'sending') fail(`${id} (${source}) is ${status} for ever`)
      const isTakenOver = status === 'failed' && failure?.code === 'taken-over'
      if (this.#silenced.has(id) && !isTakenOver) fail(`${id} was taken over and is ${status}`)
      if (isTakenOver && !this.#over.has(id)) fail(`${id} is taken-over, and nobody took it`)
      const went = this.#calls.filter(call => call.messageId === id && mayHaveReached(call.outcome)).length
      if (went > 1) fail(`${id} (${source}) went ${went} times`)
      if (source === 'AGENT' && isTakenOver) fail(`${id} of a person was silenced`)
    }
    const order = rows.map(({ id }) => id)
    const went = this.#calls.filter(({ outcome }) => mayHaveReached(outcome))
    const places = went.map(({ messageId }) => order.indexOf(messageId))
    const sorted = places.toSorted((one, other) => one - other)
    if (places.join() !== sorted.join()) fail(`The order on the phone is ${places.join()}`)
  }

  #conversation() {
    return this.#world.deliver.writer.db
      .selectFrom('conversations as c')
      .innerJoin('customers as p', 'p.id', 'c.customer_id')
      .select(['c.id', 'c.assignee_id', 'c.with_bot', 'c.bot_from'])
      .where('p.wa_id', '=', this.#phone)
      .executeTakeFirstOrThrow()
  }

  /** How often the bot has handed the conversation over. */
  async #handovers(conversationId: number): Promise<number> {
    const rows = await this.#world.deliver.writer.db
      .selectFrom('bot_handovers')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .execute()
    return rows.length
  }

  /** The outbound messages, sent and queued, in order. */
  async #rows(): Promise<readonly Row[]> {
    const rows = await this.#world.deliver.writer.db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .innerJoin('customers as p', 'p.id', 'c.customer_id')
      .select(['m.id', 'm.source', 'm.status', 'm.failure'])
      .where('p.wa_id', '=', this.#phone)
      .where('m.direction', '=', 'OUTBOUND')
      .orderBy('m.at')
      .orderBy('m.id')
      .execute()
    return rows.map(row => ({
      ...row,
      status: row.status ?? '',
      failure: row.failure as FailureFacts | null,
    }))
  }

  async #unsent(): Promise<readonly Row[]> {
    return (await this.#rows()).filter(({ source, status }) => source === 'BOT' && status === 'queued')
  }
}

const wamidOf = (attemptId: number): string => `wamid.out.${attemptId}`

const accepted = ({ attemptId }: Call): SendOutcome => ({ outcome: 'accepted', wamid: wamidOf(attemptId) })

/** Whether the customer may have the message, as far as the result says. */
const mayHaveReached = (outcome: SendOutcome | null): boolean =>
  outcome === null || outcome.outcome === 'accepted' || outcome.outcome === 'unknown'
