import * as z from 'zod'
import { declare } from '../call.ts'
import { PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'
import { type ApplicationKind, IppApplication, LibApplication } from './application.ts'
import { maxFieldsAtOnce, maxFieldText } from './constants.ts'

const BeginApplicationBody = z.object({
  /** The customer's conversation, in which the bot asks the questions. */
  conversation_id: z.string().max(100),
  /** Whether the bot asks the customer the questions from now on; it then owns the conversation. */
  bot_asks: z.boolean().default(false),
})

const FieldEdit = z.object({
  /** The path of a field, as in `provenance`: `personal_details.full_name`, `beneficiaries.0.percentage`. */
  field: z.string().min(1).max(100),
  /** In the customer's own words: parsed like an answer in the chat. */
  value: typedText(maxFieldText).min(1),
  /** The time of the replaced value, from its provenance; null: there was none. Absent: any value. */
  replaces: Time.nullable().optional(),
})
export type FieldEdit = z.output<typeof FieldEdit>

const FillApplicationBody = z.object({
  /** All of them or none. */
  fields: z.array(FieldEdit).min(1).max(maxFieldsAtOnce),
  /** The version on which the edit is based; a stale one is rejected. Absent: any version. */
  version: z.int().optional(),
})

const area = 'applications' as const

const begin = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/drafts`,
    summary: `${name} application: begin the form for a customer, and have the bot ask for it where that is wanted`,
    policy: 'desk',
    about: { 'body.conversation_id': 'conversation' },
    area,
    body: BeginApplicationBody,
    reply,
    problems: [
      'conversation.not-found',
      'conversation.archived',
      'customer.erased',
      'application.begun-already',
      'bot.off',
      'assignment.taken',
      'message.window-closed',
      'message.unreachable',
    ],
  }) as const

const fill = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'PATCH',
    path: `/applications/${kind}/:id/fields`,
    summary: `${name} application: fill in or correct fields of a form that the customer has not sent in, on their behalf`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    body: FillApplicationBody,
    reply,
    problems: [
      'application.not-found',
      'application.stale',
      'application.takes-no-fields',
      'customer.erased',
    ],
  }) as const

const letBotAsk = <const K extends ApplicationKind, R extends z.ZodType>(kind: K, reply: R, name: string) =>
  ({
    method: 'POST',
    path: `/applications/${kind}/:id/bot`,
    summary: `${name} application: give the conversation to the bot, which asks for what is still open`,
    policy: 'desk',
    about: { 'params.id': 'application' },
    area,
    params: PathId,
    reply,
    problems: [
      'application.not-found',
      'application.takes-no-fields',
      'conversation.archived',
      'customer.erased',
      'bot.off',
      'assignment.taken',
      'message.window-closed',
      'message.unreachable',
    ],
  }) as const

const ipp = 'IPP'
const lib = 'LIB Flex'

/** Calls for an agent who fills in a form on a customer's behalf. */
export const applicationDraftCalls = declare({
  beginIppApplication: begin('ipp', IppApplication, ipp),
  fillIppApplication: fill('ipp', IppApplication, ipp),
  letBotAskIppApplication: letBotAsk('ipp', IppApplication, ipp),
  beginLibApplication: begin('lib', LibApplication, lib),
  fillLibApplication: fill('lib', LibApplication, lib),
  letBotAskLibApplication: letBotAsk('lib', LibApplication, lib),
})
