import { Refusal } from '@parley/core/errors'
import type { ProblemCode } from '@parley/core/problems'

/** A path's or query's id as the database's number; null for text that is no id, which is answered like an unknown one. */
export const idOf = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

/** A path's or body's id as the database's number; text that is no id is answered like one that nobody has. */
const idBy =
  (code: ProblemCode) =>
  (text: string): number => {
    const id = idOf(text)
    if (id === null) throw new Refusal(code, { id: text })
    return id
  }

/** @throws Refusal agent.not-found */
export const agentId = idBy('agent.not-found')
/** @throws Refusal reply.not-found */
export const cannedReplyId = idBy('reply.not-found')
/** @throws Refusal conversation.not-found */
export const conversationId = idBy('conversation.not-found')
/** @throws Refusal customer.not-found */
export const customerId = idBy('customer.not-found')
/** @throws Refusal issue.not-found */
export const issueId = idBy('issue.not-found')
/** @throws Refusal answer.not-found */
export const knowledgeAnswerId = idBy('answer.not-found')
/** @throws Refusal merge.not-found */
export const mergeId = idBy('merge.not-found')
/** @throws Refusal message.not-found */
export const messageId = idBy('message.not-found')
/** @throws Refusal job.not-found */
export const jobId = idBy('job.not-found')
/** @throws Refusal view.not-found */
export const savedViewId = idBy('view.not-found')
/** @throws Refusal note.not-found */
export const noteId = idBy('note.not-found')
/** @throws Refusal notification.not-found */
export const notificationId = idBy('notification.not-found')
/** @throws Refusal reminder.not-found */
export const reminderId = idBy('reminder.not-found')
/** @throws Refusal text.not-found */
export const textId = idBy('text.not-found')
/** @throws Refusal session.not-found */
export const sessionId = idBy('session.not-found')
/** @throws Refusal ticket.not-found */
export const ticketId = idBy('ticket.not-found')
