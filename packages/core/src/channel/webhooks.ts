import * as z from 'zod'
import { declare } from '../call.ts'
import { ConversationId, MessageId, Time } from '../ids.ts'

const count = z.number().int()

/** How many items of webhooks came, and how they ended: `received` is the sum of the other four. */
export const ItemCounts = z.object({
  received: count,
  shown: count,
  folded: count,
  noted: count,
  refused: count,
})
export type ItemCounts = z.output<typeof ItemCounts>

/** An item that has no row of its own in a thread. Never the words of a message. */
export const KeptItem = z.object({
  id: z.string(),
  at: Time,
  end: z.enum(['folded', 'noted', 'refused']),
  /** What it was: `message`, `status`, `error`, or the name of another field of WhatsApp's. */
  noun: z.string(),
  /** Of a refused one: malformed, foreign_number, rule or unstorable. */
  code: z.string().nullable(),
  reason: z.string(),
  /** The message that a folded one is part of; null where that is none, or is not there any more. */
  into: z.object({ message_id: MessageId, conversation_id: ConversationId }).nullable(),
})
export type KeptItem = z.input<typeof KeptItem>

export const WebhookLedger = ItemCounts.extend({
  from: Time,
  until: Time,
  /** Items of webhooks that are not done, in whatever span: none of them is received yet. */
  unfinished: count,
  /** The hours or days of the span in which anything came, with their first instants. */
  steps: z.array(ItemCounts.extend({ from: Time })),
  /** Newest first. */
  items: z.array(KeptItem),
})
export type WebhookLedger = z.input<typeof WebhookLedger>

const instant = z.iso.datetime({ offset: true })

export const webhookCalls = declare({
  webhookLedger: {
    method: 'GET',
    path: '/channels/whatsapp/ledger',
    summary: 'What became of the items of WhatsApp’s webhooks that were done in a span of time',
    access: 'session',
    policy: 'channel',
    query: z.object({
      /** A day before `until` where it is not given. */
      from: instant.optional(),
      /** Up to, and without; now where it is not given. */
      until: instant.optional(),
      by: z.enum(['hour', 'day']).default('hour'),
      /** Only the items that ended so; else the noted and the refused ones. */
      end: z.enum(['folded', 'noted', 'refused']).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Continue behind this item. */
      after: z.string().max(100).optional(),
    }),
    reply: WebhookLedger,
    problems: [],
  },
})
