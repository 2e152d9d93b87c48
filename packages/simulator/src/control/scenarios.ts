import { z } from 'zod'
import formCustomersJson from '../../data/form-customers.json' with { type: 'json' }
import tenAtOnceJson from '../../data/ten-at-once.json' with { type: 'json' }
import workingDayJson from '../../data/working-day.json' with { type: 'json' }
import { ApiError } from '../errors.ts'
import type { Phone, PhoneMessage } from '../phone.ts'
import { pause } from '../webhooks.ts'

/** A customer's actions on a phone, by the last part of the call. */
export const actionNames = ['messages', 'taps', 'changes', 'read', 'connection'] as const
export type ActionName = (typeof actionNames)[number]

const Step = z.object({
  /** Milliseconds after the start. */
  at_ms: z.int(),
  number: z.string(),
  do: z.enum(actionNames),
  /**
   * The call's body. `message_id` may be `step:3`, the message of an earlier step counted from 0, or `newest:OUTBOUND`,
   * the newest message of one side on that phone. `choice_id` may be `title:Yes`, the latest offered choice of this title,
   * and needs no `message_id`.
   */
  body: z.looseObject({ message_id: z.string().optional(), choice_id: z.string().optional() }),
  /** Waits until the business has answered this phone's last message, and offered the tapped choice; 15 seconds at most. */
  waits: z.boolean().optional(),
})
export type ScenarioStep = z.infer<typeof Step>
const Scenario = z.object({
  title: z.string(),
  phones: z.array(z.object({ number: z.string(), name: z.string().nullable() })),
  /** In the order of time. */
  steps: z.array(Step),
})
/** Recorded actions of customers, to be played. */
export type Scenario = z.infer<typeof Scenario>

const Line = z
  .object({ writes: z.string(), taps: z.string(), photo: z.string() })
  .partial()
  .extend({
    /** The application's field that this line fills in. Absent: a mistake, or a step between fields. */
    field: z.string().optional(),
    /** As the application holds it; 'tomorrow': the day after the scenario is played. Default: the text itself. */
    value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
  })
  .transform(line => ({ ...line, value: line.value ?? line.writes ?? line.taps }))
const FormCustomer = z.object({
  /** The scenario's name. */
  name: z.string(),
  title: z.string(),
  kind: z.enum(['ipp', 'lib']),
  number: z.string(),
  lines: z.array(Line),
})
type FormCustomer = z.infer<typeof FormCustomer>

/** Customers fill in each form, by buttons and in their own words, and make every mistake once. */
export const formCustomers = z.array(FormCustomer).parse(formCustomersJson)

/** A grey square. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const paceMs = 3_000

function actionOf({ writes, taps, photo }: FormCustomer['lines'][number]): Pick<ScenarioStep, 'do' | 'body'> {
  if (writes !== undefined) return { do: 'messages', body: { type: 'text', text: writes } }
  if (taps !== undefined) return { do: 'taps', body: { choice_id: `title:${taps}` } }
  const file = { data_base64: picture, filename: photo, mime_type: 'image/png' }
  return { do: 'messages', body: { type: 'image', ...file } }
}

/** Each line is played once the business has answered the one before. */
const formScenario = ({ title, number, lines }: FormCustomer): Scenario => ({
  title,
  phones: [{ number, name: null }],
  steps: lines.map((line, at) => ({ at_ms: at * paceMs, number, waits: at > 0, ...actionOf(line) })),
})

const Chats = z.array(z.array(z.tuple([z.int(), z.string()])))
/** Chats by need: the bot alone, a form, or people. Each message: seconds since the first one, and its text. */
const { plain, form, people } = z.object({ plain: Chats, form: Chats, people: Chats }).parse(workingDayJson)
const needs = [plain, people, plain, form, people, plain, plain]
const customers = Array.from({ length: 80 }, (_, at) => `+2567003${String(at).padStart(5, '0')}`)
/** From eight in the morning until half an hour after the desk closes at five. */
const dayMs = 9.5 * 60 * 60_000

const texts = (chat: (typeof plain)[number] = [], number: string, fromMs: number): ScenarioStep[] =>
  chat.map(([atSeconds, text]) => ({
    at_ms: fromMs + atSeconds * 1_000,
    number,
    do: 'messages',
    body: { type: 'text', text },
  }))

/** A working day in which eighty customers write, and each tenth of them again in the afternoon; the same one each time. */
export const workingDay: Scenario = {
  title: 'A working day',
  phones: customers.map(number => ({ number, name: null })),
  steps: customers
    .flatMap((number, at) => {
      const chats = needs[at % needs.length] ?? plain
      // A step of the golden ratio's fraction spreads them evenly.
      const begins = Math.floor(((at * 0.618_034) % 1) * dayMs * 0.7)
      return [
        ...texts(chats[Math.floor(at / needs.length) % chats.length], number, begins),
        ...(at % 10 === 0 ? texts(plain[1], number, dayMs * 0.9) : []),
      ]
    })
    .toSorted((one, other) => one.at_ms - other.at_ms),
}

/** The scenarios by the name that a call gives. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  'ten-at-once': Scenario.parse(tenAtOnceJson),
  ...Object.fromEntries(formCustomers.map(customer => [customer.name, formScenario(customer)])),
  'working-day': workingDay,
}

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

/** How a call lists a scenario. */
export type ScenarioEntry = { name: string; title: string; steps: number; phones: number; lasts_ms: number }

export const scenarioList: readonly ScenarioEntry[] = Object.entries(scenarios).map(
  ([name, { title, steps, phones }]) => {
    const lasts_ms = steps.at(-1)?.at_ms ?? 0
    return { name, title, steps: steps.length, phones: phones.length, lasts_ms }
  },
)

export type Player = ReturnType<typeof playerOf>

type PlayerDeps = {
  /** Lets a customer act and answers the id of the new message. @throws ApiError when that is impossible */
  act: (number: string, name: ActionName, body: unknown) => string | null
  open: (number: string, name?: string) => Phone
  /** Called after each step, and at the end with null. */
  changed: (playing: Playing | null) => void
}

/** How long a step waits for an answer, and how often it looks, in milliseconds. */
const longestWaitMs = 15_000
const lookMs = 25

/** Plays scenarios, one at a time. */
export function playerOf({ act, open, changed }: PlayerDeps) {
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
    /** Plays from the start. @throws ApiError while another one plays */
    play(scenario: Scenario, speed: number): void {
      if (playing !== null) throw new ApiError(409, 'scenario.playing', `“${playing.title}” is playing.`)
      for (const { number, name } of scenario.phones) open(number, name ?? undefined)
      playing = { title: scenario.title, speed, done: 0, skipped: 0, total: scenario.steps.length }
      stopped = new AbortController()
      void run(scenario, speed, stopped)
    },
    stop,
    playing: (): Playing | null => playing,
  }
}

/** The title of the tapped choice; undefined: the step names no title. */
const titleOf = ({ body }: Pick<ScenarioStep, 'body'>): string | undefined =>
  /^title:(.+)$/su.exec(body.choice_id ?? '')?.[1]

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
  const [, step, side] = /^(?:step:(\d+)|newest:(INBOUND|OUTBOUND))$/.exec(named ?? '') ?? []
  if (step !== undefined) return { ...body, message_id: made[Number(step)] ?? named }
  if (side !== undefined)
    return { ...body, message_id: messages.findLast(({ direction }) => direction === side)?.id ?? named }
  const title = titleOf({ body })
  const offering = title === undefined ? undefined : messages.findLast(message => offers(message, title))
  if (offering === undefined) return body
  const choice = offering.choices.find(one => one.title === title)
  return { ...body, message_id: offering.id, choice_id: choice?.id }
}
