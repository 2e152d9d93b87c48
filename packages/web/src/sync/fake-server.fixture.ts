import type { Answer, Fetchers } from '@parley/core/live/fetchers'
import type { LiveEvent } from '@parley/core/sockets/api'
import { ApiFailure } from '../client/api-failure.ts'
import type { ManualClock } from './manual-clock.fixture.ts'

/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Conversation {
  id: number
  /** Null: nobody's. */
  owner: number | null
  status: string
  inbound: number
  seen: number
  activity: number
}

interface Message {
  id: number
  conversation: number
  at: number
  status: string
  direction: 'INBOUND' | 'OUTBOUND'
  inboundNo: number | null
}

interface Ticket {
  id: number
  conversation: number
  status: string
  version: number
}

interface Notice {
  id: number
  read: boolean
  dismissed: boolean
  at: number
}

interface Logged {
  readonly seq: number
  readonly event: LiveEvent['event']
  readonly id: number
}

/** The agent whose page it is, a colleague, and nobody. */
export const viewer = '1'
const owners = [Number(viewer), 2, null]
const statuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED']
const iso = (at: number): string => new Date(Date.UTC(2026, 10, 20) + at * 1_000).toISOString()
const newestFirst = (a: Conversation, b: Conversation) => b.activity - a.activity || b.id - a.id
const inOrder = (a: Message, b: Message) => a.at - b.at || a.id - b.id
const longestCatchUp = 60

/** A server in memory: conversations, messages, one agent's marks, and the log of their changes. */
export class FakeServer {
  readonly #random: () => number
  readonly #clock: ManualClock
  readonly conversations: Conversation[] = []
  readonly messages: Message[] = []
  readonly tickets: Ticket[] = []
  readonly notices: Notice[] = []
  readonly agents = [
    { id: 1, workload: 0 },
    { id: 2, workload: 0 },
    { id: 3, workload: 0 },
  ]
  readonly #log: Logged[] = []
  #nextId = 1_000
  #at = 0

  constructor(random: () => number, clock: ManualClock, size: { conversations: number; messages: number }) {
    this.#random = random
    this.#clock = clock
    for (let index = 0; index < size.conversations; index += 1) this.#newConversation()
    for (let index = 0; index < size.messages; index += 1) this.#inbound(this.conversations[0])
    this.#log.length = 0
  }

  get seq(): number {
    return 100 + this.#changes
  }

  #changes = 0

  /** One random thing that happens. */
  change(): void {
    const dice = this.#random()
    const one = this.#pick(this.conversations)
    if (this.#random() < 0.3) return this.#changeBesides(dice)
    if (dice < 0.1) this.#inbound(this.#newConversation())
    else if (dice < 0.4) this.#inbound(one)
    else if (dice < 0.55) this.#outbound(one)
    else if (dice < 0.75) this.#status(this.#pick(this.messages))
    else if (dice < 0.9) this.#seen(one)
    else if (one !== undefined) {
      one.status = this.#pick(statuses) ?? 'ACTIVE'
      this.#record('conversation', one.id)
    }
  }

  /** Something that is not said in the thread: a ticket, a notice, an agent's load. */
  #changeBesides(dice: number): void {
    const conversation = this.conversations[0]
    const ticket = this.#pick(this.tickets)
    const notice = this.#pick(this.notices.filter(({ dismissed }) => !dismissed))
    const agent = this.#pick(this.agents)
    if (dice < 0.3 && conversation !== undefined) {
      const made = { id: this.#nextId++, conversation: conversation.id, status: 'NEW', version: 1 }
      this.tickets.push(made)
      this.#record('ticket', made.id)
    } else if (dice < 0.5 && ticket !== undefined) {
      ticket.status = this.#pick(['ASSIGNED', 'IN_PROGRESS', 'CLOSED', 'REOPENED']) ?? 'NEW'
      ticket.version += 1
      this.#record('ticket', ticket.id)
    } else if (dice < 0.7) {
      const made = { id: this.#nextId++, read: false, dismissed: false, at: this.#at++ }
      this.notices.push(made)
      this.#record('notification', made.id)
    } else if (dice < 0.85 && notice !== undefined) {
      notice.read = true
      notice.dismissed = this.#random() < 0.5
      this.#record('notification', notice.id)
    } else if (dice < 0.9 && conversation !== undefined) {
      conversation.owner = this.#pick(owners) ?? null
      this.#record('conversation', conversation.id)
    } else if (agent !== undefined) {
      agent.workload = Math.floor(this.#random() * 8)
      this.#record('agent', agent.id)
    }
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)]
  }

  #record(event: Logged['event'], id: number): void {
    this.#changes += 1
    this.#log.push({ seq: this.seq, event, id })
  }

  #newConversation(): Conversation {
    const owner = this.#pick(owners) ?? null
    const made = { id: this.#nextId++, owner, status: 'ACTIVE', inbound: 0, seen: 0, activity: this.#at++ }
    this.conversations.push(made)
    return made
  }

  #inbound(to: Conversation | undefined): void {
    if (to === undefined) return
    to.inbound += 1
    to.activity = this.#at++
    if (to.status === 'RESOLVED' || to.status === 'DORMANT') to.status = 'ACTIVE'
    // WhatsApp's time may lie before that of messages which came earlier.
    const late = this.#random() < 0.3 ? Math.floor(this.#random() * 5) : 0
    this.#add({ conversation: to.id, direction: 'INBOUND', at: this.#at - late, inboundNo: to.inbound })
  }

  #outbound(to: Conversation | undefined): void {
    if (to === undefined) return
    to.activity = this.#at++
    this.#add({ conversation: to.id, direction: 'OUTBOUND', at: this.#at, inboundNo: null })
  }

  #add(message: Omit<Message, 'id' | 'status'>): void {
    const status = message.direction === 'INBOUND' ? 'received' : 'queued'
    const id = this.#nextId++
    this.messages.push({ ...message, id, status })
    this.#record('new_message', id)
    this.#record('conversation', message.conversation)
  }

  #status(message: Message | undefined): void {
    if (message === undefined || message.direction === 'INBOUND') return
    message.status = this.#pick(['sent', 'delivered', 'read', 'failed']) ?? 'sent'
    this.#record('message', message.id)
  }

  #seen(one: Conversation | undefined): void {
    if (one === undefined || one.seen === one.inbound) return
    one.seen += 1 + Math.floor(this.#random() * (one.inbound - one.seen))
    this.#record('read', one.id)
  }

  /** What an agent's socket gets that begins after a number: the entities changed since, each once; null: too much. */
  framesAfter(after: number): readonly LiveEvent[] | null {
    const since = this.#log.filter(({ seq }) => seq > after)
    if (since.length > longestCatchUp) return null
    const folded = new Map<string, Logged>()
    for (const entry of since) {
      const noun = entry.event === 'new_message' ? 'message' : entry.event
      const isNew = folded.get(`${noun} ${entry.id}`)?.event === 'new_message'
      folded.set(`${noun} ${entry.id}`, isNew ? { ...entry, event: 'new_message' } : entry)
    }
    return [...folded.values()].toSorted((a, b) => a.seq - b.seq).map(entry => this.#frame(entry))
  }

  /** The frame of one number, with the entity as it is now. */
  frameAt(seq: number): LiveEvent {
    const entry = this.#log.find(logged => logged.seq === seq)
    if (entry === undefined) throw new Error(`Nothing was logged at ${seq}`)
    return this.#frame(entry)
  }

  #frame({ seq, event, id }: Logged): LiveEvent {
    const data = this.#entity(event, id)
    return { event, data, seq } as unknown as LiveEvent
  }

  #entity(event: Logged['event'], id: number): object | undefined {
    const byId = <T extends { readonly id: number }>(from: readonly T[]) => from.find(one => one.id === id)
    const conversation = byId(this.conversations)
    const message = byId(this.messages)
    const ticket = byId(this.tickets)
    const notice = byId(this.notices)
    const agent = byId(this.agents)
    switch (event) {
      case 'read':
        return { conversation_id: String(id), seen_no: conversation?.seen }
      case 'conversation':
        return conversation && this.#state(conversation)
      case 'ticket':
        return ticket && { id: String(ticket.id), conversation_id: String(ticket.conversation) }
      case 'notification':
        return notice && wireNotice(notice)
      case 'agent':
        return agent && wireAgent(agent)
      default:
        return message && wireMessage(message)
    }
  }

  #state(one: Conversation): object {
    return {
      id: String(one.id),
      user: { name: `Customer ${one.id}`, phone_number: '+256700000001' },
      agent: one.owner === null ? null : { id: String(one.owner), name: `Agent ${one.owner}` },
      status: one.status,
      inbound_no: one.inbound,
      last_activity: iso(one.activity),
    }
  }

  #row(one: Conversation): object {
    return { ...this.#state(one), seen_no: one.seen, unread_count: one.inbound - one.seen }
  }

  /** An answer that takes a while: its rows are read somewhere between the question and the answer. */
  async #answer<T>(
    read: () => T,
    more: (seq: number) => Partial<Answer<T>> = () => ({}),
  ): Promise<Answer<never>> {
    await this.#clock.wait(this.#random() * 2_000)
    const { seq } = this
    const value = structuredClone(read())
    const extra = more(seq)
    await this.#clock.wait(this.#random() * 4_000)
    if (this.#random() < this.failing) throw new ApiFailure({ kind: 'network' })
    return { value, seq, total: null, counts: null, ...extra } as unknown as Answer<never>
  }

  /** How often a call fails, from 0 to 1. */
  failing = 0

  readonly ask: Fetchers = {
    conversations: query => {
      const { conversation_id: ids, status, limit = 500, after } = query
      return this.#answer(
        () => {
          if (ids !== undefined) {
            const wanted = new Set(ids.split(','))
            return this.conversations.filter(one => wanted.has(String(one.id))).map(one => this.#row(one))
          }
          const all = this.sorted(status)
          const from = after === undefined ? 0 : all.findIndex(one => String(one.id) === after) + 1
          return all.slice(from, from + Number(limit)).map(one => this.#row(one))
        },
        () => ({ counts: JSON.stringify(this.counts()) }),
      )
    },
    conversation: id =>
      this.#answer(() => this.conversations.filter(one => String(one.id) === id).map(one => this.#row(one))),
    history: (id, query) => this.#answer(() => this.#history(id, query)),
    unreadStats: () => this.#answer(() => this.stats()),
    agents: () => this.#answer(() => this.agents.map(wireAgent)),
    notices: () => this.#answer(() => this.notices.filter(({ dismissed }) => !dismissed).map(wireNotice)),
  }

  /** The tickets of a conversation, newest first: no part of what follows the frames. */
  askTickets = (conversationId: string): Promise<Answer<unknown>> =>
    this.#answer(() =>
      this.tickets
        .filter(({ conversation }) => String(conversation) === conversationId)
        .toReversed()
        .map(wireTicket),
    )

  #history(id: string, query: { limit?: unknown; before?: string | undefined }): object {
    const all = this.thread(id)
    const end =
      query.before === undefined ? all.length : all.findIndex(one => String(one.id) === query.before)
    const start = Math.max(0, end - Number(query.limit))
    return { messages: all.slice(start, end).map(wireMessage), has_more: start > 0 }
  }

  /** The list of a status, or of all, as the server has it. */
  sorted(status?: string): readonly Conversation[] {
    return this.conversations
      .filter(one => status === undefined || one.status === status)
      .toSorted(newestFirst)
  }

  thread(id: string): readonly Message[] {
    return this.messages.filter(one => String(one.conversation) === id).toSorted(inOrder)
  }

  counts(): Record<string, number> {
    return Object.fromEntries(
      statuses.map(status => [status, this.conversations.filter(one => one.status === status).length]),
    )
  }

  stats(): {
    total_unread_messages: number
    conversation_unread_counts: Record<string, number>
    unread_notifications: number
  } {
    const unread = this.conversations.filter(one => one.owner === Number(viewer) && one.inbound > one.seen)
    return {
      unread_notifications: this.notices.filter(({ read, dismissed }) => !read && !dismissed).length,
      total_unread_messages: unread.reduce((sum, one) => sum + one.inbound - one.seen, 0),
      conversation_unread_counts: Object.fromEntries(
        unread.map(one => [String(one.id), one.inbound - one.seen]),
      ),
    }
  }
}

const wireMessage = (one: Message): object => ({
  id: String(one.id),
  conversation_id: String(one.conversation),
  content: `text ${one.id}`,
  created_at: iso(one.at),
  direction: one.direction,
  source: one.direction === 'INBOUND' ? 'CUSTOMER' : 'AGENT',
  status: one.status,
  inbound_no: one.inboundNo,
})

const wireTicket = (one: Ticket): object => ({
  id: String(one.id),
  conversation_id: String(one.conversation),
  ticket_number: `TCK-${one.id}`,
  title: `Ticket ${one.id}`,
  status: one.status,
  version: one.version,
  created_at: iso(one.id),
})

const wireNotice = (one: Notice): object => ({
  id: String(one.id),
  type: 'system',
  title: `Notice ${one.id}`,
  read: one.read,
  dismissed: one.dismissed,
  timestamp: iso(one.at),
})

const wireAgent = (one: { readonly id: number; readonly workload: number }): object => ({
  id: String(one.id),
  name: `Agent ${one.id}`,
  status: 'AVAILABLE',
  is_online: true,
  current_workload: one.workload,
  max_capacity: 5,
})
