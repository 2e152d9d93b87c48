import * as z from 'zod'
import { handoverReasons, lineWriters } from './brief-constants.ts'
import { intentNames, slotNames } from '../intent/constants.ts'
import { languages } from '../text/languages.ts'
import { ApplicationKind, ApplicationStatus } from '../applications/application.ts'
import { declare } from '../call.ts'
import { Reach } from '../conversations/api.ts'
import { PathId, Time } from '../ids.ts'

/**
 * The handoff summary: stored facts for an agent who is about to take over a conversation. It has no text that was taken back or
 * erased.
 */
export const Brief = z.object({
  /** The note that the caller was offered the conversation with, and its writer; null: no open offer to them, or no note. */
  offer_note: z.object({ name: z.string(), text: z.string() }).nullable(),
  /** The bot's last handover and its reason; null: there was none, or the bot has it now. */
  handed_over: z.object({ at: Time, reason: z.enum(handoverReasons) }).nullable(),
  /** The customer's intent, with the bot's confidence (0 to 1; 1 for a pressed choice). */
  wants: z
    .object({ intent: z.enum(intentNames), label: z.string(), confidence: z.number().min(0).max(1) })
    .nullable(),
  /** Details from the customer, in readable form; `value` null: the bot asked, and the customer did not answer. */
  slots: z.array(z.object({ name: z.enum(slotNames), label: z.string(), value: z.string().nullable() })),
  /** The customer's questions, with the titles of the knowledge answers they got, oldest first. */
  answered: z.array(z.object({ question: z.string(), answer: z.string() })),
  /** The texts that the bot did not understand, oldest first. */
  unclear: z.array(z.string()),
  /** The application that the customer began in the chat; `asked` is the open question. */
  form: z.object({ kind: ApplicationKind, number: z.string(), asked: z.string() }).nullable(),
  /** The customer's language; null: unknown. */
  language: z.enum(languages).nullable(),
  /** The newest three messages, oldest first; `text` may be empty, for a file without text. */
  last_lines: z.array(
    z.object({ from: z.enum(lineWriters), text: z.string(), message_type: z.string(), at: Time }),
  ),
  window: Reach,
  /** The open tickets of this conversation, newest first. */
  open_tickets: z.array(z.object({ number: z.string(), title: z.string() })),
  /** The applications of this customer, newest first. */
  applications: z.array(z.object({ kind: ApplicationKind, number: z.string(), status: ApplicationStatus })),
  /** The previous owner, and the end of their ownership. */
  previous_owner: z.object({ name: z.string(), at: Time }).nullable(),
  /** Whether the bot answers at its number, so that it can be returned to the bot. */
  bot_on: z.boolean(),
})
export type Brief = z.output<typeof Brief>

export const briefCalls = declare({
  handoffBrief: {
    method: 'GET',
    path: '/handoff/brief/:id',
    summary: 'What is known of a conversation before somebody takes it, of stored facts alone',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: Brief,
    problems: ['conversation.not-found'],
  },
})
