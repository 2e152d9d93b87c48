import * as z from 'zod'
import { cannedLimits, cannedScopes, shortcutForm } from './constants.ts'
import { languages } from '../text/languages.ts'
import { Attachment } from '../attachments/api.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { AgentId, CannedReplyId, PathId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

const said = (most: number) => typedText(most).min(1, 'must not be empty')

const CannedWords = z.object({
  /** Without the slash. */
  shortcut: typedText(cannedLimits.shortcut)
    .toLowerCase()
    .regex(shortcutForm, 'must be small letters, figures and hyphens between them, as in pay-mtn'),
  title: said(cannedLimits.title),
  /** With variables such as {first_name}; the agent fills in unknown ones. */
  body: said(cannedLimits.body),
  /** Null: none, or several. */
  language: z.enum(languages).nullable(),
})

/** A canned reply as its editor writes it. */
export const CannedContent = CannedWords.extend({
  /**
   * Its files, in order: those that it has, and the editor's own uploads that nothing uses yet. Absent: a new reply has none, and
   * an existing one keeps its files.
   */
  document_ids: z
    .array(z.string())
    .max(cannedLimits.files, `must be at most ${cannedLimits.files} files`)
    .refine(ids => new Set(ids).size === ids.length, 'must name each file once')
    .optional(),
})
export type CannedContent = z.output<typeof CannedContent>

const Editor = z.object({ id: AgentId, name: z.string() })

/** A canned reply: shared, or the reader's own. */
export const CannedReply = CannedWords.extend({
  id: CannedReplyId,
  scope: orElse(z.enum(cannedScopes), 'shared'),
  attachments: z.array(Attachment),
  /** Rises with every edit; an edit names the version on which it is based. */
  version: z.int(),
  /** Messages sent from it. */
  uses: z.int(),
  /** By the conversation's intent at that time; messages without one are left out. */
  uses_by_intent: z.record(z.string(), z.int()),
  created_at: Time,
  /** Null: no signed-in agent. */
  created_by: Editor.nullable(),
  updated_at: Time,
  updated_by: Editor.nullable(),
})
export type CannedReply = z.output<typeof CannedReply>
export type CannedReplyEntity = Plain<CannedReply>

export const cannedReplyCalls = declare({
  cannedReplies: {
    method: 'GET',
    path: '/canned-replies',
    summary: 'The shared canned replies and the caller’s own, by shortcut',
    policy: 'desk',
    reply: z.array(CannedReply),
  },
  createCannedReply: {
    method: 'POST',
    path: '/canned-replies',
    summary: 'A new canned reply; the same id of the client again is the one that was made',
    policy: 'desk',
    also: { policy: 'shared-replies', field: 'scope', values: ['shared'] },
    body: z.object({
      client_reply_id: z.string().min(1).max(100),
      scope: z.enum(cannedScopes),
      content: CannedContent,
    }),
    reply: CannedReply,
    problems: ['reply.taken', 'reply.too-many', 'reply.same-client-id', 'attachment.not-found'],
  },
  changeCannedReply: {
    method: 'PUT',
    path: '/canned-replies/:id',
    summary: 'Change an own canned reply, or with the right to it a shared one',
    policy: 'desk',
    params: PathId,
    body: z.object({ version: z.int(), content: CannedContent }),
    reply: CannedReply,
    problems: ['reply.not-found', 'reply.changed', 'reply.taken', 'attachment.not-found'],
  },
  removeCannedReply: {
    method: 'DELETE',
    path: '/canned-replies/:id',
    summary: 'Delete an own canned reply, or with the right to it a shared one',
    policy: 'desk',
    params: PathId,
    body: z.object({ version: z.int() }),
    reply: null,
    problems: ['reply.not-found', 'reply.changed'],
  },
  takeCannedFile: {
    method: 'POST',
    path: '/canned-replies/:id/files',
    summary:
      'A file of a canned reply as an upload of the caller’s own, which stays whatever becomes of the reply',
    policy: 'desk',
    spends: 'upload',
    params: PathId,
    body: z.object({ document_id: z.string() }),
    reply: Attachment,
    problems: ['reply.not-found', 'attachment.not-found'],
  },
})
