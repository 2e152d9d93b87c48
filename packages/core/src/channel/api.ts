import * as z from 'zod'
import { channelProblems } from './constants.ts'
import { declare } from '../call.ts'
import { Time } from '../ids.ts'

/** Something that is wrong between Parley and WhatsApp now. */
export const ChannelProblem = z.object({
  kind: z.enum(channelProblems),
  /** The business number that it is wrong with, where there are several; null: it is not of one number. */
  number: z.string().nullable(),
  /** Since when; null: nobody knows. */
  since: Time.nullable(),
  /** Of `sends-waiting`: how many. Of `silent`: how many messages usually come in such a time. */
  count: z.int().nullable(),
  /** WhatsApp's own words, or its name for how the number stands. */
  said: z.string().nullable(),
})
export type ChannelProblem = z.output<typeof ChannelProblem>

/** How a business number stands. */
export const NumberHealth = z.object({
  phone_number_id: z.string(),
  /** What agents call it, where there are several; null: there is one. */
  name: z.string().nullable(),
  /** When WhatsApp last answered how it stands; null: it never did. */
  checked_at: Time.nullable(),
  /** Whether it takes our token: good or refused; null: not known yet. */
  access: z.enum(['good', 'refused']).nullable(),
  /** WhatsApp's word: GREEN, YELLOW, RED; null: none yet. */
  quality: z.string().nullable(),
  /** WhatsApp's word: CONNECTED, FLAGGED, RESTRICTED, …; null: not said. */
  standing: z.string().nullable(),
})
export type NumberHealth = z.input<typeof NumberHealth>

/** How the business numbers stand. */
export const ChannelHealth = z.object({
  numbers: z.array(NumberHealth),
  last_inbound_at: Time.nullable(),
  /** Messages that wait to be sent longer than half a minute. */
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
    access: 'session',
    policy: 'channel',
    reply: ChannelHealth,
    problems: [],
  },
})
