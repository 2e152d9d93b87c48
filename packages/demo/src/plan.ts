import { cast, type Role, topicNamed } from './data.ts'
import { historyOf, type MessageHistory } from './message-history.ts'
import { type Facts, type Person, personAt } from './people.ts'
import { type Draw, drawFor } from './random.ts'
import { threadOf } from './thread.ts'

const dayMinutes = 24 * 60

/** Everything about one conversation except the ids. */
export interface Planned {
  /** Its index in the workspace, from 0. */
  readonly index: number
  readonly role: Role
  readonly person: Person
  /** The index of the same customer's earlier conversation. */
  readonly sameCustomerAs: number | null
  readonly facts: Facts
  readonly history: MessageHistory
  /** The index of the agent who wrote the replies. */
  readonly answering: number
  /** The read cursor of each agent, in the agents' order. */
  readonly readCursors: readonly number[]
  /** The random draws for later decisions, such as delivery. */
  readonly draw: Draw
}

export interface PlanOptions {
  readonly seed: number
  readonly now: Date
  /** Given names of the agents. */
  readonly agents: readonly string[]
}

/** The n-th conversation of the workspace. It depends only on its index and the options. */
export function planAt(index: number, { seed, now, agents }: PlanOptions): Planned {
  const draw = drawFor(seed, index)
  const role = cast[index] ?? further(draw)
  const sameCustomerAs = role.sameCustomerAs ?? null
  const owner = sameCustomerAs ?? index
  const person = inGroup(personAt(owner, drawFor(seed, -1 - owner)), role)
  const answering = role.agent ?? index % agents.length
  const { said, facts } = threadOf(role, person, agents[answering] ?? '', now, draw)
  const history = historyOf(said)
  const readCursors = readCursorsOf(role, history, answering, agents.length, draw)
  return { index, role, person, sameCustomerAs, facts, history, answering, readCursors, draw }
}

/** If the person is the treasurer of a group, adds the group's account. */
const inGroup = (person: Person, role: Role): Person =>
  role.topics.some(topic => topic.tags.includes('SACCO group'))
    ? { ...person, accountType: 'SACCO group' }
    : person

const everyday = [
  'paymentMethods',
  'statement',
  'unmatchedPremium',
  'doublePayment',
  'claimStatus',
  'branchHours',
  'thankYou',
  'beneficiaries',
  'flexCover',
  'pensionStart',
  'policyDocument',
  'surrender',
  'greeting',
].map(topicNamed)

const statuses = ['ACTIVE', 'ACTIVE', 'ACTIVE', 'RESOLVED', 'RESOLVED', 'DORMANT', 'ARCHIVED'] as const

/** A conversation beyond the cast: one to six messages in the last half year. */
function further(draw: Draw): Role {
  const status = draw.pick(statuses)
  const oldest = status === 'ACTIVE' ? 30 : 180
  return {
    status,
    agent: draw.pick([0, 1, 2, null] as const),
    ago: draw.between(7 * dayMinutes, oldest * dayMinutes),
    topics: [draw.pick(everyday)],
    lines: draw.between(1, 6),
  }
}

/** The probability that an agent has read all of a conversation. */
function chanceOfRead({ status, ago }: Role): number {
  if (status !== 'ACTIVE') return 0.97
  return ago < 60 ? 0.15 : ago < dayMinutes ? 0.35 : 0.9
}

/**
 * The read cursor of each agent, as an inbound number. An agent has read everything before their own last message. Colleagues
 * have
 * read some messages. Nearly every agent has read messages that are some days old.
 * @param answering the agent who wrote the thread's replies
 */
function readCursorsOf(
  role: Role,
  { entries, inboundNo }: MessageHistory,
  answering: number,
  agents: number,
  draw: Draw,
): number[] {
  const lastAnswer = entries.findLastIndex(entry => entry.line.by === 'agent')
  const answered = entries
    .slice(0, lastAnswer + 1)
    .reduce((most, entry) => Math.max(most, entry.inboundNo ?? 0), 0)
  return Array.from({ length: agents }, (_, agent) => {
    const least = agent === answering ? answered : 0
    if (draw.chance(chanceOfRead(role))) return inboundNo
    return Math.max(least, draw.chance(0.5) ? answered : Math.max(0, inboundNo - draw.between(1, 5)))
  })
}

/** The time at which an inbound message was first read: just before the next reply, else some time after its arrival. */
export function firstSeen({ entries }: MessageHistory, place: number, now: Date, draw: Draw): Date | null {
  const entry = entries[place]
  if (entry === undefined) return null
  const answer = entries.slice(place + 1, place + 12).find(later => later.line.by === 'agent')
  const seen =
    answer === undefined
      ? Math.min(entry.arrivedAt.getTime() + draw.between(30, 900) * 1000, now.getTime())
      : answer.at.getTime() - 20_000
  return new Date(Math.max(seen, entry.arrivedAt.getTime()))
}
