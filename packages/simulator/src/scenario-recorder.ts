import type { Phone } from './phone.ts'
import { type ActionName, messageFields, type Scenario, type ScenarioStep } from './scenario.ts'

/** Takes down what customers do, from a start to a stop. */
export type Recorder = {
  isOn: () => boolean
  /** Begins anew. */
  start: () => void
  /** What was taken down since the start; null: nothing was done, or nothing was started. */
  stop: (title: string) => Scenario | null
  /** A customer did something, which made the message `id`; null: none. */
  note: (phone: Phone | undefined, name: ActionName, body: unknown, id: string | null) => void
}

const mostSteps = 20_000

type Recording = {
  readonly from: number
  readonly steps: ScenarioStep[]
  /** The step that made each message. */
  readonly makers: Map<string, number>
  readonly phones: Map<string, string | null>
}

/** A recorder by the machine's own clock; what is beyond 20,000 steps is not taken down. */
export function recorderOf(now: () => Date): Recorder {
  let recording: Recording | null = null
  return {
    isOn: () => recording !== null,
    start() {
      recording = { from: now().getTime(), steps: [], makers: new Map(), phones: new Map() }
    },
    stop(title) {
      const done = recording
      recording = null
      if (done === null || done.steps.length === 0) return null
      const phones = [...done.phones].map(([number, name]) => ({ number, name }))
      return { title, phones, steps: done.steps }
    },
    note(phone, name, body, id) {
      if (recording === null || phone === undefined || recording.steps.length >= mostSteps) return
      const { from, steps, makers, phones } = recording
      phones.set(phone.number, phone.name)
      if (id !== null) makers.set(id, steps.length)
      steps.push({
        at_ms: now().getTime() - from,
        number: phone.number,
        do: name,
        body: withReferences(phone, typeof body === 'object' && body !== null ? { ...body } : {}, makers),
      })
    },
  }
}

function withReferences(
  phone: Phone,
  body: Record<string, unknown>,
  makers: ReadonlyMap<string, number>,
): Record<string, unknown> {
  for (const field of messageFields) {
    const id = body[field]
    if (typeof id !== 'string') continue
    const maker = makers.get(id)
    const side = phone.messages.find(message => message.id === id)?.direction ?? 'INBOUND'
    body[field] = maker === undefined ? `newest:${side}` : `step:${maker}`
  }
  return body
}
