import type { Scenario } from '../scenario.ts'
import { chats } from './chats.ts'
import { stepsOf } from './steps.ts'

const customers = 90
const hourMs = 60 * 60_000
/** Where in the hour the most begin, and how far around it. */
const peakMs = 25 * 60_000
const spreadMs = 20 * 60_000

/** Numbers in [0, 1) that are the same each time: a step of the golden ratio's fraction spreads them evenly. */
const share = (place: number, of: number): number => (place * of) % 1

/** An hour in which ninety customers write, most of them around its twenty-fifth minute; the same one each time. */
export const busyHour: Scenario = {
  title: 'A busy hour',
  phones: Array.from({ length: customers }, (_, place) => ({ number: numberOf(place), name: null })),
  steps: Array.from({ length: customers }, (_, place) => {
    const chat = chats[Math.floor(share(place, 0.618_034) * chats.length)] ?? []
    return stepsOf(chat, numberOf(place), beginsMs(place))
  })
    .flat()
    .toSorted((one, other) => one.at_ms - other.at_ms),
}

function numberOf(place: number): string {
  return `+2567002${String(place).padStart(5, '0')}`
}

function beginsMs(place: number): number {
  const [near, side] = [share(place, 0.754_878), share(place, 0.569_84)]
  // The sum of two even draws is likeliest in the middle.
  const offset = (near + side - 1) * spreadMs
  return Math.round(Math.min(hourMs - 60_000, Math.max(0, peakMs + offset)))
}
