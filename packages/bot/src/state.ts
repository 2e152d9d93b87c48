import * as z from 'zod'
import { intentNames } from '@parley/core/intent/constants'
import { languages } from './language.ts'

const Intent = z.enum(intentNames)
const Choice = z.object({ id: z.string(), title: z.string() })

/**
 * The bot's memory of a conversation, as JSON. `flow` is its version.
 */
export const BotState = z.object({
  flow: z.literal(1),
  /** The customer's last language; null: unknown. */
  language: z.enum(languages).nullable(),
  /** Whether the bot has greeted since it got the conversation. */
  greeted: z.boolean(),
  /** How many messages in a row were not understood. */
  misses: z.int(),
  /** The choices that can be pressed or named by number. */
  offered: z.array(Choice).readonly(),
  /** Whether the next message answers the open form. */
  in_form: z.boolean().default(false),
  /** Files that the customer has not named yet. */
  files: z
    .array(z.object({ attachment_id: z.string(), message_id: z.string() }))
    .readonly()
    .default([]),
  /** The slot that the next text fills, for an intent. */
  asking: z.object({ slot: z.literal('reference'), intent: Intent }).nullable(),
  /** The customer's last intent. */
  wish: z.object({ intent: Intent, confidence: z.number() }).nullable(),
  /** Values that the customer named, by kind. */
  slots: z.record(z.string(), z.string()),
  /** The message that named it, by kind. */
  named_in: z.record(z.string(), z.string()).default({}),
  /** The slots that the bot asked for. */
  asked: z.array(z.literal('reference')).readonly().default([]),
  /** Answered questions, oldest first. */
  answered: z.array(z.object({ message_id: z.string(), answer: z.string() })).readonly(),
  /** The messages that were not understood, oldest first. */
  unclear: z.array(z.string()).readonly(),
  /** Counts recent messages, so that a loop between two programs ends. */
  pace: z.object({ since: z.iso.datetime(), replies: z.int(), same: z.int(), last: z.string() }),
})
export type BotState = z.output<typeof BotState>

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

/** Parses a stored state; an unreadable one becomes a new state with the same language. */
export function readState(json: unknown, now: Date): BotState {
  const read = BotState.safeParse(json)
  if (read.success) return read.data
  const language = BotState.pick({ language: true }).safeParse(json)
  return { ...newState(now), language: language.data?.language ?? null }
}

/** A program, not a customer, exceeds these. */
const most = { replies: 40, withinMs: 10 * 60_000, same: 4 } as const

type Pace = BotState['pace']

/** The pace after one more message. */
export function paceWith(pace: Pace, text: string, now: Date): Pace {
  const isOver = now.getTime() - Date.parse(pace.since) > most.withinMs
  const last = text.trim().toLowerCase()
  const same = last !== '' && last === pace.last && !isOver ? pace.same + 1 : 0
  return isOver
    ? { since: now.toISOString(), replies: 1, same, last }
    : { ...pace, replies: pace.replies + 1, same, last }
}

/**
 * Whether the sender seems to be a program: more than 40 messages within ten minutes, or the same text for the fifth time. Choices
 * and their numbers may be repeated.
 */
export const isRunaway = ({ replies, same }: Pace, isChoice: boolean): boolean =>
  replies > most.replies || (!isChoice && same >= most.same)
