import * as z from 'zod'
import { channelProblems } from './constants.ts'
import { declare } from '../call.ts'
import { Time } from '../ids.ts'

/** A current problem between Parley and WhatsApp. */
export const ChannelProblem = z.object({
  kind: z.enum(channelProblems),
  /** The affected business number, if there are several; null: the problem concerns no single number. */
  number: z.string().nullable(),
  /** The start of the problem; null: unknown. */
  since: Time.nullable(),
  /** For `sends-waiting`: the number of waiting messages. For `silent`: the usual number of messages in such a period. */
  count: z.int().nullable(),
  /** WhatsApp's own text, or its name for the number's status. */
  said: z.string().nullable(),
})
export type ChannelProblem = z.output<typeof ChannelProblem>

/** The state of a business number. */
export const NumberHealth = z.object({
  phone_number_id: z.string(),
  /** Its display name, if there are several; null: there is one. */
  name: z.string().nullable(),
  /** When WhatsApp last returned its state; null: never. */
  checked_at: Time.nullable(),
  /** Whether it accepts our token: good or refused; null: not known yet. */
  access: z.enum(['good', 'refused']).nullable(),
  /** WhatsApp's rating: GREEN, YELLOW, RED; null: none yet. */
  quality: z.string().nullable(),
  /** WhatsApp's status: CONNECTED, FLAGGED, RESTRICTED, …; null: not reported. */
  standing: z.string().nullable(),
})
export type NumberHealth = z.input<typeof NumberHealth>

/** The state of the channel and its business numbers. */
export const ChannelHealth = z.object({
  numbers: z.array(NumberHealth),
  last_inbound_at: Time.nullable(),
  /** Messages that have waited longer than half a minute to be sent. */
  waiting: z.int(),
  /** The worst first. */
  problems: z.array(ChannelProblem),
})
export type ChannelHealth = z.input<typeof ChannelHealth>

export const channelHealthCalls = declare({
  channelHealth: {
    method: 'GET',
    path: '/channels/whatsapp/health',
    summary: 'How the business numbers stand with WhatsApp, and what is wrong',
    policy: 'channel',
    reply: ChannelHealth,
  },
})
