import * as z from 'zod'
import { roles } from '../access/policies.ts'
import { setupTroubles } from './constants.ts'
import { declare } from '../call.ts'
import { AgentId, ConversationId, Time } from '../ids.ts'

/** A check of the set-up. */
export const SetupCheck = z.object({
  /** When it last worked; null: never, or it no longer works. */
  seen_at: Time.nullable(),
  /** The reason, if known. */
  wrong: z.enum(setupTroubles).nullable(),
  /** WhatsApp's own words for it. */
  said: z.string().nullable(),
})
export type SetupCheck = z.output<typeof SetupCheck>

/** The progress of a number's furthest conversation; null: not reached. */
export const SetupTalk = z.object({
  conversation_id: ConversationId.nullable(),
  /** The customer's first message was stored. */
  received_at: Time.nullable(),
  /** An agent first had it on the screen. */
  shown_at: Time.nullable(),
  /** WhatsApp accepted an agent's first reply. */
  answered_at: Time.nullable(),
  /** The customer's phone first reported a reply as read. */
  read_at: Time.nullable(),
})
export type SetupTalk = z.output<typeof SetupTalk>

/** A business number at WhatsApp. */
export const NumberSetup = z.object({
  phone_number_id: z.string(),
  /** Its name among several; null: there is one number. */
  name: z.string().nullable(),
  /** As WhatsApp writes it; null: not known yet. */
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

/** An agent or supervisor whose account is not disabled. */
export const SetupPerson = z.object({
  id: AgentId,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** Null once they have set a password. */
  invited_at: Time.nullable(),
  /** Their last sign-in; one older than a month may be missing. */
  signed_in_at: Time.nullable(),
  second_factor: z.boolean(),
})
export type SetupPerson = z.output<typeof SetupPerson>

/** The steps to the first conversation. */
export const Setup = z.object({
  /** Whether administrators are sent here: no demo, not done, not skipped. */
  offered: z.boolean(),
  skipped: z.boolean(),
  done: z.object({ connect: z.boolean(), people: z.boolean(), test: z.boolean() }),
  numbers: z.array(NumberSetup),
  people: z.object({
    signed_in_count: z.int(),
    total: z.int(),
    /** Up to twenty; people who have not signed in are first. */
    shown: z.array(SetupPerson),
  }),
})
export type Setup = z.output<typeof Setup>

export const setupCalls = declare({
  setup: {
    method: 'GET',
    path: '/setup',
    summary: 'The three steps to the first conversation, and when each was seen to work',
    policy: 'settings',
    reply: Setup,
  },
})
