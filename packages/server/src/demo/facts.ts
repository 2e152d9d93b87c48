import { moreNames } from './people.ts'
import type { Draw } from './random.ts'

/** What a topic's placeholders stand for in one episode of one conversation. */
export interface Facts {
  /** The customer's given name, or a polite word. */
  readonly name: string
  /** The agent's given name. */
  readonly agent: string
  readonly policy: string
  readonly amount: string
  readonly network: string
  readonly reference: string
  /** Somebody else: a scheme's member, a beneficiary. */
  readonly member: string
}

const amounts = [
  '20,000',
  '35,000',
  '50,000',
  '75,000',
  '100,000',
  '120,000',
  '150,000',
  '250,000',
  '400,000',
]

export const policyNumber = (draw: Draw): string => `LF-${draw.between(10_000, 39_999)}`

/** Fresh facts for an episode; the people and the policy stay those of the conversation. */
export const drawFacts = (draw: Draw, fixed: Pick<Facts, 'name' | 'agent' | 'policy'>): Facts => ({
  ...fixed,
  amount: draw.pick(amounts),
  network: draw.chance(0.6) ? 'MTN' : 'Airtel',
  reference: `${draw.between(1000, 9999)}-${draw.between(1000, 9999)}`,
  member: moreNames(draw),
})

/** The text with every `{placeholder}` filled in. */
export const fillIn = (text: string, facts: Facts): string =>
  text.replace(
    /\{(name|agent|policy|amount|network|reference|member)\}/g,
    (_, key: keyof Facts) => facts[key],
  )
