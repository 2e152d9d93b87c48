import * as z from 'zod'
import { maxTextLength } from '../words/messages.ts'
import { languages } from '../words/languages.ts'
import { steppedReasons } from '../words/brief.ts'
import { mostTriedTexts } from '../words/try-bot.ts'
import { declare } from './call.ts'
import { IntentEntities, IntentName } from './intent.ts'
import { typedText } from './text.ts'

/** What the bot would do with one text of a customer. */
export const TriedTurn = z.object({
  text: z.string(),
  replies: z.array(z.object({ text: z.string(), choices: z.array(z.string()) })),
  /** What was understood; null: none of the intents. */
  intent: IntentName.nullable(),
  confidence: z.number(),
  /** The likeliest besides, 0 to 1. */
  next_best: z.object({ intent: IntentName, confidence: z.number() }).nullable(),
  entities: IntentEntities,
  /** Of the reply. */
  language: z.enum(languages),
  /** The title of the answer that was given from the knowledge. */
  answer: z.string().nullable(),
  /** Why people take over then; null: the bot goes on. */
  handover: z.enum(steppedReasons).nullable(),
})
export type TriedTurn = z.output<typeof TriedTurn>

export const tryBotCalls = declare({
  tryBot: {
    method: 'POST',
    path: '/bot/try',
    summary: 'What the bot would do if a new customer wrote these texts; nothing is sent, stored or changed',
    access: 'session',
    policy: 'bot',
    body: z.object({
      texts: z.array(typedText(maxTextLength).min(1)).min(1).max(mostTriedTexts),
      /** With answers as they were last saved, instead of as they are published. */
      drafts: z.boolean(),
    }),
    /** A turn for each text, until people take over. */
    reply: z.object({ turns: z.array(TriedTurn) }),
    problems: [],
  },
})
