import type { Scenario } from '../scenario.ts'
import { stepsOf } from './steps.ts'
import { formChats, peopleChats, plainChats } from './working-day-chats.ts'

const customers = 80
const hourMs = 60 * 60_000
/** From eight in the morning until half an hour after the desk closes at five. */
const lastsMs = 9.5 * hourMs
/** What most customers need, and what some do, in turn. */
const needs = [plainChats, peopleChats, plainChats, formChats, peopleChats, plainChats, plainChats] as const

/** Numbers in [0, 1) that are the same each time: a step of the golden ratio's fraction spreads them evenly. */
const share = (place: number): number => (place * 0.618_034) % 1

const numberOf = (place: number): string => `+2567003${String(place).padStart(5, '0')}`

/** A working day in which eighty customers write, and each tenth of them again in the afternoon; the same one each time. */
export const workingDay: Scenario = {
  title: 'A working day',
  phones: Array.from({ length: customers }, (_, place) => ({ number: numberOf(place), name: null })),
  steps: Array.from({ length: customers }, (_, place) => {
    const need = needs[place % needs.length] ?? plainChats
    const chat = need[Math.floor(place / needs.length) % need.length] ?? []
    const begins = Math.floor(share(place) * lastsMs * 0.7)
    const again = place % 10 === 0 ? stepsOf(plainChats[1] ?? [], numberOf(place), lastsMs * 0.9) : []
    return [...stepsOf(chat, numberOf(place), begins), ...again]
  })
    .flat()
    .toSorted((one, other) => one.at_ms - other.at_ms),
}
