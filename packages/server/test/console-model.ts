import type { ApplicationKind, ApplicationRange, ApplicationStatus } from '@parley/core/api/applications'
import type { ConversationStatus } from '@parley/core/api/conversations'
import type { AgentFrame, ChangeFrame } from '@parley/core/api/sockets'
import { type ApplicationsState, applyToApplication, applyToApplications } from '@parley/core/live/applications'
import { applyToAgents } from '@parley/core/live/agents'
import { applyToIssues, type IssuesState } from '@parley/core/live/issues'
import { applyToList, type ListState, withFetchedRows } from '@parley/core/live/list'
import { applyToNotifications } from '@parley/core/live/notifications'
import { applyToThread, type ThreadState } from '@parley/core/live/thread'
import { applyToTickets, type TicketsState } from '@parley/core/live/tickets'
import { applyToUnread } from '@parley/core/live/unread'
import { type AgentEntity, readAgents } from '@parley/core/read/agent'
import { type ApplicationEntity, readApplication, readApplicationRows } from '@parley/core/read/application'
import { readConversations } from '@parley/core/read/conversation'
import { readIssues } from '@parley/core/read/issue'
import { readHistory } from '@parley/core/read/message'
import { type NotificationEntity, readNotifications } from '@parley/core/read/notification'
import { readTickets } from '@parley/core/read/ticket'
import { readUnreadStats, type UnreadStats } from '@parley/core/read/unread-stats'
import { compareIds } from '@parley/core/rules/conversation'
import { withNotices } from '@parley/core/rules/notification'
import { expect } from 'vitest'
import type { AgentClient, AgentSocket } from './agent-client.ts'

type Query = Readonly<Record<string, string>>
/** Something held, and the log number that was read before it. */
interface Held<S> {
  readonly state: S
  readonly seq: number
}

const isChange = (frame: AgentFrame): frame is ChangeFrame =>
  frame.event === 'new_message' ||
  frame.event === 'message' ||
  frame.event === 'conversation' ||
  frame.event === 'ticket' ||
  frame.event === 'issue' ||
  frame.event === 'application' ||
  frame.event === 'read' ||
  frame.event === 'agent' ||
  frame.event === 'notification'

const filterOf = (query: Query): ListState['filter'] => ({
  status: query['status'] as ConversationStatus | undefined,
  search: query['search'],
  assigneeId: query['assignee_id'],
  hasOpenIssues: query['has_open_issues'] === undefined ? undefined : query['has_open_issues'] === 'true',
})

/** A list of applications that is held: of one kind, with its filter. */
export interface ApplicationQuery {
  readonly kind: ApplicationKind
  readonly query: Query
}

const listOf = { ipp: 'ippApplications', lib: 'libApplications' } as const
const oneOf = { ipp: 'ippApplication', lib: 'libApplication' } as const

/** What a console of one agent holds, kept true by frames alone as the product's feed does. */
export class ConsoleModel {
  readonly #client: AgentClient
  readonly #queries: readonly Query[]
  #lists: Held<ListState>[] = []
  #threads = new Map<string, Held<ThreadState>>()
  #tickets = new Map<string, Held<TicketsState>>()
  #issues = new Map<string, Held<IssuesState>>()
  readonly #applicationQueries: readonly ApplicationQuery[]
  readonly #now: () => Date
  #applicationLists: Held<ApplicationsState>[] = []
  #applications = new Map<string, Held<ApplicationEntity>>()
  #unread: Held<UnreadStats> | null = null
  #agents: Held<readonly AgentEntity[]> = { state: [], seq: 0 }
  #notices: Held<readonly NotificationEntity[]> = { state: [], seq: 0 }
  #socket: AgentSocket | null = null
  #taken = 0
  #seq: number | undefined

  constructor(
    client: AgentClient,
    queries: readonly Query[],
    applications: readonly ApplicationQuery[],
    now: () => Date,
  ) {
    this.#client = client
    this.#queries = queries
    this.#applicationQueries = applications
    this.#now = now
  }

  /** Opens the socket where the last one ended, or for the first time, and fetches what is not held. */
  async connect(): Promise<void> {
    this.#socket = await this.#client.connect(this.#seq)
    this.#taken = 0
    if (this.#lists.length === 0 || this.#socket.frames.some(frame => frame.event === 'resync'))
      await this.fetchAll()
  }

  cut(): void {
    this.#socket?.cut()
    this.#socket = null
  }

  get isConnected(): boolean {
    return this.#socket !== null
  }

  async fetchAll(): Promise<void> {
    this.#lists = await Promise.all(this.#queries.map(query => this.#list(query)))
    this.#applicationLists = await Promise.all(
      this.#applicationQueries.map(query => this.#applicationList(query)),
    )
    for (const { kind, id } of this.#applicationLists[0]?.state.rows ?? []) {
      this.#applications.set(id, await this.#application(kind, id))
    }
    this.#unread = await this.#stats()
    this.#agents = await this.#agentList()
    this.#notices = await this.#noticeList()
    const ids = new Set([...this.#threads.keys(), ...(this.#lists[0]?.state.rows.map(row => row.id) ?? [])])
    for (const id of ids) await this.#open(id)
  }

  /** Opens a thread: asked for now, answered only when the result is called, with all that came meanwhile on top. */
  async openLate(id: string): Promise<() => void> {
    const late = await this.#thread(id)
    return () => {
      const frames = this.#socket?.frames.slice(0, this.#taken).filter(isChange) ?? []
      const newer = frames.filter(frame => frame.seq > late.seq)
      this.#threads.set(id, { seq: late.seq, state: newer.reduce(applyToThread, late.state) })
    }
  }

  /** Applies every frame up to `seq`. */
  async reach(seq: number): Promise<void> {
    await this.#socket?.reached(seq)
    const fresh = this.#socket?.frames.slice(this.#taken) ?? []
    this.#taken += fresh.length
    const rows = new Set<string>()
    const counts = new Set<number>()
    const staleLists = new Set<number>()
    const staleCounts = new Set<number>()
    let stale = false
    for (const frame of fresh) {
      if (frame.event === 'pong' || frame.event === 'ready') this.#seq = frame.seq
      if (!isChange(frame)) continue
      this.#lists = this.#lists.map((held, index) => {
        if (frame.seq <= held.seq) return held
        const { list, needs } = applyToList(held.state, frame)
        if (needs.row !== null) rows.add(needs.row)
        if (needs.counts) counts.add(index)
        return { ...held, state: list }
      })
      for (const [id, held] of this.#threads) {
        if (frame.seq > held.seq) this.#threads.set(id, { ...held, state: applyToThread(held.state, frame) })
      }
      for (const [id, held] of this.#tickets) {
        if (frame.seq > held.seq) this.#tickets.set(id, { ...held, state: applyToTickets(held.state, frame) })
      }
      for (const [id, held] of this.#issues) {
        if (frame.seq > held.seq) this.#issues.set(id, { ...held, state: applyToIssues(held.state, frame) })
      }
      this.#applicationLists = this.#applicationLists.map((held, index) => {
        if (frame.seq <= held.seq) return held
        const { held: state, needs } = applyToApplications(held.state, frame, this.#moment())
        if (needs.list) staleLists.add(index)
        if (needs.counts) staleCounts.add(index)
        return { ...held, state }
      })
      for (const [id, held] of this.#applications) {
        if (frame.seq > held.seq) {
          this.#applications.set(id, { ...held, state: applyToApplication(held.state, frame) })
        }
      }
      if (frame.seq > this.#agents.seq) {
        this.#agents = { ...this.#agents, state: applyToAgents(this.#agents.state, frame) }
      }
      if (frame.seq > this.#notices.seq) {
        this.#notices = { ...this.#notices, state: applyToNotifications(this.#notices.state, frame) }
      }
      stale = this.#follow(frame) || stale
    }
    if (rows.size > 0) await this.#fetchRows([...rows])
    for (const index of counts) await this.#fetchCounts(index)
    for (const index of new Set([...staleLists, ...staleCounts])) {
      await this.#refetchApplications(index, staleLists.has(index))
    }
    if (stale || rows.size > 0) this.#unread = await this.#stats()
  }

  /** Unread stats follow the row that the frame left in the first list; true when only the server knows. */
  #follow(frame: ChangeFrame): boolean {
    if (this.#unread === null || frame.seq <= this.#unread.seq) return false
    if (frame.event === 'notification') {
      this.#unread = { ...this.#unread, state: withNotices(this.#unread.state, this.#notices.state) }
      return false
    }
    const id =
      frame.event === 'read'
        ? frame.data.conversation_id
        : frame.event === 'conversation'
          ? frame.data.id
          : ''
    const row = this.#lists[0]?.state.rows.find(one => one.id === id) ?? null
    const state = applyToUnread(this.#unread.state, frame, row)
    if (state === null) return true
    this.#unread = { ...this.#unread, state }
    return false
  }

  /** What is held must be what the server answers now. Asks for everything at once. */
  async compare(): Promise<void> {
    const same = async (held: unknown, fresh: Promise<Held<unknown>>) =>
      expect(held).toEqual((await fresh).state)
    await Promise.all([
      ...this.#queries.map((query, index) => this.#compareList(query, index)),
      ...this.#applicationQueries.map((wanted, index) => this.#compareApplications(wanted, index)),
      ...[...this.#applications].map(([id, { state }]) => same(state, this.#application(state.kind, id))),
      same(this.#agents.state, this.#agentList()),
      same(this.#notices.state, this.#noticeList()),
      this.#stats().then(({ state }) => expect(inOrder(this.#unread?.state)).toEqual(inOrder(state))),
      ...[...this.#threads].map(([id, { state }]) => same(state, this.#thread(id))),
      ...[...this.#tickets].map(([id, { state }]) => same(state, this.#ticketsOf(id))),
      ...[...this.#issues].map(([id, { state }]) => same(state, this.#issuesOf(id))),
    ])
  }

  async #compareList(query: Query, index: number): Promise<void> {
    const held = this.#lists[index]?.state
    const limit = held?.hasMore === true ? { limit: String(Math.max(1, held.rows.length)) } : {}
    const { state: fresh } = await this.#list({ ...query, ...limit })
    expect({ query, rows: held?.rows }).toEqual({ query, rows: held?.rows.length === 0 ? [] : fresh.rows })
    expect({ query, counts: someOf(held?.counts ?? {}) }).toEqual({ query, counts: someOf(fresh.counts) })
  }

  async #compareApplications(wanted: ApplicationQuery, index: number): Promise<void> {
    const held = this.#applicationLists[index]?.state
    // What was fetched whole stays whole, however many come.
    const limit = { limit: String(held?.hasMore === true ? Math.max(1, held.rows.length) : 500) }
    const { state: fresh } = await this.#applicationList({ ...wanted, query: { ...wanted.query, ...limit } })
    expect({ wanted, rows: held?.rows }).toEqual({ wanted, rows: held?.rows.length === 0 ? [] : fresh.rows })
    expect({ wanted, counts: someOf(held?.counts ?? {}) }).toEqual({ wanted, counts: someOf(fresh.counts) })
  }

  async #list(query: Query): Promise<Held<ListState>> {
    const { reply, seq, headers } = await this.#client.get('conversations', { query })
    const rows = readConversations(reply)
    const total = Number(headers['parley-total'])
    return {
      seq,
      state: {
        filter: filterOf(query),
        rows,
        hasMore: rows.length < total,
        edge: rows.at(-1) ?? null,
        counts: JSON.parse(String(headers['parley-counts'])) as ListState['counts'],
      },
    }
  }

  /** Whether a message is read follows from its number and the viewer's mark, so frames do not carry it. */
  async #thread(id: string): Promise<Held<ThreadState>> {
    const { reply, seq } = await this.#client.get('history', { params: { id } })
    const { messages, has_more } = readHistory(reply)
    const state = {
      conversationId: id,
      messages: messages.map(message => ({ ...message, is_read: false })),
      hasMore: has_more,
    }
    return { seq, state }
  }

  async #ticketsOf(id: string): Promise<Held<TicketsState>> {
    const { reply, seq } = await this.#client.get('tickets', { query: { conversation_id: id } })
    return { seq, state: { conversationId: id, tickets: readTickets(reply) } }
  }

  async #issuesOf(id: string): Promise<Held<IssuesState>> {
    const { reply, seq } = await this.#client.get('issues', { query: { conversation_id: id } })
    return { seq, state: { conversationId: id, issues: readIssues(reply) } }
  }

  #moment(): { now: Date; timeZone: string } {
    return { now: this.#now(), timeZone: 'Africa/Kampala' }
  }

  async #applicationList({ kind, query }: ApplicationQuery): Promise<Held<ApplicationsState>> {
    const { reply, seq, headers } = await this.#client.get(listOf[kind], { query })
    const rows = readApplicationRows(reply)
    const state: ApplicationsState = {
      kind,
      filter: {
        status: query['status'] as ApplicationStatus | undefined,
        range: query['range'] as ApplicationRange | undefined,
        search: query['search'],
      },
      conversationId: query['conversation_id'] ?? null,
      rows,
      hasMore: rows.length < Number(headers['parley-total']),
      edge: rows.at(-1) ?? null,
      counts: JSON.parse(String(headers['parley-counts'])) as ApplicationsState['counts'],
    }
    return { seq, state }
  }

  async #application(kind: ApplicationKind, id: string): Promise<Held<ApplicationEntity>> {
    const { reply, seq } = await this.#client.get(oneOf[kind], { params: { id } })
    return { seq, state: readApplication(reply) }
  }

  async #refetchApplications(index: number, whole: boolean): Promise<void> {
    const [held, wanted] = [this.#applicationLists[index], this.#applicationQueries[index]]
    if (held === undefined || wanted === undefined) return
    const fresh = await this.#applicationList(wanted)
    const kept = { ...held, state: { ...held.state, counts: fresh.state.counts } }
    this.#applicationLists = this.#applicationLists.with(index, whole ? fresh : kept)
  }

  async #open(id: string): Promise<void> {
    this.#threads.set(id, await this.#thread(id))
    this.#tickets.set(id, await this.#ticketsOf(id))
    this.#issues.set(id, await this.#issuesOf(id))
  }

  async #stats(): Promise<Held<UnreadStats>> {
    const { reply, seq } = await this.#client.get('unreadStats')
    return { seq, state: readUnreadStats(reply) }
  }

  async #agentList(): Promise<Held<readonly AgentEntity[]>> {
    const { reply, seq } = await this.#client.get('availableAgents')
    return { seq, state: readAgents(reply) }
  }

  async #noticeList(): Promise<Held<readonly NotificationEntity[]>> {
    const { reply, seq } = await this.#client.get('pollNotifications')
    return { seq, state: readNotifications(reply) }
  }

  async #fetchRows(ids: readonly string[]): Promise<void> {
    const answer = await this.#client.ask('conversations', { query: { conversation_id: ids.join(',') } })
    const rows = readConversations(answer.body)
    this.#lists = this.#lists.map(held => ({ ...held, state: withFetchedRows(held.state, rows) }))
    for (const { id } of rows) if (!this.#threads.has(id)) await this.#open(id)
  }

  async #fetchCounts(index: number): Promise<void> {
    const held = this.#lists[index]
    if (held === undefined) return
    const { state } = await this.#list({ ...this.#queries[index], limit: '1' })
    this.#lists = this.#lists.with(index, { ...held, state: { ...held.state, counts: state.counts } })
  }
}

/** No count and a count of 0 say the same. */
const someOf = (counts: Readonly<Record<string, number | undefined>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => (count ?? 0) > 0))

/** The order of the ids has no meaning. */
const inOrder = (stats: UnreadStats | undefined) =>
  stats && { ...stats, unread_conversations: stats.unread_conversations.toSorted(compareIds) }
