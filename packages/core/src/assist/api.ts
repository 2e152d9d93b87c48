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

/** How often assist was used. */
export const AssistUses = z.object({
  /** Null: it is not configured. */
  model: z.string().nullable(),
  /** Where it is reached, without path and token; null: it is not configured. */
  host: z.string().nullable(),
  /** Of one day; null: it is not configured. */
  cap: z.int().nullable(),
  /** Since the workspace's midnight, failed ones too. */
  today: z.int(),
  /** Of those, how many gave nothing that could be used. */
  failed: z.int(),
  /** Of those, by what was asked for. */
  kinds: z.array(z.object({ kind: z.enum(assistKinds), count: z.int() })),
})
export type AssistUses = z.output<typeof AssistUses>

export const assistCalls = declare({
  translateByAssist: {
    method: 'POST',
    path: '/assist/translate',
    summary: 'A message, or words that were not sent, in another language; nothing is sent or stored',
    access: 'session',
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
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({
      text: z.string(),
      /** So many of its newest messages were read. */
      messages: z.int(),
    }),
    problems: ['conversation.not-found', ...problems],
  },
  draftByAssist: {
    method: 'POST',
    path: '/assist/draft/:id',
    summary:
      'An answer to what the customer wrote last, from what is published of the knowledge; nothing is sent or stored',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.object({
      text: z.string(),
      /** What it says that it used; empty: it is from no entry. */
      entries: z.array(z.object({ id: KnowledgeAnswerId, title: z.string() })),
    }),
    problems: ['conversation.not-found', ...problems],
  },
  assistUses: {
    method: 'GET',
    path: '/bot/assist',
    summary: 'Whether assist is configured, and how often it was used today',
    access: 'session',
    policy: 'bot',
    reply: AssistUses,
    problems: [],
  },
})
