import * as z from 'zod'
import { assistKinds } from './constants.ts'
import { languages } from '../text/languages.ts'
import { maxTextLength } from '../messages/constants.ts'
import { declare } from '../call.ts'
import { KnowledgeAnswerId, MessageId, PathId } from '../ids.ts'
import { typedText } from '../text/typed.ts'

const problems = [
  'assist.off',
  'assist.no-words',
  'assist.cap-reached',
  'assist.under-way',
  'assist.busy',
  'assist.failed',
] as const

/** The use of assist. */
export const AssistUses = z.object({
  /** Null: it is not configured. */
  model: z.string().nullable(),
  /** The host of its API, without path and token; null: it is not configured. */
  host: z.string().nullable(),
  /** The limit of uses a day; null: it is not configured. */
  cap: z.int().nullable(),
  /** Uses since the workspace's midnight, failed ones included. */
  today: z.int(),
  /** The uses of today without a usable result. */
  failed: z.int(),
  /** The uses of today by kind. */
  kinds: z.array(z.object({ kind: z.enum(assistKinds), count: z.int() })),
})
export type AssistUses = z.output<typeof AssistUses>

export const assistCalls = declare({
  translateByAssist: {
    method: 'POST',
    path: '/assist/translate',
    summary: 'A message, or words that were not sent, in another language; nothing is sent or stored',
    policy: 'desk',
    about: { 'body.message_id': 'message' },
    body: z
      .object({
        message_id: MessageId.optional(),
        text: typedText(maxTextLength).min(1).optional(),
        to: z.enum(languages),
      })
      .refine(({ message_id: id, text }) => (id === undefined) !== (text === undefined), {
        path: ['text'],
        message: 'must be there, or message_id, and not both',
      }),
    reply: z.object({ text: z.string() }),
    problems: ['message.not-found', ...problems],
  },
  summariseByAssist: {
    method: 'POST',
    path: '/assist/summarise/:id',
    summary: 'What a conversation is about and where it stands; nothing is sent or stored',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({
      text: z.string(),
      /** The number of newest messages that were read. */
      messages: z.int(),
    }),
    problems: ['conversation.not-found', ...problems],
  },
  draftByAssist: {
    method: 'POST',
    path: '/assist/draft/:id',
    summary:
      'An answer to what the customer wrote last, from what is published of the knowledge; nothing is sent or stored',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({
      text: z.string(),
      /** The entries that assist says it used; empty: none. */
      entries: z.array(z.object({ id: KnowledgeAnswerId, title: z.string() })),
    }),
    problems: ['conversation.not-found', ...problems],
  },
  assistUses: {
    method: 'GET',
    path: '/bot/assist',
    summary: 'Whether assist is configured, and how often it was used today',
    policy: 'bot',
    reply: AssistUses,
  },
})
