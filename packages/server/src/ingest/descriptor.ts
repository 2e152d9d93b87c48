import type { Descriptor } from '../descriptor.ts'
import { forgetWebhooks } from '../personal-data/forget-webhooks.ts'

/** Raw webhooks. The rows that they created belong to the descriptor of messages. */
export const channelResource: Descriptor = {
  erase: {
    first: ({ tx }, { marks }) => forgetWebhooks(tx, marks),
    tables: { webhook_events: 'code', webhook_items: 'code' },
  },
}
