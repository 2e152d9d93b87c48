import { isUnanswered } from './api-failure.ts'
import { firstMessages, logFailed } from './first-messages.ts'

/** What the console says, and logs, when an action of its failed: the exact words of ERR-20, then those of ERR-19. */
export const actionMessages = {
  fetchConversations: firstMessages.fetchConversations,
  fetchConversation: 'Failed to fetch conversation details',
  send: 'Failed to send message',
  updateStatus: 'Failed to update conversation status',
  assign: 'Failed to assign conversation',
  upload: 'Failed to upload attachment',
  getAttachment: 'Failed to get attachment',
  markSeen: 'Failed to mark conversation as seen',
  fetchUnread: firstMessages.fetchUnread,
  pollNotices: firstMessages.pollNotices,
  readNotices: firstMessages.readNotices,
  clearNotices: firstMessages.clearNotices,
  fetchReminders: 'Failed to fetch reminders',
  remind: 'Failed to set the reminder',
  endReminder: 'Failed to mark the reminder as done',
  snooze: 'Failed to snooze this conversation',
  setOwnStatus: 'Failed to set your status',
} as const

/** The same of tickets: ERR-17, and ERR-21, whose words Q-048 gives. */
export const ticketMessages = {
  fetchTickets: 'Failed to fetch tickets',
  fetchTicket: 'Failed to load ticket details',
  createTicket: 'Failed to create ticket',
  updateTicket: 'Failed to update ticket',
  setPriority: 'Failed to set ticket priority',
  resolveTicket: 'Failed to resolve ticket',
  reopenTicket: 'Failed to reopen ticket',
  closeTicket: 'Failed to close ticket',
} as const

/** The same of issues (ERR-21). */
export const issueMessages = {
  fetchIssues: 'Failed to fetch issues',
  createIssue: 'Failed to create issue',
  resolveIssue: 'Failed to resolve issue',
  reopenIssue: 'Failed to reopen issue',
  attachMessage: 'Failed to attach message to issue',
} as const

/** The same of applications (ERR-21). */
export const applicationMessages = {
  fetchApplications: 'Failed to fetch applications',
  fetchApplication: 'Failed to fetch application details',
  updateApplicationStatus: 'Failed to update application status',
  addNote: 'Failed to add note',
  updateVerification: 'Failed to update verification',
  askForDocument: 'Failed to ask for the document',
  askCustomer: 'Failed to prepare the message',
  beginApplication: 'Failed to start the application',
  fillApplication: 'Failed to fill in the field',
  letBotAsk: 'Failed to let the bot ask the customer',
} as const

/** What the requirements have no words for. */
export const otherMessages = {
  fetchNotes: 'Failed to fetch internal notes',
  editNote: 'Failed to change the note',
  reactToNote: 'Failed to react to the note',
  deleteNote: 'Failed to delete the note',
  fetchCustomerNote: 'Failed to fetch the customer note',
  saveCustomerNote: 'Failed to save the customer note',
  changeConversations: 'Failed to change the conversations',
  undoConversations: 'Failed to undo the changes',
  handOver: 'Failed to hand over',
  updateTags: 'Failed to update conversation tags',
  fetchCapabilities: firstMessages.fetchCapabilities,
  fetchAccount: 'Failed to fetch the account',
  fetchAttempts: 'Failed to fetch the delivery times',
  fetchCannedReplies: 'Failed to fetch canned replies',
  fetchTemplates: 'Failed to fetch templates',
  openContact: 'Failed to open a conversation with the contact',
  takeBack: 'Failed to undo sending',
  react: 'Failed to react to message',
  fetchMerges: 'Failed to fetch the merged customers',
  fetchPeople: 'Failed to fetch accounts',
  fetchSessions: 'Failed to fetch sessions',
  fetchAudit: 'Failed to fetch the audit log',
  fetchSettings: 'Failed to fetch settings',
} as const

const messages = {
  ...actionMessages,
  ...ticketMessages,
  ...issueMessages,
  ...applicationMessages,
  ...otherMessages,
}

/** Logs a failed action with its cause. */
export const logFailure = (action: keyof typeof messages, cause: unknown): void =>
  logFailed(messages[action], cause)

/** Of a rule that runs in the page. By its name: the class itself would bring the server's every sentence to the first screen. */
const isApiError = (cause: unknown): boolean => cause instanceof Error && cause.name === 'Refusal'

/** What an agent reads beside the control whose action failed: the thing, the reason, and what to do. */
export const failureWords = (action: keyof typeof messages, cause: unknown): string =>
  failureSentence(messages[action], cause)

/** The same of words that come with their screen; without a full stop. */
export function failureSentence(words: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : 'unknown reason'
  const again = isUnanswered(cause) && !isApiError(cause)
  return `${words}: ${reason}.${again ? ' Try again.' : ''}`
}
