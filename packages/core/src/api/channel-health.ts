import * as z from 'zod'
import { channelProblems } from '../words/channel-health.ts'
import { declare } from './call.ts'
import { Time } from './ids.ts'

/** Something that is wrong between Parley and WhatsApp now. */
export const ChannelProblem = z.object({
  kind: z.enum(channelProblems),
  /** Since when; null: nobody knows. */
  since: Time.nullable(),
  /** Of `sends-waiting`: how many. Of `silent`: how many messages usually come in such a time. */
  count: z.int().nullable(),
  /** WhatsApp's own words, or its name for how the number stands. */
  said: z.string().nullable(),
})
export type ChannelProblem = z.output<typeof ChannelProblem>

/** How a business number stands. */
export const ChannelHealth = z.object({
  phone_number_id: z.string(),
  /** When WhatsApp last answered how it stands; null: it never did. */
  checked_at: Time.nullable(),
  /** Whether it takes our token: good or refused; null: not known yet. */
  access: z.enum(['good', 'refused']).nullable(),
  /** WhatsApp's word: GREEN, YELLOW, RED; null: none yet. */
  quality: z.string().nullable(),
  /** WhatsApp's word: CONNECTED, FLAGGED, RESTRICTED, …; null: not said. */
  standing: z.string().nullable(),
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
    summary: 'How the business number stands with WhatsApp, and what is wrong',
    access: 'session',
    policy: 'channel',
    reply: ChannelHealth,
    problems: [],
  },
})
