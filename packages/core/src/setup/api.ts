import * as z from 'zod'
import { roles } from '../access/policies.ts'
import { setupTroubles } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, ConversationId, Time } from '../ids.ts'

/** Something that has to be seen to work. */
export const SetupCheck = z.object({
  /** When it was seen last; null: never, or it does not any more. */
  seen_at: Time.nullable(),
  /** Why not, as far as that is known. */
  wrong: z.enum(setupTroubles).nullable(),
  /** WhatsApp's own words for it. */
  said: z.string().nullable(),
})
export type SetupCheck = z.output<typeof SetupCheck>

/** How far the conversation of a number that went the farthest has come: each null until it was seen. */
export const SetupTalk = z.object({
  conversation_id: ConversationId.nullable(),
  /** The customer's first message was stored. */
  received_at: Time.nullable(),
  /** An agent first had it before them. */
  shown_at: Time.nullable(),
  /** WhatsApp took an agent's first answer. */
  answered_at: Time.nullable(),
  /** The customer's phone first said that an answer was read. */
  read_at: Time.nullable(),
})
export type SetupTalk = z.output<typeof SetupTalk>

/** A business number at WhatsApp. */
export const NumberSetup = z.object({
  phone_number_id: z.string(),
  /** What agents call it, where there are several; null: there is one. */
  name: z.string().nullable(),
  /** The number as WhatsApp writes it; null: it was not said yet. */
  display_number: z.string().nullable(),
  /** Whether the bot answers first there. */
  bot_answers: z.boolean(),
  token: SetupCheck,
  number: SetupCheck,
  webhook: SetupCheck,
  signature: SetupCheck,
  talk: SetupTalk,
})
export type NumberSetup = z.output<typeof NumberSetup>

/** Somebody who answers: an agent or a supervisor whose account is not disabled. */
export const SetupPerson = z.object({
  id: AgentId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** When they were invited, as long as they have not set a password. */
  invited_at: Time.nullable(),
  /** When they signed in last, within a month at least. */
  signed_in_at: Time.nullable(),
  second_factor: z.boolean(),
})
export type SetupPerson = z.output<typeof SetupPerson>

/** The steps to the first conversation, with what was seen of each. */
export const Setup = z.object({
  /** Whether administrators are led here: it is no demo, not all is done, and nobody skipped it. */
  offered: z.boolean(),
  skipped: z.boolean(),
  done: z.object({ connect: z.boolean(), people: z.boolean(), test: z.boolean() }),
  numbers: z.array(NumberSetup),
  people: z.object({
    signed_in_count: z.int(),
    total: z.int(),
    /** Up to twenty, those first who have not signed in. */
    shown: z.array(SetupPerson),
  }),
})
export type Setup = z.output<typeof Setup>

export const setupCalls = declare({
  setup: {
    method: 'GET',
    path: '/setup',
    summary: 'The three steps to the first conversation, and when each was seen to work',
    access: 'session',
    policy: 'settings',
    reply: Setup,
    problems: [],
  },
})
