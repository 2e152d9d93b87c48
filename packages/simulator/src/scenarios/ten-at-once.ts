import type { Scenario, ScenarioStep } from '../scenario.ts'
import { chats } from './chats.ts'
import { stepsOf } from './steps.ts'

const names = [
  'Nabirye Doreen',
  'Okello James',
  'Namubiru Aisha',
  'Ssebunya Brian',
  'Achieng Grace',
  'Mugisha Paul',
  'Nalwoga Ruth',
  'Tumusiime Ivan',
  'Auma Stella',
  'Kato Moses',
] as const

const numberOf = (place: number): string => `+25670010000${place}`

/** Ten customers who begin in the same second; two of them react and change their words. */
export const tenAtOnce: Scenario = {
  title: 'Ten customers at once',
  phones: names.map((name, place) => ({ number: numberOf(place), name })),
  steps: withChanges(
    names
      .flatMap((_, place) => stepsOf(chats[place] ?? [], numberOf(place), place * 80))
      .toSorted((one, other) => one.at_ms - other.at_ms),
  ),
}

/** The second word of the first customer is edited, and the fourth one's emoji taken back. */
function withChanges(steps: readonly ScenarioStep[]): ScenarioStep[] {
  const second = steps.findIndex(({ number, at_ms }) => number === numberOf(0) && at_ms > 0)
  const emoji = steps.findLastIndex(({ number }) => number === numberOf(3))
  return [
    ...steps,
    {
      at_ms: 36_000,
      number: numberOf(0),
      do: 'changes',
      body: { type: 'edit', message_id: `step:${second}`, text: 'How much is in my pension account today?' },
    },
    {
      at_ms: 38_000,
      number: numberOf(3),
      do: 'changes',
      body: { type: 'revoke', message_id: `step:${emoji}` },
    },
    {
      at_ms: 40_000,
      number: numberOf(5),
      do: 'changes',
      body: { type: 'reaction', message_id: 'newest:OUTBOUND', emoji: '👍🏾' },
    },
  ]
}
