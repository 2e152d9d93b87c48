import type { Phone, PhoneMessage } from './phone.ts'
import { ApiError } from './errors.ts'
import type { ActionName, Scenario, ScenarioStep } from './scenarios.ts'
import { pause } from './webhooks.ts'

/** The progress of a scenario. */
export type Playing = {
  title: string
  /** So many times as fast as it was. */
  speed: number
  done: number
  /** Of those done: impossible steps, as a tap on a missing button. */
  skipped: number
  total: number
}

type Player = {
  /** Plays from the start. @throws ApiError while another one plays */
  play: (scenario: Scenario, speed: number) => void
  stop: () => void
  playing: () => Playing | null
}

type PlayerDeps = {
  /** Lets a customer act and answers the id of the new message. @throws ApiError when that is impossible */
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
  let stopped = new AbortController()

  function stop(): void {
    stopped.abort()
    if (playing === null) return
    playing = null
    changed(null)
  }

  async function run({ steps }: Scenario, speed: number, { signal }: AbortController): Promise<void> {
    const made: (string | null)[] = []
    const started = performance.now()
    let waited = 0
    for (const step of steps) {
      await pause(started + waited + step.at_ms / speed - performance.now(), signal)
      if (step.waits === true) waited += await answerTo(step, signal)
      if (signal.aborted || playing === null) return
      const id = idOf(step, made)
      made.push(id ?? null)
      playing = { ...playing, done: made.length, skipped: playing.skipped + Number(id === undefined) }
      changed(playing)
    }
    stop()
  }

  /** Waits until the business has answered. Returns the milliseconds that it took. */
  async function answerTo(step: ScenarioStep, signal: AbortSignal): Promise<number> {
    const since = performance.now()
    const took = () => performance.now() - since
    while (!signal.aborted && took() < longestWaitMs && !isAnswered(open(step.number), step))
      await pause(lookMs, signal)
    return took()
  }

  /** The id of the message that the step made; undefined: the step is impossible. */
  function idOf(step: ScenarioStep, made: readonly (string | null)[]): string | null | undefined {
    try {
      return act(step.number, step.do, withMessages(open(step.number), step.body, made))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return undefined
    }
  }

  return {
    play(scenario, speed) {
      if (playing !== null) throw new ApiError(409, 'scenario.playing', `“${playing.title}” is playing.`)
      for (const { number, name } of scenario.phones) open(number, name ?? undefined)
      playing = { title: scenario.title, speed, done: 0, skipped: 0, total: scenario.steps.length }
      stopped = new AbortController()
      void run(scenario, speed, stopped)
    },
    stop,
    playing: () => playing,
  }
}

/** The title of the tapped choice; undefined: the step names no title. */
const titleOf = ({ body }: Pick<ScenarioStep, 'body'>): string | undefined =>
  /^title:(.+)$/su.exec(String(body['choice_id'] ?? ''))?.[1]

const offers = ({ choices }: PhoneMessage, wanted: string): boolean =>
  choices.some(({ title }) => title === wanted)

/** Whether the business has written, or offered the tapped choice, since the phone's last message. */
function isAnswered({ messages }: Phone, step: ScenarioStep): boolean {
  const answers = messages.slice(messages.findLastIndex(({ direction }) => direction === 'INBOUND') + 1)
  const title = titleOf(step)
  return title === undefined ? answers.length > 0 : answers.some(message => offers(message, title))
}

/** The body with its references resolved. A reference to nothing stays, and is refused then. */
function withMessages(
  { messages }: Phone,
  body: ScenarioStep['body'],
  made: readonly (string | null)[],
): ScenarioStep['body'] {
  const { message_id: named } = body
  const [, step, side] = /^(?:step:(\d+)|newest:(INBOUND|OUTBOUND))$/.exec(String(named ?? '')) ?? []
  if (step !== undefined) return { ...body, message_id: made[Number(step)] ?? named }
  if (side !== undefined)
    return { ...body, message_id: messages.findLast(({ direction }) => direction === side)?.id ?? named }
  const title = titleOf({ body })
  const offering = title === undefined ? undefined : messages.findLast(message => offers(message, title))
  if (offering === undefined) return body
  const choice = offering.choices.find(one => one.title === title)
  return { ...body, message_id: offering.id, choice_id: choice?.id }
}
