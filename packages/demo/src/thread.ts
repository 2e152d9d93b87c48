import type { Line, Role } from './data.ts'
import { hourOf, hours, withinHours } from './kampala.ts'
import { drawFacts, type Facts, fillIn, type Person, policyNumber, spokenName } from './people.ts'
import type { Draw } from './random.ts'

/** A line with its text, and the times of writing and arrival. */
export interface Said {
  readonly line: Line
  readonly text: string
  /** The topic's index in its role. */
  readonly topic: number
  readonly at: Date
  readonly arrivedAt: Date
}

/** A thread, and the values of the placeholders in its last topic. */
export interface Thread {
  /** In the order of writing. */
  readonly said: readonly Said[]
  readonly facts: Facts
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** An agent ends each topic with one. Otherwise the customer's thanks would count as an unanswered question. */
const farewells = [
  'You are welcome {name}.',
  'Always a pleasure.',
  'Kale, webale.',
  'Have a good day {name}.',
  'Noted, thank you.',
].concat(['Most welcome. Greetings to everybody.', 'Thank you for writing.', 'You are welcome, we are here.'])

/** A line before it has a time. */
interface Spoken {
  readonly line: Line
  readonly facts: Facts
  readonly topic: number
  /** It begins the topic. */
  readonly opens: boolean
}

/** The thread of a role: the texts of its topics, dated backwards from its last message. */
export function threadOf(role: Role, person: Person, agentName: string, now: Date, draw: Draw): Thread {
  const fixed = { name: spokenName(person.name), agent: agentName, policy: policyNumber(draw) }
  const episodes = role.topics.map(() => drawFacts(draw, fixed))
  const spoken = episodes.flatMap((facts, index) =>
    linesOf(role, index, draw).map(
      (line, place): Spoken => ({ line, facts, topic: index, opens: place === 0 }),
    ),
  )
  return {
    said: dateBackwards(role, spoken, now, draw),
    facts: episodes.at(-1) ?? drawFacts(draw, fixed),
  }
}

function linesOf(role: Role, index: number, draw: Draw): readonly Line[] {
  const lines = role.topics[index]?.lines ?? []
  if (index === role.topics.length - 1) return lines.slice(0, role.lines)
  return lines.at(-1)?.by === 'agent' ? lines : [...lines, { by: 'agent', text: draw.pick(farewells) }]
}

/** Dates the lines backwards, outside the night. Only the newest messages always have the age in the role. */
function dateBackwards(role: Role, spoken: readonly Spoken[], now: Date, draw: Draw): readonly Said[] {
  const isOld = role.ago * minute > day
  let at = new Date(now.getTime() - (role.ago * minute + (isOld ? draw.between(0, 5 * hour) : 0)) * 1000)
  let pauseAfter = role.ago * minute
  return spoken
    .toReversed()
    .map(({ line, facts, topic, opens }, index) => {
      const isKept = index === 0 && role.wakes === true
      if (!isKept && (line.by === 'agent' ? index > 0 || pauseAfter > 2 * hour : pauseAfter > 2 * hour)) {
        at = withinHours(at, line.by === 'agent' ? hours.agent : hours.customer, draw)
      }
      const words = { line, topic, text: fillIn(line.text, facts, hourOf(at)) }
      const said = dated(words, at, now, draw)
      const before = spoken[spoken.length - 2 - index]
      if (before !== undefined) {
        pauseAfter = pause(before.line, line, opens, role.topics.length, draw)
        at = new Date(said.at.getTime() - pauseAfter * 1000)
      }
      return said
    })
    .toReversed()
}

/** WhatsApp dates messages in whole seconds; our clock dates the messages of the bot and agents. */
function dated(words: Pick<Said, 'line' | 'text' | 'topic'>, at: Date, now: Date, draw: Draw): Said {
  const { by, lateMinutes } = words.line
  if (by === 'bot' || by === 'agent') return { ...words, at, arrivedAt: at }
  const written = new Date(Math.floor(at.getTime() / 1000) * 1000)
  const way = lateMinutes === undefined ? draw.between(300, 1400) : lateMinutes * minute * 1000
  return { ...words, at: written, arrivedAt: new Date(Math.min(written.getTime() + way, now.getTime())) }
}

/** Seconds between two lines; customers with many topics return sooner. */
function pause(before: Line, after: Line, opens: boolean, topics: number, draw: Draw): number {
  if (opens) return topics > 15 ? draw.between(6 * hour, 30 * hour) : draw.between(20 * hour, 90 * hour)
  if (after.hoursLater !== undefined) return after.hoursLater * hour + draw.between(0, hour)
  if (after.by === 'bot') return draw.between(2, 5)
  if (after.by === 'agent') {
    if (before.by === 'agent') return draw.between(20, 90)
    return draw.chance(0.1) ? draw.between(30 * minute, 3 * hour) : draw.between(50, 11 * minute)
  }
  if (before.by === after.by) return draw.between(8, 80)
  return draw.chance(0.85) ? draw.between(25, 6 * minute) : draw.between(10 * minute, 100 * minute)
}
