/** What is on record, by stable names: the noun, then what happened to it. */
export const auditActions = [
  'sign-in',
  'sign-in.failed',
  'sign-in.locked',
  'sign-out',
  'session.ended',
  'password.changed',
  'password.reset-asked',
  'second-factor.on',
  'second-factor.off',
  'account.created',
  'account.invited',
  'account.role',
  'account.changed',
  'account.disabled',
  'account.enabled',
  'settings.changed',
  'conversation.assigned',
  'conversation.status',
  'conversation.tags',
  'application.status',
  'application.flags',
  'attachment.shared',
  'attachment.blocked',
  'customer.exported',
  'customer.erased',
  'customer.merged',
  'customer.unmerged',
  'retention.ran',
  'events.replayed',
  'backup.begun',
  'backup.restored',
] as const
export type AuditAction = (typeof auditActions)[number]

/** What an entry is about. */
export const auditNouns = [
  'agent',
  'session',
  'settings',
  'conversation',
  'application',
  'attachment',
  'customer',
  'channel',
  'backup',
] as const
export type AuditNoun = (typeof auditNouns)[number]
