import * as z from 'zod'
import { unclearMeanings } from '../words/unclear.ts'
import { declare } from './call.ts'
import { ConversationId, MessageId, PathId, Time } from './ids.ts'
import { IntentName } from './intent.ts'

const Meaning = z.enum(unclearMeanings)

/** Words that customers wrote to the bot and that it did not understand, however often they were written. */
export const UnclearText = z.object({
  /** Of the newest message with these words. */
  id: MessageId,
  conversation_id: ConversationId,
  text: z.string(),
  /** How many messages have these words. */
  count: z.int(),
  /** The newest. */
  at: Time,
  /** The likeliest intent, and how likely it was, 0 to 1. */
  guess: z.object({ intent: IntentName, confidence: z.number() }).nullable(),
  /** Null: nobody has said. */
  meaning: Meaning.nullable(),
})
export type UnclearText = z.output<typeof UnclearText>

export const UnclearTexts = z.object({
  texts: z.array(UnclearText),
  /** How many different words wait for a meaning, and how many have one. */
  open: z.int(),
  judged: z.int(),
})
export type UnclearTexts = z.output<typeof UnclearTexts>

export const unclearCalls = declare({
  unclearTexts: {
    method: 'GET',
    path: '/bot/unclear',
    summary:
      'What customers wrote that the bot did not understand: the most frequent first, or what has a meaning, newest first',
    access: 'session',
    policy: 'bot',
    query: z.object({ state: z.enum(['open', 'judged']).default('open') }),
    reply: UnclearTexts,
    problems: [],
  },
  judgeUnclear: {
    method: 'PUT',
    path: '/bot/unclear/:id',
    summary: 'Say what a text means, for all messages with the same words; null takes that back',
    access: 'session',
    policy: 'bot',
    params: PathId,
    body: z.object({ meaning: Meaning.nullable() }),
    reply: UnclearText,
    problems: ['text.not-found'],
  },
})
