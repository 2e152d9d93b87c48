import type { AuditEntry } from '@parley/core/audit/api'
import { type AuditAction, auditActions } from '@parley/core/audit/constants'

/** What each action is called on the screen and in the file. */
const labels: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Signed in',
  'sign-in.failed': 'Sign-in refused',
  'sign-in.locked': 'Account closed after wrong passwords',
  'sign-out': 'Signed out',
  'session.ended': 'Ended a session',
  'password.changed': 'Changed the password',
  'password.reset-asked': 'Made a password link',
  'second-factor.on': 'Set up a second factor',
  'second-factor.off': 'Removed the second factor',
  'second-factor.failed': 'Wrong code of the second factor',
  'second-factor.locked': 'Codes refused after wrong ones',
  'account.created': 'Created the account',
  'account.invited': 'Invited',
  'account.role': 'Changed the role',
  'account.changed': 'Changed the account',
  'account.disabled': 'Disabled the account',
  'account.enabled': 'Enabled the account',
  'settings.changed': 'Changed settings',
  'conversation.assigned': 'Offered the conversation',
  'conversation.status': 'Changed the status',
  'conversation.tags': 'Changed the tags',
  'conversation.snooze': 'Snoozed or unsnoozed a conversation',
  'conversation.note-deleted': 'Deleted a note of a colleague',
  'application.status': 'Changed the status',
  'application.flags': 'Changed what is verified',
  'application.document-asked': 'Asked a customer for a document',
  'application.begun': 'Began an application for a customer',
  'application.filled-in': 'Filled in fields for a customer',
  'attachment.blocked': 'A file with malware was blocked',
  'attachment.shared': 'Sent a file of another customer',
  'hours.changed': 'Changed the business hours',
  'routing.changed': 'Changed who is offered what waits',
  'knowledge.edited': 'Edited an answer of the bot',
  'knowledge.published': 'Published an answer of the bot',
  'knowledge.removed': 'Removed an answer of the bot',
  'knowledge.restored': 'Brought back an answer of the bot',
  'canned-reply.created': 'Made a shared canned reply',
  'canned-reply.changed': 'Changed a shared canned reply',
  'canned-reply.removed': 'Deleted a shared canned reply',
  'intents.trained': 'Had the bot learn from texts',
  'intents.undone': 'Took back what the bot learnt',
  'customer.added': 'Made a customer of a contact',
  'customer.renamed': 'Changed a customer’s name',
  'customer.exported': 'Exported a customer’s data',
  'customer.erased': 'Erased a customer’s data',
  'customer.merged': 'Merged two customers',
  'customer.unmerged': 'Took back a merge of two customers',
  'retention.ran': 'Deleted what is past its time',
  'events.replayed': 'Tried webhooks of WhatsApp again',
  'backup.begun': 'Began a backup of everything',
  'backup.restored': 'Restored a backup',
}
export const actionLabel = (action: AuditAction): string => labels[action]

/** Refusals and ends that a reader looks for. */
const alarming = new Set<AuditAction>([
  'sign-in.failed',
  'sign-in.locked',
  'second-factor.failed',
  'second-factor.locked',
  'customer.erased',
  'account.disabled',
  'backup.restored',
])
export const isAlarming = (action: AuditAction): boolean => alarming.has(action)

const starting = (...words: readonly string[]): readonly AuditAction[] =>
  auditActions.filter(action => words.some(word => action.startsWith(word)))

/** What is asked for together. */
export const groups = [
  { value: 'all', label: 'Anything', actions: undefined },
  { value: 'sign-in', label: 'Signing in', actions: starting('sign-', 'session', 'password', 'second') },
  { value: 'accounts', label: 'Accounts and settings', actions: starting('account', 'settings') },
  {
    value: 'conversations',
    label: 'Conversations',
    actions: starting('conversation', 'attachment', 'canned'),
  },
  { value: 'applications', label: 'Applications', actions: starting('application') },
  { value: 'bot', label: 'The bot', actions: starting('knowledge', 'hours', 'routing', 'intents') },
  {
    value: 'customers',
    label: 'Customers’ data',
    actions: starting('customer', 'retention', 'backup', 'events'),
  },
] as const
export type Group = (typeof groups)[number]['value']

/** "Conversation 5098"; an account's name; null where the action says it all. */
export function objectLabel({ on }: AuditEntry): string | null {
  if (on.name !== null) return on.name
  if (on.id === null) return null
  return `${on.noun.slice(0, 1).toUpperCase()}${on.noun.slice(1)} ${on.id}`
}

/** Where an entry's object is shown; null for what has no screen of its own. */
export function objectPath({ on }: AuditEntry): string | null {
  if (on.id === null) return null
  if (on.noun === 'conversation') return `/conversations/${on.id}`
  return on.noun === 'agent' ? `/people?person=${on.id}` : null
}

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const nameText = (name: string): string => name.replaceAll('_', ' ')

/** "status ACTIVE → RESOLVED", one for each thing that changed. */
export function detailText({ before, after }: AuditEntry): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return names
    .map(name => {
      const [was, is] = [before?.[name], after?.[name]]
      if (before === null || !Object.hasOwn(before, name)) return `${nameText(name)} ${valueText(is)}`
      if (after === null || !Object.hasOwn(after, name)) return `${nameText(name)} was ${valueText(was)}`
      return `${nameText(name)} ${valueText(was)} → ${valueText(is)}`
    })
    .join('; ')
}
