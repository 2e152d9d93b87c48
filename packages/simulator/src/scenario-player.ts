import type { Phone, PhoneMessage } from './phone.ts'
import { Refused } from './refusals.ts'
import {
  type ActionName,
  messageFields,
  reference,
  type Scenario,
  type ScenarioStep,
  titled,
} from './scenario.ts'

/** How far a scenario is. */
export type Playing = {
  title: string
  /** So many times as fast as it was. */
  speed: number
  done: number
  /** Of those done: what could not be, as a tap on a button that is not there. */
  skipped: number
  total: number
}

export type Player = {
  /** Plays from the start. @throws Refused while another one plays */
  play: (scenario: Scenario, speed: number) => void
  /** Ends it where it is. */
  stop: () => void
  playing: () => Playing | null
}

export type PlayerDeps = {
  /** Lets a customer do something and answers the id of the message it made. @throws Refused when that cannot be */
  act: (number: string, name: ActionName, body: unknown) => string | null
  open: (number: string, name?: string) => Phone
  /** Told after each step, and at the end with null. */
  changed: (playing: Playing | null) => void
}

/** How long a step waits for an answer, and how often it looks, in milliseconds. */
const longestWaitMs = 15_000
const lookMs = 25

/** Plays scenarios, one at a time. */
export function playerOf({ act, open, changed }: PlayerDeps): Player {
  let playing: Playing | null = null
  let timer: NodeJS.Timeout | undefined

  function end(): void {
    clearTimeout(timer)
    if (playing === null) return
    playing = null
    changed(null)
  }

  /** Does all that is due, then waits for the next. `waited`: for how long the next step has waited for an answer. */
  function goOn(scenario: Scenario, made: (string | null)[], started: number, waited = 0): void {
    if (playing === null) return
    const due = scenario.steps[made.length]
    const isDue = due !== undefined && due.at_ms <= (performance.now() - started) * playing.speed
    if (isDue && due.waits === true && waited < longestWaitMs && !isAnswered(open(due.number), due)) {
      const since = performance.now()
      timer = setTimeout(() => {
        const took = performance.now() - since
        goOn(scenario, made, started + took, waited + took)
      }, lookMs)
      return
    }
    const elapsed = (performance.now() - started) * playing.speed
    for (let step = scenario.steps[made.length]; step !== undefined && step.at_ms <= elapsed; ) {
      const { id, skipped } = tryStep(step, made)
      made.push(id)
      playing = { ...playing, done: made.length, skipped: playing.skipped + Number(skipped) }
      step = scenario.steps[made.length]
      if (step?.waits === true) break
    }
    const next = scenario.steps[made.length]
    if (next === undefined) return end()
    changed(playing)
    timer = setTimeout(() => goOn(scenario, made, started), Math.max(0, next.at_ms - elapsed) / playing.speed)
  }

  function tryStep(
    step: ScenarioStep,
    made: readonly (string | null)[],
  ): { id: string | null; skipped: boolean } {
    try {
      const body = withMessages(open(step.number), step.body, made)
      return { id: act(step.number, step.do, body), skipped: false }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      return { id: null, skipped: true }
    }
  }

  return {
    play(scenario, speed) {
      if (playing !== null) throw new Refused(409, 'scenario.playing', `“${playing.title}” is playing.`)
      for (const { number, name } of scenario.phones) open(number, name ?? undefined)
      playing = { title: scenario.title, speed, done: 0, skipped: 0, total: scenario.steps.length }
      goOn(scenario, [], performance.now())
    },
    stop: end,
    playing: () => playing,
  }
}

/** What the business wrote since this phone did something last, newest first. */
const answersOn = ({ messages }: Phone): readonly PhoneMessage[] =>
  messages
    .slice(messages.findLastIndex(({ direction }) => direction === 'INBOUND') + 1)
    .filter(({ direction }) => direction === 'OUTBOUND')
    .toReversed()

/** The title of what a step taps; null: it taps nothing by its title. */
const titleOf = ({ body }: Pick<ScenarioStep, 'body'>): string | null => {
  const choice = body['choice_id']
  return (typeof choice === 'string' && titled.exec(choice)?.[1]) || null
}

const offers = ({ choices }: PhoneMessage, wanted: string | null): boolean =>
  choices.some(({ title }) => title === wanted)

/** Whether the business has said what a step waits for. */
function isAnswered(phone: Phone, step: ScenarioStep): boolean {
  const answers = answersOn(phone)
  const title = titleOf(step)
  return title === null ? answers.length > 0 : answers.some(message => offers(message, title))
}

/** The body with the messages that its references stand for. A reference that leads nowhere stays, and is refused then. */
function withMessages(
  phone: Phone,
  body: Readonly<Record<string, unknown>>,
  made: readonly (string | null)[],
): Record<string, unknown> {
  const filled: Record<string, unknown> = { ...body }
  for (const field of messageFields) {
    const stands = filled[field]
    const [, step, side] = (typeof stands === 'string' && reference.exec(stands)) || []
    if (step !== undefined) filled[field] = made[Number(step)] ?? stands
    if (side !== undefined) {
      const { number = null } = body
      const newest = phone.messages.findLast(
        ({ direction, business }) => direction === side && (number === null || business.id === number),
      )
      filled[field] = newest?.id ?? stands
    }
  }
  const title = titleOf({ body })
  const offering = title === null ? undefined : phone.messages.findLast(message => offers(message, title))
  const choice = offering?.choices.find(one => one.title === title)
  if (offering !== undefined && choice !== undefined) {
    filled['message_id'] = offering.id
    filled['choice_id'] = choice.id
  }
  return filled
}
