import * as z from 'zod'
import { declare } from '../call.ts'
import { ConversationId, MessageId, Time } from '../ids.ts'

const count = z.number().int()

/** Counts of webhook items by result: `received` is the sum of the other four. */
export const ItemCounts = z.object({
  received: count,
  shown: count,
  folded: count,
  noted: count,
  refused: count,
})
export type ItemCounts = z.output<typeof ItemCounts>

/** An item without a row of its own in a thread. Never contains the text of a message. */
export const KeptItem = z.object({
  id: z.string(),
  at: Time,
  end: z.enum(['folded', 'noted', 'refused']),
  /** The type of the item: `message`, `status`, `error`, or the name of another WhatsApp field. */
  noun: z.string(),
  /** For a rejected one: malformed, foreign_number, rule or unstorable. */
  code: z.string().nullable(),
  reason: z.string(),
  /** The message into which an item was merged; null if it is not a message, or no longer exists. */
  into: z.object({ message_id: MessageId, conversation_id: ConversationId }).nullable(),
})
export type KeptItem = z.input<typeof KeptItem>

export const WebhookLedger = ItemCounts.extend({
  from: Time,
  until: Time,
  /** Unprocessed webhook items of any time: none of them counts as received yet. */
  unfinished: count,
  /** The hours or days of the range with any items, with their first instants. */
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
    policy: 'channel',
    query: z.object({
      /** Default: a day before `until`. */
      from: instant.optional(),
      /** Exclusive. Default: now. */
      until: instant.optional(),
      by: z.enum(['hour', 'day']).default('hour'),
      /** Only the items with this result; default: the ignored and the rejected ones. */
      end: z.enum(['folded', 'noted', 'refused']).optional(),
      limit: z.coerce.number().int().min(1).max(500).default(100),
      /** Continue after this item. */
      after: z.string().max(100).optional(),
    }),
    reply: WebhookLedger,
  },
})
