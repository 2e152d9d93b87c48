import { intentNames } from '@parley/core/intent/constants'
import * as z from 'zod'
import { languages } from './language.ts'

const Intent = z.enum(intentNames)
const Choice = z.object({ id: z.string(), title: z.string() })

/**
 * What the bot remembers of a conversation between two messages of the customer: plain JSON. `flow` is the version of the
 * way through; a state of another one is read as far as it goes.
 */
export const BotState = z.object({
  flow: z.literal(1),
  /** The language that the customer wrote last; null: not known yet. */
  language: z.enum(languages).nullable(),
  /** Whether the customer was greeted since the bot has the conversation. */
  greeted: z.boolean(),
  /** How many messages in a row were not understood. */
  misses: z.int(),
  /** What can be pressed or named by its number. */
  offered: z.array(Choice).readonly(),
  /** Whether what comes next is an answer to the form that is open. */
  in_form: z.boolean().default(false),
  /** Files of which the customer has yet to say what they are for. */
  files: z
    .array(z.object({ attachment_id: z.string(), message_id: z.string() }))
    .readonly()
    .default([]),
  /** What the next text is taken for: the number of a policy, for an intent. */
  asking: z.object({ slot: z.literal('reference'), intent: Intent }).nullable(),
  /** What the customer wants, as far as it was understood. */
  wish: z.object({ intent: Intent, confidence: z.number() }).nullable(),
  /** What the customer named, by kind. */
  slots: z.record(z.string(), z.string()),
  /** The message that named it, by kind. */
  named_in: z.record(z.string(), z.string()).default({}),
  /** What the customer was asked to name; what of it is in no slot they did not answer. */
  asked: z.array(z.literal('reference')).readonly().default([]),
  /** What was asked and answered, oldest first. */
  answered: z.array(z.object({ message_id: z.string(), answer: z.string() })).readonly(),
  /** The messages that were not understood, oldest first. */
  unclear: z.array(z.string()).readonly(),
  /** How much was said lately, so that two automatic answerers stop. */
  pace: z.object({ since: z.iso.datetime(), replies: z.int(), same: z.int(), last: z.string() }),
})
export type BotState = z.output<typeof BotState>

/** Before the first message. */
export const newState = (now: Date): BotState => ({
  flow: 1,
  language: null,
  greeted: false,
  misses: 0,
  offered: [],
  in_form: false,
  files: [],
  asking: null,
  wish: null,
  slots: {},
  named_in: {},
  asked: [],
  answered: [],
  unclear: [],
  pace: { since: now.toISOString(), replies: 0, same: 0, last: '' },
})

/** Reads a state back; what cannot be read any more begins anew, and keeps the language. */
export function readState(json: unknown, now: Date): BotState {
  const read = BotState.safeParse(json)
  if (read.success) return read.data
  const language = BotState.pick({ language: true }).safeParse(json)
  return { ...newState(now), language: language.data?.language ?? null }
}
