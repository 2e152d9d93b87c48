import { cast, type Role } from './casting.ts'
import { extra } from './crowd.ts'
import type { Facts } from './facts.ts'
import { keepLedger, type Ledger } from './ledger.ts'
import { type Person, personAt } from './people.ts'
import { type Draw, drawFor } from './random.ts'
import { marksOf } from './seen.ts'
import { threadOf } from './thread.ts'

/** Everything about one conversation but the ids. */
export interface Planned {
  /** Its place in the workspace, from 0. */
  readonly index: number
  readonly role: Role
  readonly person: Person
  /** The place of the customer's other conversation, which comes earlier in the list. */
  readonly sameCustomerAs: number | null
  readonly facts: Facts
  readonly ledger: Ledger
  /** The agent who wrote the answers, as a place among the demo's agents. */
  readonly answering: number
  /** What each agent has seen, in the agents' order. */
  readonly marks: readonly number[]
  /** For what is decided later, such as delivery. */
  readonly draw: Draw
}

export interface PlanOptions {
  readonly seed: number
  readonly now: Date
  /** Given names of the agents. */
  readonly agents: readonly string[]
}

/** The n-th conversation of the workspace; the same options give the same, whatever the others are. */
export function planAt(index: number, { seed, now, agents }: PlanOptions): Planned {
  const draw = drawFor(seed, index)
  const role = cast[index] ?? extra(draw)
  const sameCustomerAs = role.sameCustomerAs ?? null
  const owner = sameCustomerAs ?? index
  const person = inGroup(personAt(owner, drawFor(seed, -1 - owner)), role)
  const answering = role.agent ?? index % agents.length
  const { said, facts } = threadOf(role, person, agents[answering] ?? '', now, draw)
  const ledger = keepLedger(said)
  const marks = marksOf(role, ledger, answering, agents.length, draw)
  return { index, role, person, sameCustomerAs, facts, ledger, answering, marks, draw }
}

/** Who writes for a group has a group's account. */
const inGroup = (person: Person, role: Role): Person =>
  role.topics.some(topic => topic.tags.includes('SACCO group'))
    ? { ...person, accountType: 'SACCO group' }
    : person
