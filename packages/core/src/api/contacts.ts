import * as z from 'zod'
import { declare } from './call.ts'
import { ConversationId, PathId } from './ids.ts'

export const contactCalls = declare({
  openContact: {
    method: 'POST',
    path: '/messages/agent/messages/:id/contact',
    summary:
      'The conversation with somebody whose number stands on a contact card of a message: theirs, or a new one of a new customer',
    access: 'session',
    policy: 'desk',
    about: { 'params.id': 'message' },
    spends: 'send',
    params: PathId,
    /** As it stands on the card. */
    body: z.object({ number: z.string().min(1).max(100) }),
    reply: z.object({ conversation_id: ConversationId, is_new_customer: z.boolean() }),
    problems: ['message.not-found'],
  },
})
