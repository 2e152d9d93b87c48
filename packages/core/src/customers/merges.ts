import { t } from '../text/translate.ts'
import * as z from 'zod'
import { declare } from '../call.ts'
import { ConversationId, CustomerId, MergeId, PathId, Time } from '../ids.ts'

/** Two customers that an agent declared to be one. */
export const Merge = z.object({
  id: MergeId,
  made_at: Time,
  made_by: z.string(),
  /** The customer whose conversations moved. */
  gone: z.object({ id: CustomerId, name: z.string().nullable(), phone_number: z.string().nullable() }),
  conversation_ids: z.array(ConversationId),
  undone: z.object({ at: Time, by: z.string() }).nullable(),
})
export type Merge = z.output<typeof Merge>

const aboutConversation = { 'params.id': 'conversation' } as const

export const mergeCalls = declare({
  merges: {
    method: 'GET',
    path: '/conversations/:id/merges',
    summary: t('What was merged into the customer of a conversation, newest first'),
    policy: 'desk',
    about: aboutConversation,
    params: PathId,
    reply: z.array(Merge),
    problems: ['conversation.not-found'],
  },
  mergeCustomers: {
    method: 'POST',
    path: '/conversations/:id/merge',
    summary: t('The customer of another conversation is the same person: all of theirs becomes this one’s'),
    policy: 'desk',
    about: { 'params.id': 'conversation', 'body.other_conversation_id': 'conversation' },
    params: PathId,
    body: z.object({ other_conversation_id: z.string().max(100) }),
    reply: Merge,
    problems: ['conversation.not-found', 'customer.erased', 'merge.same-customer'],
  },
  undoMerge: {
    method: 'POST',
    path: '/conversations/:id/merges/:merge/undo',
    summary: 'They are two after all: what moved goes back; what came since stays',
    policy: 'desk',
    about: aboutConversation,
    params: PathId.extend({ merge: z.string().max(100) }),
    reply: null,
    problems: ['conversation.not-found', 'customer.erased', 'merge.not-found', 'merge.undone'],
  },
})
