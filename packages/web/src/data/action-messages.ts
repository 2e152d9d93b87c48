import { Refusal } from '@parley/core/errors'
import { isUnanswered } from './api-failure.ts'

/** What the console says, and logs, when an action of its failed (the exact words of ERR-20, and in their manner ERR-21). */
export const actionMessages = {
  fetchConversations: 'Failed to fetch conversations',
  fetchConversation: 'Failed to fetch conversation details',
  send: 'Failed to send message',
  updateStatus: 'Failed to update conversation status',
  assign: 'Failed to assign conversation',
  upload: 'Failed to upload attachment',
  getAttachment: 'Failed to get attachment',
  markSeen: 'Failed to mark conversation as seen',
  fetchUnread: 'Failed to fetch unread statistics',
  updateTags: 'Failed to update conversation tags',
  fetchCapabilities: 'Failed to fetch what the server serves',
  fetchIssues: 'Failed to fetch issues',
  createIssue: 'Failed to create issue',
  resolveIssue: 'Failed to resolve issue',
  reopenIssue: 'Failed to reopen issue',
  attachMessage: 'Failed to attach message to issue',
} as const

/** Logs a failed action with its cause. Causes are failures of calls: they carry no text of a customer. */
export const logFailure = (action: keyof typeof actionMessages, cause: unknown): void =>
  console.warn(actionMessages[action], cause instanceof Error ? cause.message : cause)

/** What an agent reads beside the control whose action failed: the thing, the reason, and what to do. */
export function failureWords(action: keyof typeof actionMessages, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : 'The reason is not known'
  const again = isUnanswered(cause) && !(cause instanceof Refusal)
  return `${actionMessages[action]}: ${reason}.${again ? ' Try again.' : ''}`
}
