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

/** Subjects of a notification other than conversations and tickets: the reader's account. */
export const noticeSubjects = ['account'] as const

export const importances = ['high', 'medium', 'low'] as const
