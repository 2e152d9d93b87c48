export const notificationTypes = [
  'info',
  'success',
  'warning',
  'error',
  'message',
  'ticket',
  'transfer',
  'status',
  'system',
  'ASSIGNMENT',
  'MESSAGE',
  'mention',
] as const

/** What a notice may speak of beside conversations and tickets: the account of who reads it. */
export const noticeSubjects = ['account'] as const

export const importances = ['high', 'medium', 'low'] as const
