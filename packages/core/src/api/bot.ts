import * as z from 'zod'
import { declare } from './call.ts'
import { PathId } from './ids.ts'

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
