import { ApiError } from '@parley/core/errors'
import type { ProblemCode } from '@parley/core/problems'

/** The database id in a path or query. Null for text that is no id; callers treat it like an unknown id. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** The database id in a path or body. Text that is no id gets the same error as an unknown id. */
export const idBy =
  (code: ProblemCode) =>
  (text: string): number => {
    const id = idOf(text)
    if (id === null) throw new ApiError(code, { id: text })
    return id
  }

/** @throws ApiError agent.not-found */
export const agentId = idBy('agent.not-found')
/** @throws ApiError reply.not-found */
export const cannedReplyId = idBy('reply.not-found')
/** @throws ApiError conversation.not-found */
export const conversationId = idBy('conversation.not-found')
/** @throws ApiError customer.not-found */
export const customerId = idBy('customer.not-found')
/** @throws ApiError issue.not-found */
export const issueId = idBy('issue.not-found')
/** @throws ApiError answer.not-found */
export const knowledgeAnswerId = idBy('answer.not-found')
/** @throws ApiError merge.not-found */
export const mergeId = idBy('merge.not-found')
/** @throws ApiError message.not-found */
export const messageId = idBy('message.not-found')
/** @throws ApiError job.not-found */
export const jobId = idBy('job.not-found')
/** @throws ApiError view.not-found */
export const savedViewId = idBy('view.not-found')
/** @throws ApiError note.not-found */
export const noteId = idBy('note.not-found')
/** @throws ApiError notification.not-found */
export const notificationId = idBy('notification.not-found')
/** @throws ApiError reminder.not-found */
export const reminderId = idBy('reminder.not-found')
/** @throws ApiError text.not-found */
export const textId = idBy('text.not-found')
/** @throws ApiError session.not-found */
export const sessionId = idBy('session.not-found')
/** @throws ApiError ticket.not-found */
export const ticketId = idBy('ticket.not-found')
