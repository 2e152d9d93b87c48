import type { Role } from './casting.ts'
import { drawFacts, type Facts, fillIn, policyNumber } from './facts.ts'
import { hours, withinHours } from './kampala.ts'
import { type Person, spokenName } from './people.ts'
import type { Draw } from './random.ts'
import type { Line } from './script.ts'

/** A line with its words, and when it was written and arrived. */
export interface Said {
  readonly line: Line
  readonly text: string
  readonly at: Date
  readonly arrivedAt: Date
}

/** A thread, and what its placeholders stood for in its last topic. */
export interface Thread {
  /** In the order of writing. */
  readonly said: readonly Said[]
  readonly facts: Facts
}

const minute = 60
const hour = 60 * minute

/** The thread of a role: the words of its topics, dated backwards from its last message. */
export function threadOf(role: Role, person: Person, agentName: string, now: Date, draw: Draw): Thread {
  const fixed = { name: spokenName(person.name), agent: agentName, policy: policyNumber(draw) }
  let facts = drawFacts(draw, fixed)
  const spoken = role.topics.flatMap((topic, index) => {
    facts = drawFacts(draw, fixed)
    const isLast = index === role.topics.length - 1
    const lines = isLast && role.lines !== undefined ? topic.lines.slice(0, role.lines) : topic.lines
    return lines.map((line, place) => ({ line, text: fillIn(line.text, facts), opens: place === 0 }))
  })
  const said: Said[] = []
  let at = new Date(now.getTime() - role.ago * minute * 1000)
  for (let index = spoken.length - 1; index >= 0; index -= 1) {
    const one = spoken[index]
    if (one === undefined) continue
    const isFresh = index === spoken.length - 1 && role.ago < 90
    if (!isFresh && (one.line.by === 'agent' || one.opens)) {
      at = withinHours(at, one.line.by === 'agent' ? hours.agent : hours.customer, draw)
    }
    said.push(dated(one.line, one.text, at, now, draw))
    const before = spoken[index - 1]
    if (before !== undefined) {
      at = new Date(at.getTime() - pause(before.line, one.line, one.opens, role.topics.length, draw) * 1000)
    }
  }
  return { said: said.toReversed(), facts }
}

/** WhatsApp dates messages by whole seconds; a bot or an agent is dated by our own clock. */
function dated(line: Line, text: string, at: Date, now: Date, draw: Draw): Said {
  if (line.by === 'bot' || line.by === 'agent') return { line, text, at, arrivedAt: at }
  const written = new Date(Math.floor(at.getTime() / 1000) * 1000)
  const way = line.lateMinutes === undefined ? draw.between(300, 1400) : line.lateMinutes * minute * 1000
  return { line, text, at: written, arrivedAt: new Date(Math.min(written.getTime() + way, now.getTime())) }
}

/** Seconds between two lines; people with much to talk about come back sooner. */
function pause(before: Line, after: Line, opens: boolean, topics: number, draw: Draw): number {
  if (opens) return topics > 15 ? draw.between(6 * hour, 30 * hour) : draw.between(20 * hour, 90 * hour)
  if (after.by === 'bot') return draw.between(2, 5)
  if (after.by === 'agent') {
    if (before.by === 'agent') return draw.between(20, 90)
    return draw.chance(0.1) ? draw.between(30 * minute, 3 * hour) : draw.between(50, 11 * minute)
  }
  if (before.by === after.by) return draw.between(8, 80)
  return draw.chance(0.85) ? draw.between(25, 6 * minute) : draw.between(10 * minute, 100 * minute)
}
