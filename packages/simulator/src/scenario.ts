import { z } from 'zod'
import { readNumber } from './number.ts'

/** What a customer can do on a phone, by the last part of its call. */
export const actionNames = ['messages', 'taps', 'changes', 'read', 'connection'] as const
export type ActionName = (typeof actionNames)[number]

/** The fields of an action's body that name a message. */
export const messageFields = ['reply_to', 'message_id'] as const

/**
 * What stands in such a field for a message that has another id each time: what a step before made, counted from 0, or the
 * newest message of one side on that phone.
 */
export const reference = /^(?:step:(\d{1,5})|newest:(INBOUND|OUTBOUND))$/

/**
 * What stands in `choice_id` for a choice of another id each time: the one of this title that the business offered last, whose
 * message need not be named then.
 */
export const titled = /^title:(.+)$/su

/** In any spelling; `+` and digits from here on. */
const number = z.string().transform((spelling, context) => {
  const read = readNumber(spelling)
  if (read !== null) return read
  context.issues.push({ code: 'custom', message: 'This is not a phone number.', input: spelling })
  return z.NEVER
})

const step = z.object({
  /** Milliseconds after the start. */
  at_ms: z.int().min(0).max(86_400_000),
  number,
  do: z.enum(actionNames),
  body: z.record(z.string(), z.unknown()).default({}),
  /** Not before the business has answered what this phone did last, and offered what is tapped; 15 seconds at most. */
  waits: z.boolean().optional(),
})

/** What customers did, and when: it can be played again. */
export const scenarioSchema = z.object({
  title: z.string().trim().min(1, 'Give it a title.').max(100),
  phones: z.array(z.object({ number, name: z.string().max(60).nullable() })).max(1_000),
  steps: z
    .array(step)
    .min(1, 'It has no steps.')
    .max(20_000)
    .refine(
      steps => steps.every(({ at_ms }, at) => at_ms >= (steps[at - 1]?.at_ms ?? 0)),
      'A step is before the one above it.',
    ),
})
export type Scenario = z.infer<typeof scenarioSchema>
export type ScenarioStep = Scenario['steps'][number]
