import { t } from '@parley/core/text/translate'
import type { AuditEntry } from '@parley/core/audit/api'
import { type AuditAction, auditActions } from '@parley/core/audit/constants'
import { weekdays } from '@parley/core/business-hours/constants'

/** What each action is called on the screen and in the file. */
const labels: Readonly<Record<AuditAction, string>> = {
  'sign-in': t('Signed in'),
  'sign-in.failed': t('Sign-in refused'),
  'sign-in.locked': t('Account closed after wrong passwords'),
  'sign-out': t('Signed out'),
  'session.ended': t('Ended a session'),
  'password.changed': t('Changed the password'),
  'password.reset-asked': t('Made a password link'),
  'second-factor.on': t('Set up a second factor'),
  'second-factor.off': t('Removed the second factor'),
  'second-factor.failed': t('Wrong code of the second factor'),
  'second-factor.locked': t('Codes refused after wrong ones'),
  'account.created': t('Created the account'),
  'account.invited': t('Invited'),
  'account.role': t('Changed the role'),
  'account.changed': t('Changed the account'),
  'account.disabled': t('Disabled the account'),
  'account.enabled': t('Enabled the account'),
  'settings.changed': t('Changed settings'),
  'conversation.assigned': t('Assigned the conversation'),
  'conversation.status': t('Changed the status'),
  'conversation.tags': t('Changed the tags'),
  'conversation.no-reply': t('Marked that no reply is needed'),
  'conversation.no-reply-undone': t('Unmarked that no reply is needed'),
  'conversation.snooze': t('Snoozed or unsnoozed a conversation'),
  'conversation.note-deleted': t('Deleted a note of a colleague'),
  'application.status': t('Changed the status'),
  'application.flags': t('Changed what is verified'),
  'application.document-asked': t('Asked a customer for a document'),
  'application.begun': t('Began an application for a customer'),
  'application.filled-in': t('Filled in fields for a customer'),
  'attachment.blocked': t('A file with malware was blocked'),
  'attachment.shared': t('Sent a file of another customer'),
  'hours.changed': t('Changed the business hours'),
  'routing.changed': t('Changed who is offered what waits'),
  'knowledge.edited': t('Edited an answer of the bot'),
  'knowledge.published': t('Published an answer of the bot'),
  'knowledge.removed': t('Removed an answer of the bot'),
  'knowledge.restored': t('Brought back an answer of the bot'),
  'canned-reply.created': t('Made a shared canned reply'),
  'canned-reply.changed': t('Changed a shared canned reply'),
  'canned-reply.removed': t('Deleted a shared canned reply'),
  'intents.trained': t('Had the bot learn from texts'),
  'intents.undone': t('Took back what the bot learnt'),
  'customer.added': t('Made a customer of a contact'),
  'customer.renamed': t('Changed a customer’s name'),
  'customer.exported': t('Exported a customer’s data'),
  'customer.erased': t('Erased a customer’s data'),
  'customer.merged': t('Merged two customers'),
  'customer.unmerged': t('Took back a merge of two customers'),
  'retention.ran': t('Deleted what is past its time'),
  'events.replayed': t('Tried webhooks of WhatsApp again'),
  'backup.begun': t('Began a backup of everything'),
  'backup.finished': t('Finished a backup of everything'),
  'backup.restored': t('Restored a backup'),
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
  { value: 'all', label: t('Anything'), actions: undefined },
  { value: 'sign-in', label: t('Signing in'), actions: starting('sign-', 'session', 'password', 'second') },
  { value: 'accounts', label: t('Accounts and settings'), actions: starting('account', 'settings') },
  {
    value: 'conversations',
    label: t('Conversations'),
    actions: starting('conversation', 'attachment', 'canned'),
  },
  { value: 'applications', label: t('Applications'), actions: starting('application') },
  { value: 'bot', label: t('The bot'), actions: starting('knowledge', 'hours', 'routing', 'intents') },
  {
    value: 'customers',
    label: t('Customers’ data'),
    actions: starting('customer', 'retention', 'backup', 'events'),
  },
] as const
export type Group = (typeof groups)[number]['value']

/** Who did it: an agent, or nobody who was signed in. */
export const doerLabel = ({ by, address }: AuditEntry): string =>
  by?.name ?? (address === null ? t('The server') : t('Somebody who was not signed in'))

/** A customer's name, an account's name; "conversation 5098" where it has none; null where the action says it all. */
export function objectLabel({ on }: AuditEntry): string | null {
  if (on.name !== null) return on.name
  return on.id === null ? null : `${on.noun} ${on.id}`
}

/** The same as the log has it. Of a customer that is the id alone: their name would outlive an erasure in a file. */
export function storedObject({ on }: AuditEntry): string | null {
  const isOfCustomer = on.noun === 'conversation' || on.noun === 'customer'
  if (on.name !== null && !isOfCustomer) return on.name
  if (on.id === null) return null
  return `${on.noun.slice(0, 1).toUpperCase()}${on.noun.slice(1)} ${on.id}`
}

/** The name of an agent by their id; null: not known. */
export type AgentNames = (id: string) => string | null

const nameById = (id: unknown, agentName: AgentNames): string =>
  (typeof id === 'string' ? agentName(id) : null) ?? t('agent {id}', { id: valueText(id) })

/** Whom an entry about an assignment names. */
export function givenTo({ after }: AuditEntry, agentName: AgentNames) {
  const [offered, owner] = [after?.['offered_to'], after?.['owner']]
  if (offered !== undefined)
    return { to: 'agent', isOffer: true, name: nameById(offered, agentName) } as const
  if (owner === 'bot') return { to: 'bot' } as const
  if (owner === null || owner === undefined) return { to: 'queue' } as const
  return { to: 'agent', isOffer: false, name: nameById(owner, agentName) } as const
}

/** Where an entry's object is shown; null for what has no screen of its own. */
export function objectPath({ on }: AuditEntry): string | null {
  if (on.id === null) return null
  if (on.noun === 'conversation') return `/conversations/${on.id}`
  return on.noun === 'agent' ? `/settings/people?person=${on.id}` : null
}

const valueText = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return 'none'
  if (Array.isArray(value)) return value.length === 0 ? t('none') : value.map(valueText).join(', ')
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

const nameText = (name: string): string => name.replaceAll('_', ' ')

/** Fields that hold the id of an agent. */
const ofAgents = new Set(['owner', 'offered_to', 'by'])

/** The same as `detailText` with the names of agents in place of their ids. */
export function changeText({ before, after }: AuditEntry, agentName: AgentNames): string {
  const named = (values: AuditEntry['before']) =>
    values &&
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        ofAgents.has(name) && typeof value === 'string' ? (agentName(value) ?? value) : value,
      ]),
    )
  return detailText({ before: named(before), after: named(after) })
}

type Values = Pick<AuditEntry, 'before' | 'after'>

/** Whether an entry has values from before and from after. */
export const isChange = ({ before, after }: Values): boolean => before !== null && after !== null

/** "status ACTIVE → RESOLVED", one for each thing that changed, days of the week first. */
export function detailText({ before, after }: Values): string {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const parts = names
    .toSorted((a, b) => dayOrder(a) - dayOrder(b))
    .flatMap(name => {
      const [was, is] = [before?.[name], after?.[name]]
      if (before === null || !Object.hasOwn(before, name)) return [`${nameText(name)} ${valueText(is)}`]
      if (after === null || !Object.hasOwn(after, name))
        return [t('{name} was {was}', { name: nameText(name), was: valueText(was) })]
      return differenceTexts(nameText(name), was, is)
    })
  return parts.length === 0 && isChange({ before, after }) ? t('nothing changed') : parts.join('; ')
}

/** Monday to Sunday, then all others. */
function dayOrder(name: string): number {
  const at = weekdays.findIndex(day => day === name)
  return at === -1 ? weekdays.length : at
}

/** Stored values are of type jsonb, in which equal objects have their names in one order. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const without = (list: readonly unknown[], others: readonly unknown[]): readonly unknown[] =>
  list.filter(one => !others.some(other => isSame(one, other)))

/** Says how a value changed; equal values give no text. For lists with common items it says what was added and removed. */
function differenceTexts(name: string, was: unknown, is: unknown): readonly string[] {
  if (isSame(was, is)) return []
  if (Array.isArray(was) && Array.isArray(is)) {
    const [added, removed] = [without(is, was), without(was, is)]
    if (added.length + removed.length > 0 && removed.length < was.length)
      return [
        ...(added.length > 0 ? [t('{name} added {values}', { name, values: valueText(added) })] : []),
        ...(removed.length > 0 ? [t('{name} removed {values}', { name, values: valueText(removed) })] : []),
      ]
  }
  return [`${name} ${valueText(was)} → ${valueText(is)}`]
}
