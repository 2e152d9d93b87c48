import * as z from 'zod'

/** Ids of all resources come from one sequence, so ids of two types never collide. In the API they are decimal strings. */
const id = z.string().regex(/^[1-9]\d{0,17}$/, 'must be a decimal id')

export const AgentId = id.brand<'AgentId'>()
export const ConversationId = id.brand<'ConversationId'>()
export const CustomerId = id.brand<'CustomerId'>()
export const MessageId = id.brand<'MessageId'>()
export const AttachmentId = id.brand<'AttachmentId'>()
export const TicketId = id.brand<'TicketId'>()
export const IssueId = id.brand<'IssueId'>()
export const ApplicationId = id.brand<'ApplicationId'>()
export const AssignmentId = id.brand<'AssignmentId'>()
export const NotificationId = id.brand<'NotificationId'>()
export const MergeId = id.brand<'MergeId'>()
export const KnowledgeAnswerId = id.brand<'KnowledgeAnswerId'>()
export const CannedReplyId = id.brand<'CannedReplyId'>()
export const NoteId = id.brand<'NoteId'>()
export const ReminderId = id.brand<'ReminderId'>()
export const SavedViewId = id.brand<'SavedViewId'>()
export const SessionId = id.brand<'SessionId'>()
export const JobId = id.brand<'JobId'>()

export type AgentId = z.output<typeof AgentId>
export type ConversationId = z.output<typeof ConversationId>
export type CustomerId = z.output<typeof CustomerId>
export type MessageId = z.output<typeof MessageId>
export type AttachmentId = z.output<typeof AttachmentId>
export type TicketId = z.output<typeof TicketId>
export type IssueId = z.output<typeof IssueId>
export type ApplicationId = z.output<typeof ApplicationId>
export type AssignmentId = z.output<typeof AssignmentId>
export type NotificationId = z.output<typeof NotificationId>
export type MergeId = z.output<typeof MergeId>
export type KnowledgeAnswerId = z.output<typeof KnowledgeAnswerId>
export type CannedReplyId = z.output<typeof CannedReplyId>
export type NoteId = z.output<typeof NoteId>
export type ReminderId = z.output<typeof ReminderId>
export type SavedViewId = z.output<typeof SavedViewId>
export type SessionId = z.output<typeof SessionId>
export type JobId = z.output<typeof JobId>

/** Resources whose rows belong to one conversation each, by their noun in `about` and in the event of a change. */
export const conversationRows = ['ticket', 'issue', 'note', 'reminder'] as const
export type ConversationRow = (typeof conversationRows)[number]

/** A path's id. Any text is accepted, so that an impossible id gets the same response as an unknown one: 404 with a sentence. */
export const PathId = z.object({ id: z.string().max(100) })

/** ISO 8601, UTC, milliseconds. */
export const Time = z.iso.datetime()
