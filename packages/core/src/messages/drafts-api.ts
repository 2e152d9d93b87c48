import * as z from 'zod'
import { maxDraftLength } from './constants.ts'
import { declare, type Plain } from '../call.ts'
import { DraftStepFields } from './draft-step.ts'
import { ConversationId, PathId, Time } from '../ids.ts'
import { QuotedMessage } from './api.ts'
import { textOf } from '../text/typed.ts'

/** The caller's own unsent text in one conversation. */
export const MessageDraft = z.object({
  conversation_id: ConversationId,
  /** New with every change, and never reused; 0: there never was a draft. */
  version: z.int(),
  /** Empty and without a quote: the draft has ended. */
  text: z.string(),
  /** The message that it answers; null: none. */
  quoted: QuotedMessage.nullable(),
  /** The page of the last write. */
  page_id: z.string(),
  updated_at: Time,
})
export type MessageDraft = z.output<typeof MessageDraft>
export type MessageDraftEntity = Plain<MessageDraft>

export const MessageDrafts = z.object({
  drafts: z.array(MessageDraft),
  /** The version, by conversation, of each draft that was sent or emptied within the last day. */
  ended: z.record(z.string(), z.int()),
})

export const messageDraftCalls = declare({
  messageDrafts: {
    method: 'GET',
    path: '/message-drafts',
    summary: 'The caller’s own drafts, in the conversations that they may see; nobody else reads them',
    policy: 'desk',
    reply: MessageDrafts,
    headers: ['Parley-Seq'],
  },
  writeMessageDraft: {
    method: 'PUT',
    path: '/conversations/:id/message-draft',
    summary: 'Keeps what the caller has begun to say there; without words there is no draft any more',
    policy: 'desk',
    about: { 'params.id': 'conversation', 'body.quoted_message_id': 'message' },
    params: PathId,
    body: DraftStepFields.extend({
      text: textOf(maxDraftLength),
      quoted_message_id: z.string().max(100).nullable(),
    }),
    reply: MessageDraft,
    problems: ['conversation.not-found', 'customer.erased', 'draft.changed'],
  },
})
