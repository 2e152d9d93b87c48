import { isSameText } from '../text/fold.ts'
import type { IntentName } from '../intent/api.ts'
import type { Routing, RoutingRule } from './api.ts'
import { type Language, languageNames } from '../text/languages.ts'

/** What a workspace has that never decided anything. */
export const defaultRouting: Routing = { offers: 'handed-over', rules: [] }

/** As it is kept: rules in the order of their intents, without those that say nothing. */
export const tidyRouting = ({ offers, rules }: Routing): Routing => ({
  offers,
  rules: rules
    .filter(rule => rule.department !== null || rule.skill !== null || rule.at_once)
    .toSorted((a, b) => (a.intent < b.intent ? -1 : 1)),
})

/** The intents that the bot gives to people instead of answering them. */
export const atOnceIntents = ({ rules }: Routing): ReadonlySet<IntentName> =>
  new Set(rules.flatMap(rule => (rule.at_once ? [rule.intent] : [])))

/** A conversation that waits to be offered. */
export interface Waiting {
  /** What the customer wants, as the bot understood it; null: not known. */
  readonly intent: string | null
  /** What they write; null: not known. */
  readonly language: Language | null
  /** Who had this customer last, lately; null: nobody. */
  readonly previousOwnerId: number | null
  /** Who rejected it lately, or did not answer. */
  readonly passedOver: readonly number[]
}

/** An agent who is there to take work. */
export interface Candidate {
  readonly id: number
  readonly department: string | null
  readonly skills: readonly string[]
  /** Their open conversations and offers. */
  readonly workload: number
  readonly capacity: number
  /** When they last did something about an offer, in milliseconds since 1970; null: never. */
  readonly lastActivityAt: number | null
}

/**
 * Who is offered a conversation, of those who are there; null: it waits. What its intent asks for is a must, unless nobody
 * who is there has it: a customer waits for room, not for somebody who went home. Of those with room comes first who had
 * the customer, then who speaks the language, then who has the fewest, then who has done nothing for the longest.
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

const isSkilled = ({ skills }: Candidate, wanted: string): boolean =>
  skills.some(skill => isSameText(skill, wanted))

const hasWhatIsAsked = (agent: Candidate, { department, skill }: RoutingRule): boolean =>
  (department === null || (agent.department !== null && isSameText(agent.department, department))) &&
  (skill === null || isSkilled(agent, skill))

/** English is everybody's. */
const speaks = (agent: Candidate, language: Language | null): boolean =>
  language === null || language === 'en' || isSkilled(agent, languageNames[language])

const falseFirst = (a: boolean, b: boolean): number => Number(a) - Number(b)
