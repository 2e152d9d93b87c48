import { canonicalPhone } from '@parley/core/customers/rules'
import { demoPhones } from '@parley/whatsapp/demo-phones'
import { peopleNames } from './data.ts'
import type { Draw } from './random.ts'

/** A customer. The numbers are fictional. */
export interface Person {
  /** Family name first, as on forms; null: WhatsApp sent none. */
  readonly name: string | null
  readonly phone: string
  readonly waId: string
  readonly accountType: string | null
  readonly customerNumber: string | null
}

const { customers, families, given, accountTypes } = peopleNames

/** A plausible name. */
export const moreNames = (draw: Draw): string => `${draw.pick(families)} ${draw.pick(given)}`

/** The n-th customer, from 0; the simulator shows the phones of the first ones. */
export function personAt(index: number, draw: Draw): Person {
  const shown = demoPhones[index]
  const waId = shown?.number.slice(1) ?? `256700${String(index + 1).padStart(6, '0')}`
  const listed = customers[index - demoPhones.length]
  const anonymous = listed === null || (listed === undefined && draw.chance(0.04))
  const known = !anonymous && draw.chance(0.85)
  return {
    name: shown?.name ?? (anonymous ? null : (listed ?? moreNames(draw))),
    phone: canonicalPhone(`+${waId}`) ?? `+${waId}`,
    waId,
    accountType: known ? draw.pick(accountTypes) : null,
    customerNumber: known ? `C-${48_213 + index * 7}` : null,
  }
}

/** The given name, which comes second; without one, a polite word. */
export const spokenName = (name: string | null): string => name?.split(' ')[1] ?? 'there'

/** The values of a topic's placeholders in one episode of a conversation. */
export interface Facts {
  /** The customer's given name, or a polite word. */
  readonly name: string
  /** The agent's given name. */
  readonly agent: string
  readonly policy: string
  readonly amount: string
  readonly network: string
  readonly reference: string
  /** A scheme's member, or a beneficiary. */
  readonly member: string
}

const amounts = [20, 35, 50, 75, 100, 120, 150, 250, 400].map(thousands => `${thousands},000`)

export const policyNumber = (draw: Draw): string => `LF-${draw.between(10_000, 39_999)}`

/** New values for an episode; the people and the policy are those of the conversation. */
export const drawFacts = (draw: Draw, fixed: Pick<Facts, 'name' | 'agent' | 'policy'>): Facts => ({
  ...fixed,
  amount: draw.pick(amounts),
  network: draw.chance(0.6) ? 'MTN' : 'Airtel',
  reference: `${draw.between(1000, 9999)}-${draw.between(1000, 9999)}`,
  member: moreNames(draw),
})

const greetingAt = (hour: number): string =>
  `Good ${hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'}`

/** The text with its `{placeholder}`s filled in; `{greeting}` depends on the hour (0 to 23) of the message. */
export const fillIn = (text: string, facts: Facts, hour: number): string =>
  text.replace(
    /\{(greeting|name|agent|policy|amount|network|reference|member)\}/g,
    (_, key: keyof Facts | 'greeting') => (key === 'greeting' ? greetingAt(hour) : facts[key]),
  )
