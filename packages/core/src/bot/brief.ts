import * as z from 'zod'
import { handoverReasons, lineWriters } from './brief-constants.ts'
import { intentNames, slotNames } from '../intent/constants.ts'
import { languages } from '../text/languages.ts'
import { ApplicationKind, ApplicationStatus } from '../applications/application.ts'
import { declare } from '../call.ts'
import { Reach } from '../conversations/api.ts'
import { PathId, Time } from '../ids.ts'

/** What is known of a conversation that somebody is about to take: stored facts, and no word that was taken back or erased. */
export const Brief = z.object({
  /** When the bot gave it to people last, and why; null: it never did, or has it now. */
  handed_over: z.object({ at: Time, reason: z.enum(handoverReasons) }).nullable(),
  /** What the customer wants, with the bot's confidence (0 to 1; 1 for what was pressed). */
  wants: z
    .object({ intent: z.enum(intentNames), label: z.string(), confidence: z.number().min(0).max(1) })
    .nullable(),
  /** What the customer named, as people read it; `value` null: the bot asked, and they did not say. */
  slots: z.array(z.object({ name: z.enum(slotNames), label: z.string(), value: z.string().nullable() })),
  /** What they asked, and which answer of the knowledge they got, oldest first. */
  answered: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** What the bot did not understand, oldest first. */
  unclear: z.array(z.string()),
  /** The application that they have begun in the chat; `asked` is the question that stands open. */
  form: z.object({ kind: ApplicationKind, number: z.string(), asked: z.string() }).nullable(),
  /** What they write; null: not known. */
  language: z.enum(languages).nullable(),
  /** The newest three messages, oldest first; `text` may be empty, for a file without words. */
  last_lines: z.array(
    z.object({ from: z.enum(lineWriters), text: z.string(), message_type: z.string(), at: Time }),
  ),
  window: Reach,
  /** Of this conversation, newest first. */
  open_tickets: z.array(z.object({ number: z.string(), title: z.string() })),
  /** Of this customer, newest first. */
  applications: z.array(z.object({ kind: ApplicationKind, number: z.string(), status: ApplicationStatus })),
  /** Who had it before, and until when. */
  previous_owner: z.object({ name: z.string(), at: Time }).nullable(),
  /** Whether the bot answers at its number, so that it can be given back. */
  bot_on: z.boolean(),
})
export type Brief = z.output<typeof Brief>

export const briefCalls = declare({
  handoffBrief: {
    method: 'GET',
    path: '/handoff/brief/:id',
    summary: 'What is known of a conversation before somebody takes it, of stored facts alone',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: Brief,
    problems: ['conversation.not-found'],
  },
})
