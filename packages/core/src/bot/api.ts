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
  /** Its display name; null if there is only one. */
  name: z.string().nullable(),
  bot_on: z.boolean(),
  /** The number of conversations that the bot has there now. */
  conversations: z.int(),
})
export type BotNumber = z.output<typeof BotNumber>

export const botCalls = declare({
  botNumbers: {
    method: 'GET',
    path: '/bot/numbers',
    summary: 'Where the bot answers first',
    policy: 'bot',
    reply: z.array(BotNumber),
  },
  setBotNumber: {
    method: 'PUT',
    path: '/bot/numbers/:number',
    summary:
      'Have the bot answer first at a number, or not; who it is talking with when it is turned off goes to the queue',
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
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({ success: z.literal(true) }),
    problems: ['conversation.not-found', 'conversation.archived', 'bot.off', 'assignment.taken'],
  },
})

/** The bot's reaction to one text of a customer, in a trial. */
export const TriedTurn = z.object({
  text: z.string(),
  replies: z.array(z.object({ text: z.string(), choices: z.array(z.string()) })),
  /** The recognised intent; null: none. */
  intent: IntentName.nullable(),
  confidence: z.number(),
  /** The second likeliest intent, with its confidence, 0 to 1. */
  next_best: z.object({ intent: IntentName, confidence: z.number() }).nullable(),
  entities: IntentEntities,
  /** The language of the reply. */
  language: z.enum(languages),
  /** The title of the knowledge answer that was given. */
  answer: z.string().nullable(),
  /** The reason for a handover to agents; null: the bot continues. */
  handover: z.enum(steppedReasons).nullable(),
})
export type TriedTurn = z.output<typeof TriedTurn>

export const tryBotCalls = declare({
  tryBot: {
    method: 'POST',
    path: '/bot/try',
    summary: 'What the bot would do if a new customer wrote these texts; nothing is sent, stored or changed',
    policy: 'bot',
    body: z.object({
      texts: z.array(typedText(maxTextLength).min(1)).min(1).max(mostTriedTexts),
      /** Uses the last saved answers instead of the published ones. */
      drafts: z.boolean(),
    }),
    /** A turn for each text, until a handover. */
    reply: z.object({ turns: z.array(TriedTurn) }),
  },
})
