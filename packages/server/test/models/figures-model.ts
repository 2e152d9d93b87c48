import type { AgentMetrics, Averages, Dashboard, MessageStats, UniqueUsers } from '@parley/core/reports/api'
import type { MetricId } from '@parley/core/reports/constants'
import type { Selectable } from 'kysely'
import type { Database } from '../../src/db/database.ts'
import type { Db } from '../../src/db/open.ts'

/*
 * docs/metrics.md in plain loops over the raw rows. It shares nothing with the server's SQL, its calendar or its roll-ups, and is
 * not written for speed.
 */

type RowOf<T extends keyof Database> = Selectable<Database[T]>

/** All rows that a figure can come from. */
export interface Raw {
  readonly messages: readonly RowOf<'messages'>[]
  readonly conversations: readonly RowOf<'conversations'>[]
  readonly tickets: readonly RowOf<'tickets'>[]
  readonly changes: readonly RowOf<'ticket_changes'>[]
  readonly ratings: readonly RowOf<'ratings'>[]
  readonly agents: readonly RowOf<'agents'>[]
  readonly marks: readonly RowOf<'marks'>[]
  readonly presence: readonly RowOf<'presence'>[]
  readonly offers: readonly RowOf<'assignments'>[]
}

export async function readRaw(db: Db): Promise<Raw> {
  return {
    messages: await db.selectFrom('messages').selectAll().execute(),
    conversations: await db.selectFrom('conversations').selectAll().execute(),
    tickets: await db.selectFrom('tickets').selectAll().execute(),
    changes: await db.selectFrom('ticket_changes').selectAll().execute(),
    ratings: await db.selectFrom('ratings').selectAll().execute(),
    agents: await db.selectFrom('agents').selectAll().execute(),
    marks: await db.selectFrom('marks').selectAll().execute(),
    presence: await db.selectFrom('presence').selectAll().execute(),
    offers: await db.selectFrom('assignments').selectAll().where('state', '=', 'offered').execute(),
  }
}

/** A figure with its rows, each as "id", "id @time" or "id @time =value". */
export interface Rows {
  readonly figure: number | null
  readonly rows: readonly string[]
}

type Message = RowOf<'messages'>
type Ticket = RowOf<'tickets'>
interface Days {
  readonly start_date: string
  readonly end_date: string
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const meanOf = (numbers: readonly number[], per = 1) =>
  numbers.length === 0 ? null : sum(numbers) / numbers.length / per
const percentOf = (part: number, whole: number) => (whole === 0 ? null : (part / whole) * 100)
const shareOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole)
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]
const isDone = (status: string) => status === 'RESOLVED' || status === 'CLOSED'
const earliest = (messages: readonly Message[]) => new Date(Math.min(...messages.map(m => m.at.getTime())))
const latest = (messages: readonly Message[]) => new Date(Math.max(...messages.map(m => m.at.getTime())))
const line = (id: number, at: Date | null, value: number | null = null) =>
  `${id}${at === null ? '' : ` @${at.toISOString()}`}${value === null ? '' : ` =${value}`}`

/** A resolved ticket, and whether the first contact resolved it; `known` after its 72 hours. */
interface Resolved {
  readonly id: number
  readonly at: Date
  readonly ms: number
  readonly known: boolean
  readonly first: boolean
}

/** The figures at one moment, for one caller. */
export class Model {
  readonly #raw: Raw
  readonly #now: Date
  readonly #caller: number
  readonly #stampOf: (at: Date) => string
  readonly #counted: readonly Message[]

  constructor(raw: Raw, timeZone: string, now: Date, caller: number) {
    this.#raw = raw
    this.#now = now
    this.#caller = caller
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    // Such as "2026-03-08 01:59:59.999": the text order of stamps is the order of the wall clock.
    const known = new Map<number, string>()
    this.#stampOf = at => {
      const ms = at.getTime()
      const stamp = known.get(ms) ?? `${format.format(at)}.${String(ms % 1000).padStart(3, '0')}`
      known.set(ms, stamp)
      return stamp
    }
    this.#counted = raw.messages.filter(
      m =>
        m.source !== 'SYSTEM' &&
        m.status !== 'failed' &&
        !['reaction', 'edit', 'revoke'].includes(m.message_type),
    )
  }

  #day(at: Date): string {
    return this.#stampOf(at).slice(0, 10)
  }

  get today(): string {
    return this.#day(this.#now)
  }

  #in({ start_date, end_date }: Days) {
    return (at: Date | null): at is Date =>
      at !== null && this.#day(at) >= start_date && this.#day(at) <= end_date
  }

  #messages(days: Days): Message[] {
    const isIn = this.#in(days)
    return this.#counted.filter(m => isIn(m.at))
  }

  #customerOf(conversationId: number): number {
    return this.#raw.conversations.find(c => c.id === conversationId)?.customer_id ?? 0
  }

  /** The unique users of these days, with their messages. */
  #users(days: Days) {
    const all = this.#messages(days)
    return distinct(
      all.filter(m => m.source === 'CUSTOMER').map(m => this.#customerOf(m.conversation_id)),
    ).map(id => {
      const messages = all.filter(m => this.#customerOf(m.conversation_id) === id)
      const wrote = messages.filter(m => m.source === 'CUSTOMER')
      const before = this.#counted.filter(
        m => m.source === 'CUSTOMER' && this.#customerOf(m.conversation_id) === id && m.at < earliest(wrote),
      )
      return {
        id,
        first: earliest(wrote),
        isNew: before.length === 0,
        bot: messages.some(m => m.source === 'BOT'),
        agent: messages.some(m => m.source === 'AGENT'),
      }
    })
  }

  #daysOf({ start_date, end_date }: Days): string[] {
    const days: string[] = []
    const last = end_date < this.today ? end_date : this.today
    for (let at = new Date(`${start_date}T12:00:00Z`); at.toISOString().slice(0, 10) <= last; ) {
      days.push(at.toISOString().slice(0, 10))
      at = new Date(at.getTime() + 86_400_000)
    }
    return days
  }

  uniqueUsers(days: Days): UniqueUsers {
    const users = this.#users(days)
    return {
      summary: {
        ...days,
        total_unique_users: users.length,
        total_new_users: users.filter(u => u.isNew).length,
        total_bot_users: users.filter(u => u.bot && !u.agent).length,
        total_agent_users: users.filter(u => u.agent && !u.bot).length,
        total_mixed_users: users.filter(u => u.bot && u.agent).length,
      },
      daily: this.#daysOf(days).map(date => {
        const each = this.#users({ start_date: date, end_date: date })
        return { date, unique_users: each.length, new_users: each.filter(u => u.isNew).length }
      }),
    }
  }

  messageStats(days: Days): MessageStats {
    const count = (source: string, of: readonly Message[]) => of.filter(m => m.source === source).length
    const all = this.#messages(days)
    const [inbound, bot, agent] = [count('CUSTOMER', all), count('BOT', all), count('AGENT', all)]
    return {
      summary: {
        ...days,
        total_messages: all.length,
        inbound: { total: inbound, by_source: { USER: inbound } },
        outbound: { total: bot + agent, by_source: { BOT: bot, AGENT: agent } },
        active_conversations: distinct(all.map(m => m.conversation_id)).length,
        bot_automation_rate: shareOf(bot, bot + agent),
        agent_handling_rate: shareOf(agent, bot + agent),
      },
      daily: this.#daysOf(days).map(date => {
        const of = this.#messages({ start_date: date, end_date: date })
        return {
          message_date: date,
          total_messages: of.length,
          total_inbound: count('CUSTOMER', of),
          total_outbound: of.length - count('CUSTOMER', of),
          outbound_bot: count('BOT', of),
          outbound_agent: count('AGENT', of),
          active_conversations: distinct(of.map(m => m.conversation_id)).length,
          bot_automation_percentage: shareOf(count('BOT', of), of.length - count('CUSTOMER', of)) * 100,
        }
      }),
    }
  }

  #raised(days: Days): Ticket[] {
    const isIn = this.#in(days)
    return this.#raw.tickets.filter(t => isIn(t.created_at))
  }

  #raisedFor(agentId: number, days: Days): Ticket[] {
    const wrote = this.#messages(days).filter(m => m.agent_id === agentId)
    return this.#raised(days).filter(t => wrote.some(m => m.conversation_id === t.conversation_id))
  }

  #resolved(days: Days): Resolved[] {
    const isIn = this.#in(days)
    return this.#raw.tickets.flatMap(t => {
      const { resolved_at: at } = t
      if (!isIn(at)) return []
      const end = at.getTime() + 72 * 3_600_000
      const another = this.#raw.tickets.some(
        other =>
          other.id !== t.id &&
          this.#customerOf(other.conversation_id) === this.#customerOf(t.conversation_id) &&
          other.created_at > at &&
          other.created_at.getTime() <= end,
      )
      return [
        {
          id: t.id,
          at,
          ms: at.getTime() - t.created_at.getTime(),
          known: this.#now.getTime() > end,
          first: t.reopened_at === null && !another,
        },
      ]
    })
  }

  /** Counts only the tickets whose result is known. */
  #firstContact(resolved: readonly Resolved[]): Rows {
    const known = resolved.filter(t => t.known)
    return {
      figure: percentOf(known.filter(t => t.first).length, known.length),
      rows: known.map(t => line(t.id, t.at, t.first ? 1 : 0)),
    }
  }

  /** Conversations that wait for a person: of all owners (undefined), of none (null), or of one agent. */
  #waiting(owner: number | null | undefined) {
    return this.#raw.conversations.flatMap(c => {
      const at = c.human_wait_started_at
      const waits = at !== null && c.status !== 'RESOLVED' && c.status !== 'ARCHIVED'
      return waits && (owner === undefined || c.assignee_id === owner)
        ? [{ id: c.id, at, minutes: (this.#now.getTime() - at.getTime()) / 60_000 }]
        : []
    })
  }

  #waits(): Dashboard['waits'] {
    const owners = distinct(this.#raw.conversations.map(c => c.assignee_id))
    return owners
      .flatMap(owner => {
        const each = this.#waiting(owner)
        if (each.length === 0) return []
        return [
          {
            agent_id: owner === null ? null : (String(owner) as AgentMetrics['agent_id']),
            agent_name: this.#raw.agents.find(a => a.id === owner)?.name ?? null,
            waiting: each.length,
            longest_minutes: Math.max(...each.map(c => c.minutes)),
          },
        ]
      })
      .toSorted((a, b) => b.longest_minutes - a.longest_minutes)
  }

  #ratings(days: Days): RowOf<'ratings'>[] {
    const isIn = this.#in(days)
    return this.#raw.ratings.filter(r => isIn(r.at))
  }

  #answers(of: readonly Message[]): Message[] {
    return of.filter(m => m.source === 'AGENT' && m.response_time_seconds !== null)
  }

  #responseMinutes(of: readonly Message[]): number | null {
    return meanOf(
      this.#answers(of).map(m => m.response_time_seconds ?? 0),
      60,
    )
  }

  agentMetrics(days: Days): AgentMetrics[] {
    return this.#raw.agents
      .flatMap((agent): AgentMetrics[] => {
        const wrote = this.#messages(days).filter(m => m.agent_id === agent.id)
        if (wrote.length === 0) return []
        const raised = this.#raisedFor(agent.id, days)
        const rated = this.#ratings(days).filter(r => r.owner_id === agent.id)
        return [
          {
            agent_id: String(agent.id) as AgentMetrics['agent_id'],
            agent_name: agent.name,
            total_conversations: distinct(wrote.map(m => m.conversation_id)).length,
            total_responses: wrote.length,
            average_response_time_minutes: this.#responseMinutes(wrote),
            period_start: days.start_date,
            period_end: days.end_date,
            resolution_rate: percentOf(raised.filter(t => isDone(t.status)).length, raised.length),
            satisfaction: meanOf(rated.map(r => r.rating)),
          },
        ]
      })
      .toSorted(
        (a, b) => b.total_conversations - a.total_conversations || (a.agent_name < b.agent_name ? -1 : 1),
      )
  }

  averages(days: Days): Averages {
    const resolved = this.#resolved(days)
    return {
      avg_response_time: this.#responseMinutes(this.#messages(days)),
      avg_resolution_time: meanOf(
        resolved.map(t => t.ms),
        60_000,
      ),
      avg_satisfaction: meanOf(this.#ratings(days).map(r => r.rating)),
      avg_fcr_rate: this.#firstContact(resolved).figure,
      fcr_pending: resolved.filter(t => !t.known).length,
    }
  }

  get #monday(): string {
    const at = new Date(`${this.today}T12:00:00Z`)
    while (at.getUTCDay() !== 1) at.setUTCDate(at.getUTCDate() - 1)
    return at.toISOString().slice(0, 10)
  }

  #weekBefore(day: string): string {
    return new Date(Date.parse(`${day}T12:00:00Z`) - 7 * 86_400_000).toISOString().slice(0, 10)
  }

  get #week(): Days {
    return { start_date: this.#monday, end_date: this.today }
  }

  dashboard(): Omit<Dashboard, 'as_of' | 'time_zone'> {
    const stop = `${this.#weekBefore(this.today)}${this.#stampOf(this.#now).slice(10)}`
    const wasBefore = (at: Date) =>
      this.#day(at) >= this.#weekBefore(this.#monday) && this.#stampOf(at) < stop
    const now = this.#messages(this.#week)
    const then = this.#counted.filter(m => wasBefore(m.at))
    const answered = (of: readonly Message[]) =>
      distinct(of.filter(m => m.source === 'AGENT').map(m => m.conversation_id)).length
    const raised = this.#raised(this.#week)
    const raisedThen = this.#raw.tickets.filter(t => wasBefore(t.created_at))
    const statusThen = (t: Ticket) =>
      this.#raw.changes
        .filter(c => c.ticket_id === t.id && this.#stampOf(c.at) < stop)
        .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id - b.id)
        .at(-1)?.to_status ?? ''
    return {
      week_start: this.#monday,
      pending_conversations: { current: this.#pending().length, previous: null },
      active_conversations: {
        current: this.#raw.conversations.filter(c => c.status === 'ACTIVE').length,
        previous: null,
      },
      waiting_now: { current: this.#waiting(undefined).length, previous: null },
      longest_wait: {
        current:
          this.#waits().length === 0 ? null : Math.max(...this.#waits().map(one => one.longest_minutes)),
        previous: null,
      },
      waits: this.#waits(),
      week_response_time: { current: this.#responseMinutes(now), previous: this.#responseMinutes(then) },
      week_resolution_rate: {
        current: percentOf(raised.filter(t => isDone(t.status)).length, raised.length),
        previous: percentOf(raisedThen.filter(t => isDone(statusThen(t))).length, raisedThen.length),
      },
      week_satisfaction: {
        current: meanOf(this.#ratings(this.#week).map(r => r.rating)),
        previous: meanOf(this.#raw.ratings.filter(r => wasBefore(r.at)).map(r => r.rating)),
      },
      week_conversations: { current: answered(now), previous: answered(then) },
      handled_today: this.#handled().length,
    }
  }

  #pending() {
    const seen = (id: number) =>
      this.#raw.marks.find(k => k.conversation_id === id && k.agent_id === this.#caller)?.seen_no ?? 0
    return this.#raw.conversations.filter(c => c.assignee_id === this.#caller && c.inbound_no > seen(c.id))
  }

  #handled() {
    const mine = this.#messages({ start_date: this.today, end_date: this.today }).filter(
      m => m.agent_id === this.#caller,
    )
    return this.#conversationLines(mine)
  }

  #conversationLines(of: readonly Message[]): string[] {
    return distinct(of.map(m => m.conversation_id)).map(id =>
      line(id, latest(of.filter(m => m.conversation_id === id))),
    )
  }

  #team() {
    return this.#raw.agents
      .filter(a => a.disabled_at === null)
      .map(a => ({
        id: a.id,
        capacity: a.max_capacity,
        load:
          this.#raw.conversations.filter(c => c.assignee_id === a.id && c.status === 'ACTIVE').length +
          this.#raw.offers.filter(o => o.agent_id === a.id).length,
        online:
          a.status === 'AVAILABLE' &&
          this.#raw.presence.some(
            p => p.agent_id === a.id && this.#now.getTime() - p.seen_at.getTime() < 60_000,
          ),
      }))
  }

  /** A figure and its rows; `agentId` for figures of one agent, `owner` for those by the conversations' owner. */
  rows(metric: MetricId, days: Days, agentId: number, owner?: number | null): Rows {
    const count = (rows: readonly string[]): Rows => ({ figure: rows.length, rows })
    const all = this.#messages(days)
    const bySource = (...sources: string[]) => all.filter(m => sources.includes(m.source))
    const lines = (of: readonly Message[]) => of.map(m => line(m.id, m.at))
    const users = this.#users(days)
    const userLines = (of: typeof users) => of.map(u => line(u.id, u.first))
    const share = (of: readonly Message[], source: string): Rows => ({
      figure: shareOf(of.filter(m => m.source === source).length, of.length),
      rows: of.map(m => line(m.id, m.at, m.source === source ? 1 : 0)),
    })
    const response = (of: readonly Message[]): Rows => ({
      figure: this.#responseMinutes(of),
      rows: this.#answers(of).map(m => line(m.id, m.at, (m.response_time_seconds ?? 0) / 60)),
    })
    const done = (of: readonly Ticket[]): Rows => ({
      figure: percentOf(of.filter(t => isDone(t.status)).length, of.length),
      rows: of.map(t => line(t.id, t.created_at, isDone(t.status) ? 1 : 0)),
    })
    const rated = (of: readonly RowOf<'ratings'>[]): Rows => ({
      figure: meanOf(of.map(r => r.rating)),
      rows: of.map(r => line(r.id, r.at, r.rating)),
    })
    const ofAgent = all.filter(m => m.agent_id === agentId)
    const team = this.#team()
    const agents = (of: typeof team) => count(of.map(a => line(a.id, null)))
    switch (metric) {
      case 'total_unique_users':
        return count(userLines(users))
      case 'total_new_users':
        return count(userLines(users.filter(u => u.isNew)))
      case 'total_bot_users':
        return count(userLines(users.filter(u => u.bot && !u.agent)))
      case 'total_agent_users':
        return count(userLines(users.filter(u => u.agent && !u.bot)))
      case 'total_mixed_users':
        return count(userLines(users.filter(u => u.bot && u.agent)))
      case 'bot_handling_rate':
        return {
          figure: shareOf(users.filter(u => u.bot && !u.agent).length, users.length) * 100,
          rows: users.map(u => line(u.id, u.first, u.bot && !u.agent ? 1 : 0)),
        }
      case 'total_messages':
        return count(lines(all))
      case 'inbound_messages':
        return count(lines(bySource('CUSTOMER')))
      case 'outbound_messages':
        return count(lines(bySource('BOT', 'AGENT')))
      case 'bot_messages':
        return count(lines(bySource('BOT')))
      case 'agent_messages':
        return count(lines(bySource('AGENT')))
      case 'range_conversations':
        return count(this.#conversationLines(all))
      case 'bot_automation_rate':
        return share(bySource('BOT', 'AGENT'), 'BOT')
      case 'agent_handling_rate':
        return share(bySource('BOT', 'AGENT'), 'AGENT')
      case 'agent_conversations':
        return count(this.#conversationLines(ofAgent))
      case 'total_conversations':
        return count(
          this.#raw.agents.flatMap(a => this.#conversationLines(all.filter(m => m.agent_id === a.id))),
        )
      case 'agent_responses':
        return count(lines(ofAgent))
      case 'agent_response_time':
        return response(ofAgent)
      case 'agent_resolution_rate':
        return done(this.#raisedFor(agentId, days))
      case 'agent_satisfaction':
        return rated(this.#ratings(days).filter(r => r.owner_id === agentId))
      case 'avg_response_time':
        return response(all)
      case 'avg_resolution_time': {
        const resolved = this.#resolved(days)
        return {
          figure: meanOf(
            resolved.map(t => t.ms),
            60_000,
          ),
          rows: resolved.map(t => line(t.id, t.at, t.ms / 60_000)),
        }
      }
      case 'avg_satisfaction':
        return rated(this.#ratings(days))
      case 'avg_fcr_rate':
        return this.#firstContact(this.#resolved(days))
      case 'total_agents':
        return agents(team)
      case 'overloaded_agents':
        return agents(team.filter(a => a.load >= a.capacity))
      case 'avg_utilization': {
        const able = team.filter(a => a.capacity > 0)
        return {
          figure: meanOf(able.map(a => (a.load / a.capacity) * 100)) ?? 0,
          rows: able.map(a => line(a.id, null, (a.load / a.capacity) * 100)),
        }
      }
      case 'max_workload':
        return {
          figure: Math.max(0, ...team.map(a => a.load)),
          rows: team.map(a => line(a.id, null, a.load)),
        }
      case 'available_agents':
        return agents(team.filter(a => a.online))
      case 'agents_with_capacity':
        return agents(team.filter(a => a.online && a.load < a.capacity))
      case 'pending_conversations':
        return count(this.#pending().map(c => line(c.id, null)))
      case 'active_conversations':
        return count(this.#raw.conversations.filter(c => c.status === 'ACTIVE').map(c => line(c.id, null)))
      case 'waiting_now':
        return count(this.#waiting(owner).map(c => line(c.id, c.at)))
      case 'longest_wait': {
        const waiting = this.#waiting(owner)
        return {
          figure: waiting.length === 0 ? null : Math.max(...waiting.map(c => c.minutes)),
          rows: waiting.map(c => line(c.id, c.at, c.minutes)),
        }
      }
      case 'week_response_time':
        return response(this.#messages(this.#week))
      case 'week_resolution_rate':
        return done(this.#raised(this.#week))
      case 'week_satisfaction':
        return rated(this.#ratings(this.#week))
      case 'week_conversations':
        return count(this.#conversationLines(this.#messages(this.#week).filter(m => m.source === 'AGENT')))
      case 'handled_today':
        return count(this.#handled())
    }
  }
}
