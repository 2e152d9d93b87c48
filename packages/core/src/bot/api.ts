import * as z from 'zod'
import { declare } from '../call.ts'
import { PathId } from '../ids.ts'
import { IntentEntities, IntentName } from '../intent/api.ts'
import { maxTextLength } from '../messages/constants.ts'
import { languages } from '../text/languages.ts'
import { typedText } from '../text/typed.ts'
import { steppedReasons } from './brief-constants.ts'
import { mostTriedTexts } from './constants.ts'

/** A business number or bridge, and whether the bot answers first there. */
export const BotNumber = z.object({
  /** WhatsApp's id of the number, or the bridge's. */
  id: z.string(),
  /** What agents call it; null where there is nothing to tell apart. */
  name: z.string().nullable(),
  bot_on: z.boolean(),
  /** How many conversations the bot has there at the moment. */
  conversations: z.int(),
})
export type BotNumber = z.output<typeof BotNumber>

export const botCalls = declare({
  botNumbers: {
    method: 'GET',
    path: '/bot/numbers',
    summary: 'Where the bot answers first',
    access: 'session',
    policy: 'bot',
    reply: z.array(BotNumber),
    problems: [],
  },
  setBotNumber: {
    method: 'PUT',
    path: '/bot/numbers/:number',
    summary:
      'Have the bot answer first at a number, or not; who it is talking with when it is turned off goes to the queue',
    access: 'session',
    policy: 'bot',
    params: z.object({ number: z.string().max(100) }),
    body: z.object({ bot_on: z.boolean() }),
    reply: z.array(BotNumber),
    problems: ['bot.no-such-number'],
  },
  handToBot: {
    method: 'POST',
    path: '/handoff/bot/:id',
    summary: 'Give a conversation back to the bot; what the customer still waits for it answers at once',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({ success: z.literal(true) }),
    problems: ['conversation.not-found', 'conversation.archived', 'bot.off', 'assignment.taken'],
  },
})

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
