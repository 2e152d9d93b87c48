import { draws } from '@parley/core/read/readers.fixture'
import type { TicketStatus } from '@parley/core/tickets/api'
import type { InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import { addAgent } from '../../src/agents/accounts.ts'
import { write, type Writer } from '../../src/db/write.ts'
import { raiseAttempt } from '../../src/delivery/attempts.ts'
import { applyMessages } from '../../src/ingest/apply.ts'
import { retry } from '../../src/messages/retry.ts'
import { send } from '../../src/messages/send.ts'
import type { WorkspaceDays } from '../../src/reports/days.ts'
import { createTicket, editTicket } from '../../src/tickets/actions.ts'
import type { TestClock } from '../clock.ts'
import { claimNext, recordOutcome } from '../one-try.ts'

const phoneNumberId = '1'
const hourMs = 3_600_000

/** A workspace with random events, through the product's own actions where they exist. */
export class History {
  readonly agents: number[] = []
  readonly #writer: Writer
  readonly #clock: TestClock
  readonly #days: WorkspaceDays
  readonly #random: () => number
  #messages = 0
  #received: InboundMessage[] = []
  #changes: { readonly toNumber: string; readonly at: Date }[] = []
  #tickets: number[] = []

  constructor(writer: Writer, clock: TestClock, days: WorkspaceDays, seed: number) {
    this.#writer = writer
    this.#clock = clock
    this.#days = days
    this.#random = draws(seed)
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)]
  }

  async begin(): Promise<void> {
    for (const name of ['ann', 'brian', 'carol']) {
      const email = `${name}@example.com`
      this.agents.push(await addAgent(this.#writer, { email, password: 'plums and 7 pears' }))
    }
  }

  /** Advances the clock, by some hours or to a day's boundary, then something happens. */
  async go(): Promise<void> {
    const now = this.#clock.now()
    const roll = this.#random()
    if (roll < 0.15) {
      const border = this.#days.start(this.#days.of(now) + 1).getTime() + Math.floor(this.#random() * 3) - 1
      this.#clock.advance(Math.max(0, border - now.getTime()) / 1000)
    } else if (roll < 0.7) this.#clock.advance(Math.floor(this.#random() * 400_000) / 1000)
    else this.#clock.advance(Math.floor(this.#random() * 8 * hourMs) / 1000)
    const likely = this.#random()
    if (likely < 0.3) return this.#receive()
    if (likely < 0.36) return this.#receiveAgain()
    if (likely < 0.55) return this.#answer()
    if (likely < 0.67) return this.bot()
    if (likely < 0.79) return this.#deliver()
    if (likely < 0.83) return this.#retryOne()
    if (likely < 0.92) return this.#ticket()
    if (likely < 0.95) return this.#rate()
    if (likely < 0.96) return this.changeNumber()
    if (likely < 0.97) return this.tellOfNumber()
    return this.#rearrange()
  }

  #phone(): string {
    return `2567000000${String(Math.floor(this.#random() * 7)).padStart(2, '0')}`
  }

  /** A customer writes: now, some days ago, or at the boundary of a past day. */
  async #receive(): Promise<void> {
    const now = this.#clock.now()
    const phone = this.#phone()
    const roll = this.#random()
    const border = this.#days.start(this.#days.of(now) - Math.floor(this.#random() * 4)).getTime()
    const late =
      roll < 0.6
        ? 0
        : roll < 0.8
          ? Math.floor(this.#random() * 6 * 24 * hourMs)
          : now.getTime() - (border + Math.floor(this.#random() * 3) - 1)
    const type = this.#pick(['text', 'text', 'text', 'text', 'image', 'reaction', 'edit', 'revoke', 'system'])
    const profileName = this.#random() < 0.5 ? 'Nakato' : null
    const message = this.#message(phone, new Date(now.getTime() - late), {
      type: type ?? 'text',
      profileName,
    })
    this.#received.push(message)
    await this.#store(message)
  }

  #message(from: string, at: Date, more: Partial<InboundMessage>): InboundMessage {
    return {
      id: `wamid.${(this.#messages += 1)}`,
      from,
      userId: null,
      profileName: null,
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
      ...more,
    }
  }

  /** A customer writes from another number, on several days, before WhatsApp reports the change. */
  async changeNumber(): Promise<void> {
    const toNumber = `25675000${String(this.#messages).padStart(4, '0')}`
    const at = new Date(this.#clock.now().getTime() - 5 * 24 * hourMs)
    for (let hour = 0; hour < 80; hour += 20) {
      await this.#store(this.#message(toNumber, new Date(at.getTime() + hour * hourMs), {}))
    }
    this.#changes.push({ toNumber, at })
  }

  /** WhatsApp reports the change of number. */
  async tellOfNumber(): Promise<void> {
    const told = this.#changes.pop()
    if (told === undefined) return
    const { at, toNumber } = told
    const change = { toNumber, toUserId: null }
    await this.#store(this.#message(this.#phone(), at, { type: 'system', change }))
  }

  async #receiveAgain(): Promise<void> {
    const message = this.#pick(this.#received)
    if (message !== undefined) await this.#store(message)
  }

  async #store(message: InboundMessage): Promise<void> {
    await write(this.#writer, context => applyMessages(context, phoneNumberId, [message]))
  }

  async #conversations(): Promise<readonly { id: number; status: string; customer_id: number }[]> {
    return this.#writer.db
      .selectFrom('conversations')
      .select(['id', 'status', 'customer_id'])
      .orderBy('id')
      .execute()
  }

  /** Opens the messaging window. Figures depend on messages alone, not on the window. */
  async #reach(conversationId: number): Promise<void> {
    await this.#writer.db
      .updateTable('conversations')
      .set({ customer_wrote_at: this.#clock.now() })
      .where('id', '=', conversationId)
      .execute()
  }

  async #answer(): Promise<void> {
    const open = (await this.#conversations()).filter(one => one.status !== 'ARCHIVED')
    const conversation = this.#pick(open)
    if (conversation === undefined) return
    await this.#reach(conversation.id)
    await send(this.#writer, {
      conversationId: conversation.id,
      by: { agentId: this.#pick(this.agents) ?? 0, address: null },
      visibility: null,
      reply: { content: 'Here to help' },
      voice: null,
      holdMs: 0,
      take: null,
    })
  }

  /** The bot answers, now or in the past; its rows are written directly. */
  async bot(): Promise<void> {
    const conversation = this.#pick(await this.#conversations())
    if (conversation === undefined) return
    const now = this.#clock.now()
    const late = this.#random() < 0.6 ? 0 : Math.floor(this.#random() * 9 * 24 * hourMs)
    const at = new Date(now.getTime() - late)
    await write(this.#writer, async ({ tx, publish }) => {
      const { id } = await tx
        .insertInto('messages')
        .values({
          conversation_id: conversation.id,
          direction: 'OUTBOUND',
          source: 'BOT',
          message_type: 'text',
          content: 'An automatic answer',
          at,
          arrived_at: now,
          status: 'sent',
          response_time_seconds: Math.floor(this.#random() * 60),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      publish({ noun: 'message', id, kind: 'created' })
    })
  }

  /** Sends a queued message, or rejects it for good. Without one, a sent message may fail late. */
  async #deliver(): Promise<void> {
    const taken = await claimNext(this.#writer, phoneNumberId)
    if (taken === null) return this.#failLate()
    const outcome =
      this.#random() < 0.5
        ? ({ outcome: 'accepted', wamid: `wamid.out.${(this.#messages += 1)}` } as const)
        : ({ outcome: 'refused', retry: 'permanent', code: 131_026, details: '' } as const)
    await recordOutcome(this.#writer, taken, outcome)
  }

  async #failLate(): Promise<void> {
    const sent = await this.#writer.db
      .selectFrom('attempts')
      .select('id')
      .where('state', '=', 'sent')
      .orderBy('id')
      .execute()
    const attempt = this.#pick(sent)
    if (attempt === undefined) return
    const failure = { code: '1', sentence: 'It did not arrive.', remedy: 'Try again.' }
    await write(this.#writer, context => raiseAttempt(context, attempt.id, { state: 'failed', failure }))
  }

  async #retryOne(): Promise<void> {
    // An archived conversation accepts no messages.
    const failed = await this.#writer.db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(['m.id', 'm.conversation_id'])
      .where('m.status', '=', 'failed')
      .where('c.status', '<>', 'ARCHIVED')
      .orderBy('m.id')
      .execute()
    const message = this.#pick(failed)
    if (message === undefined) return
    await this.#reach(message.conversation_id)
    await retry(this.#writer, message.id)
  }

  async #ticket(): Promise<void> {
    const agentId = this.#pick(this.agents) ?? 0
    const ticket = this.#random() < 0.5 ? this.#pick(this.#tickets) : undefined
    if (ticket !== undefined) {
      const status = this.#pick<TicketStatus>(['IN_PROGRESS', 'RESOLVED', 'RESOLVED', 'CLOSED', 'REOPENED'])
      return editTicket(this.#writer, agentId, ticket, { status })
    }
    const conversation = this.#pick(await this.#conversations())
    if (conversation === undefined) return
    const id = await createTicket(this.#writer, {
      conversationId: conversation.id,
      agentId,
      title: 'A claim',
      description: '',
      status: 'NEW',
      priority: 'MEDIUM',
    })
    this.#tickets.push(id)
    if (this.#random() < 0.5) {
      this.#clock.advance(Math.floor(this.#random() * 30 * hourMs) / 1000)
      await editTicket(this.#writer, agentId, id, { status: 'RESOLVED' })
    }
  }

  async #rate(): Promise<void> {
    const conversation = this.#pick(await this.#conversations())
    if (conversation === undefined) return
    await this.#writer.db
      .insertInto('ratings')
      .values({
        conversation_id: conversation.id,
        owner_id: this.#random() < 0.8 ? (this.#pick(this.agents) ?? null) : null,
        rating: 1 + Math.floor(this.#random() * 5),
        at: this.#clock.now(),
      })
      .execute()
  }

  /**
   * A conversation is resolved, gets an owner, or is archived, so that the customer's next message opens another. Or an agent
   * leaves
   * or returns.
   */
  async #rearrange(): Promise<void> {
    const { db } = this.#writer
    const conversation = this.#pick(await this.#conversations())
    const agent = this.#pick(this.agents)
    const roll = this.#random()
    if (conversation === undefined || agent === undefined) return
    if (roll < 0.4) {
      await db
        .updateTable('conversations')
        .set({ status: roll < 0.2 && conversation.status !== 'ARCHIVED' ? 'RESOLVED' : 'ARCHIVED' })
        .where('id', '=', conversation.id)
        .execute()
    } else if (roll < 0.8) {
      await db
        .updateTable('conversations')
        .set({ assignee_id: agent })
        .where('id', '=', conversation.id)
        .execute()
    } else {
      const disabled_at = roll < 0.9 ? this.#clock.now() : null
      await db.updateTable('agents').set({ disabled_at }).where('id', '=', agent).execute()
    }
  }
}
