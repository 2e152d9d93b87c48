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
] as const

export const importances = ['high', 'medium', 'low'] as const
