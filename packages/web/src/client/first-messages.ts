import { t } from '@parley/core/text/translate'

/** What the console logs where a call of its first load failed: the words of ERR-20, then others. */
export const firstMessages = {
  fetchConversations: t('Failed to fetch conversations'),
  fetchUnread: t('Failed to fetch unread statistics'),
  pollNotices: t('Failed to fetch notifications'),
  readNotices: t('Failed to mark notifications as read'),
  clearNotices: t('Failed to clear notifications'),
  fetchCapabilities: t('Failed to fetch the functions of this server'),
} as const

/** Logs what failed, in words, with its cause. Causes are failures of calls: they carry no text of a customer. */
export const logFailed = (words: string, cause: unknown): void =>
  console.warn(words, cause instanceof Error ? cause.message : cause)

/** The same of an action of the first load. */
export const logFirst = (action: keyof typeof firstMessages, cause: unknown): void =>
  logFailed(firstMessages[action], cause)
