import { t } from '@parley/core/text/translate'
import { failureSentence } from './action-messages.ts'

/** What parts say that come after the first load, the screens under "Manage" among them, when an action failed. */
const laterMessages = {
  invite: t('Failed to invite'),
  editPerson: t('Failed to change the account'),
  makeLink: t('Failed to make a link'),
  disablePerson: t('Failed to disable the account'),
  enablePerson: t('Failed to enable the account'),
  dropSecondFactor: t('Failed to remove the second factor'),
  saveAnswer: t('Failed to save the answer'),
  restoreAnswer: t('Failed to restore the answer'),
  downloadKnowledge: t('Failed to download the answers'),
  readKnowledge: t('Failed to import the file'),
  changeHours: t('Failed to save the business hours'),
  changeRouting: t('Failed to save the routing'),
  setBotNumber: t('Failed to turn the bot on or off'),
  tryBot: t('Failed to ask the bot'),
  judgeUnclear: t('Failed to save the label'),
  retryJob: t('Failed to retry the job'),
  changeSettings: t('Failed to change settings'),
  refreshTemplates: t('Failed to read the templates anew'),
  saveView: t('Failed to save the view'),
  removeView: t('Failed to delete the view'),
  saveCannedReply: t('Failed to save the canned reply'),
  removeCannedReply: t('Failed to delete the canned reply'),
  exportCustomer: t("Failed to export the customer's data"),
  eraseCustomer: t('Failed to erase the customer'),
  renameCustomer: t('Failed to save the name'),
  mergeCustomers: t('Failed to merge the customers'),
  undoMerge: t('Failed to undo the merge'),
  setStatusOf: t('Failed to set the status'),
  endSession: t('Failed to end the session'),
} as const

/** What a person reads beside the control whose action failed. */
export const laterFailureWords = (action: keyof typeof laterMessages, cause: unknown): string =>
  failureSentence(laterMessages[action], cause)
