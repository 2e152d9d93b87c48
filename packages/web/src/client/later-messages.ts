import { failureSentence } from './action-messages.ts'

/** What parts say that come after the first load, the screens under "Manage" among them, when an action failed. */
const laterMessages = {
  invite: 'Failed to invite',
  editPerson: 'Failed to change the account',
  makeLink: 'Failed to make a link',
  disablePerson: 'Failed to disable the account',
  enablePerson: 'Failed to enable the account',
  dropSecondFactor: 'Failed to remove the second factor',
  saveAnswer: 'Failed to save the answer',
  restoreAnswer: 'Failed to restore the answer',
  downloadKnowledge: 'Failed to download the answers',
  readKnowledge: 'Failed to import the file',
  changeHours: 'Failed to save the business hours',
  changeRouting: 'Failed to save the routing',
  setBotNumber: 'Failed to turn the bot on or off',
  tryBot: 'Failed to ask the bot',
  judgeUnclear: 'Failed to save the label',
  retryJob: 'Failed to retry the job',
  changeSettings: 'Failed to change settings',
  saveView: 'Failed to save the view',
  removeView: 'Failed to delete the view',
  saveCannedReply: 'Failed to save the canned reply',
  removeCannedReply: 'Failed to delete the canned reply',
  exportCustomer: "Failed to export the customer's data",
  eraseCustomer: 'Failed to erase the customer',
  renameCustomer: 'Failed to save the name',
  mergeCustomers: 'Failed to merge the customers',
  undoMerge: 'Failed to undo the merge',
  setStatusOf: 'Failed to set the status',
  endSession: 'Failed to end the session',
} as const

/** What a person reads beside the control whose action failed. */
export const laterFailureWords = (action: keyof typeof laterMessages, cause: unknown): string =>
  failureSentence(laterMessages[action], cause)
