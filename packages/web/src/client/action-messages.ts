import { t } from '@parley/core/text/translate'
import { isUnanswered } from './api-failure.ts'
import { firstMessages, logFailed } from './first-messages.ts'

/** What the console says, and logs, when an action of its failed: the exact words of ERR-20, then those of ERR-19. */
export const actionMessages = {
  fetchConversations: firstMessages.fetchConversations,
  fetchConversation: t('Failed to fetch conversation details'),
  send: t('Failed to send message'),
  updateStatus: t('Failed to update conversation status'),
  assign: t('Failed to assign conversation'),
  upload: t('Failed to upload attachment'),
  getAttachment: t('Failed to get attachment'),
  markSeen: t('Failed to mark conversation as seen'),
  fetchUnread: firstMessages.fetchUnread,
  pollNotices: firstMessages.pollNotices,
  readNotices: firstMessages.readNotices,
  clearNotices: firstMessages.clearNotices,
  fetchReminders: t('Failed to fetch reminders'),
  remind: t('Failed to set the reminder'),
  endReminder: t('Failed to mark the reminder as done'),
  snooze: t('Failed to snooze this conversation'),
  setOwnStatus: t('Failed to set your status'),
} as const

/** The same of tickets: ERR-17, and ERR-21, whose words Q-048 gives. */
export const ticketMessages = {
  fetchTickets: t('Failed to fetch tickets'),
  fetchTicket: t('Failed to load ticket details'),
  createTicket: t('Failed to create ticket'),
  updateTicket: t('Failed to update ticket'),
  setPriority: t('Failed to set ticket priority'),
  resolveTicket: t('Failed to resolve ticket'),
  reopenTicket: t('Failed to reopen ticket'),
  closeTicket: t('Failed to close ticket'),
} as const

/** The same of issues (ERR-21). */
export const issueMessages = {
  fetchIssues: t('Failed to fetch issues'),
  createIssue: t('Failed to create issue'),
  resolveIssue: t('Failed to resolve issue'),
  reopenIssue: t('Failed to reopen issue'),
  attachMessage: t('Failed to attach message to issue'),
} as const

/** The same of applications (ERR-21). */
export const applicationMessages = {
  fetchApplications: t('Failed to fetch applications'),
  fetchApplication: t('Failed to fetch application details'),
  updateApplicationStatus: t('Failed to update application status'),
  addNote: t('Failed to add note'),
  updateVerification: t('Failed to update verification'),
  askForDocument: t('Failed to ask for the document'),
  askCustomer: t('Failed to prepare the message'),
  beginApplication: t('Failed to start the application'),
  fillApplication: t('Failed to fill in the field'),
  letBotAsk: t('Failed to let the bot ask the customer'),
} as const

/** What the requirements have no words for. */
export const otherMessages = {
  fetchNotes: t('Failed to fetch internal notes'),
  editNote: t('Failed to change the note'),
  reactToNote: t('Failed to react to the note'),
  deleteNote: t('Failed to delete the note'),
  fetchCustomerNote: t('Failed to fetch the customer note'),
  saveCustomerNote: t('Failed to save the customer note'),
  changeConversations: t('Failed to change the conversations'),
  undoConversations: t('Failed to undo the changes'),
  handOver: t('Failed to hand over'),
  markNoReply: t('Failed to mark that no reply is needed'),
  undoNoReply: t('Failed to let the customer wait again'),
  setFinishing: t('Failed to stop your offers'),
  fetchBrief: t('Failed to fetch the handoff summary'),
  withdrawOffer: t('Failed to withdraw the offer'),
  updateTags: t('Failed to update conversation tags'),
  fetchCapabilities: firstMessages.fetchCapabilities,
  fetchAccount: t('Failed to fetch the account'),
  fetchAttempts: t('Failed to fetch the delivery times'),
  fetchCannedReplies: t('Failed to fetch canned replies'),
  fetchTemplates: t('Failed to fetch templates'),
  openContact: t('Failed to open a conversation with the contact'),
  takeBack: t('Failed to undo sending'),
  react: t('Failed to react to message'),
  fetchMerges: t('Failed to fetch the merged customers'),
  fetchPeople: t('Failed to fetch accounts'),
  fetchSessions: t('Failed to fetch sessions'),
  fetchAudit: t('Failed to fetch the audit log'),
  fetchSettings: t('Failed to fetch settings'),
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

/** The failure of an action, logged, as an error in words for a person. */
export function failed(action: keyof typeof messages, cause: unknown): Error {
  logFailure(action, cause)
  return new Error(failureWords(action, cause), { cause })
}

/** Of a rule that runs in the page. By its name: the class itself would bring the server's every sentence to the first screen. */
const isApiError = (cause: unknown): boolean => cause instanceof Error && cause.name === 'Refusal'

/** What an agent reads beside the control whose action failed: the thing, the reason, and what to do. */
export const failureWords = (action: keyof typeof messages, cause: unknown): string =>
  failureSentence(messages[action], cause)

/** The same of words that come with their screen; without a full stop. */
export function failureSentence(words: string, cause: unknown): string {
  const reason = cause instanceof Error ? cause.message : t('unknown reason')
  const again = isUnanswered(cause) && !isApiError(cause)
  return `${words}: ${reason}.${again ? t(' Try again.') : ''}`
}
