import { isSameText } from '../text/fold.ts'
import type { IntentName } from '../intent/api.ts'
import type { Routing, RoutingRule } from './api.ts'
import { type Language, languageNames } from '../text/languages.ts'
import { pauseMs } from './constants.ts'

export const defaultRouting: Routing = { offers: 'handed-over', rules: [] }

/** The stored form: rules in the order of intents, without empty ones. */
export const tidyRouting = ({ offers, rules }: Routing): Routing => ({
  offers,
  rules: rules
    .filter(rule => rule.department !== null || rule.skill !== null || rule.at_once)
    .toSorted((a, b) => (a.intent < b.intent ? -1 : 1)),
})

/** The intents that the bot hands over at once. */
export const atOnceIntents = ({ rules }: Routing): ReadonlySet<IntentName> =>
  new Set(rules.flatMap(rule => (rule.at_once ? [rule.intent] : [])))

export interface Waiting {
  /** Recognised by the bot; null: not known. */
  readonly intent: string | null
  /** Null: not known. */
  readonly language: Language | null
  /** The customer's last agent, if recent; null: none. */
  readonly previousOwnerId: number | null
  /** Agents who recently rejected it or let its offer expire. */
  readonly passedOver: readonly number[]
}

/** An available agent. */
export interface Candidate {
  readonly id: number
  readonly department: string | null
  readonly skills: readonly string[]
  /** Their open conversations and offers. */
  readonly workload: number
  readonly capacity: number
  /** Their last answer to an offer, in milliseconds since 1970; null: never. */
  readonly lastActivityAt: number | null
}

/**
 * Chooses the agent for an offer; null: the conversation waits. Department and skill of the rule are required, unless no
 * available agent has them: a customer waits for capacity, not for an absent agent. Among agents with capacity the order
 * is: the customer's last agent, the language, the fewest conversations, the longest without an offer.
 */
export function chooseAgent(
  waiting: Waiting,
  present: readonly Candidate[],
  rules: readonly RoutingRule[],
): Candidate | null {
  const willing = present.filter(({ id }) => !waiting.passedOver.includes(id))
  const rule = rules.find(({ intent }) => intent === waiting.intent)
  const fitting = rule === undefined ? willing : willing.filter(agent => hasWhatIsAsked(agent, rule))
  const [first] = (fitting.length > 0 ? fitting : willing)
    .filter(({ workload, capacity }) => workload < capacity)
    .toSorted(
      (a, b) =>
        falseFirst(a.id !== waiting.previousOwnerId, b.id !== waiting.previousOwnerId) ||
        falseFirst(!speaks(a, waiting.language), !speaks(b, waiting.language)) ||
        a.workload - b.workload ||
        (a.lastActivityAt ?? 0) - (b.lastActivityAt ?? 0) ||
        a.id - b.id,
    )
  return first ?? null
}

/** Milliseconds since 1970. */
interface Passing {
  /** When the agent last answered "Maybe Later", or let an offer expire; null: not lately. */
  readonly passedAt: number | null
  /** When the agent last became available, or said so again; null: not recorded. */
  readonly availableSince: number | null
}

/** Until when routing offers the agent nothing; null: it does offer. Setting Available ends it early. */
export function pausedUntil({ passedAt, availableSince }: Passing, now: number): number | null {
  if (passedAt === null || (availableSince !== null && availableSince >= passedAt)) return null
  const until = passedAt + pauseMs
  return until > now ? until : null
}

const isSkilled = ({ skills }: Candidate, wanted: string): boolean =>
  skills.some(skill => isSameText(skill, wanted))

const hasWhatIsAsked = (agent: Candidate, { department, skill }: RoutingRule): boolean =>
  (department === null || (agent.department !== null && isSameText(agent.department, department))) &&
  (skill === null || isSkilled(agent, skill))

/** Every agent speaks English. */
const speaks = (agent: Candidate, language: Language | null): boolean =>
  language === null || language === 'en' || isSkilled(agent, languageNames[language])

const falseFirst = (a: boolean, b: boolean): number => Number(a) - Number(b)
