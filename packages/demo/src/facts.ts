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

/** Before which hour one greets how. */
const greetings = [
  [12, 'Good morning'],
  [17, 'Good afternoon'],
  [24, 'Good evening'],
] as const

/** The text with every `{placeholder}` filled in; `{greeting}` is that of the hour (0 to 23) in which it is written. */
export const fillIn = (text: string, facts: Facts, hour: number): string =>
  text.replace(
    /\{(greeting|name|agent|policy|amount|network|reference|member)\}/g,
    (_, key: keyof Facts | 'greeting') =>
      key === 'greeting' ? (greetings.find(([before]) => hour < before)?.[1] ?? '') : facts[key],
  )
