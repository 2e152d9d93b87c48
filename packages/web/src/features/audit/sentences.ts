import type { AuditAction } from '@parley/core/audit/constants'
import type { ReactNode } from 'react'
import { rich } from '../../ui/rich.ts'

/** What a sentence is made of, as it is shown. */
export interface Said {
  readonly who: ReactNode
  /** What it was done to. */
  readonly what: ReactNode
  /** The values that changed; null: none that a reader needs. */
  readonly change: ReactNode
}

/** The owner of a conversation, or who is offered it, after an action. */
type GivenTo =
  | { readonly to: 'agent'; readonly isOffer: boolean; readonly name: ReactNode }
  | { readonly to: 'bot' }
  | { readonly to: 'queue' }

/** "Amina offered Masika Jolly to Brian" */
export function assignedSentence({ who, what }: Said, given: GivenTo): ReactNode {
  if (given.to !== 'agent') {
    return given.to === 'bot'
      ? rich('{who} returned {what} to the bot', { who, what })
      : rich('{who} returned {what} to the queue', { who, what })
  }
  const { name: agent } = given
  return given.isOffer
    ? rich('{who} offered {what} to {agent}', { who, what, agent })
    : rich('{who} assigned {what} to {agent}', { who, what, agent })
}

/** What was done, by action, as a sentence. Those of `conversation.assigned` need more: `assignedSentence`. */
export const sentences: Readonly<
  Record<Exclude<AuditAction, 'conversation.assigned'>, (of: Said) => ReactNode>
> = {
  'sign-in': ({ who }) => rich('{who} signed in', { who }),
  'sign-in.failed': ({ what }) => rich('A sign-in as {what} was refused', { what }),
  'sign-in.locked': ({ what }) => rich('The account of {what} was closed after wrong passwords', { what }),
  'sign-out': ({ who }) => rich('{who} signed out', { who }),
  'session.ended': ({ who, what }) => rich('{who} ended a session of {what}', { who, what }),
  'password.changed': ({ who, what }) => rich('{who} changed the password of {what}', { who, what }),
  'password.reset-asked': ({ who, what }) => rich('{who} made a password link for {what}', { who, what }),
  'second-factor.on': ({ who, what }) => rich('{who} set up the second factor of {what}', { who, what }),
  'second-factor.off': ({ who, what }) => rich('{who} removed the second factor of {what}', { who, what }),
  'second-factor.failed': ({ what }) => rich('A wrong code of {what} was refused', { what }),
  'second-factor.locked': ({ what }) => rich('Codes of {what} are refused after wrong ones', { what }),
  'account.created': ({ who, what }) => rich('{who} created the account of {what}', { who, what }),
  'account.invited': ({ who, what }) => rich('{who} invited {what}', { who, what }),
  'account.role': ({ who, what, change }) =>
    rich('{who} changed the role of {what}: {change}', { who, what, change }),
  'account.changed': ({ who, what, change }) =>
    rich('{who} changed the account of {what}: {change}', { who, what, change }),
  'account.disabled': ({ who, what }) => rich('{who} disabled the account of {what}', { who, what }),
  'account.enabled': ({ who, what }) => rich('{who} enabled the account of {what}', { who, what }),
  'settings.changed': ({ who, change }) => rich('{who} changed settings: {change}', { who, change }),
  'conversation.status': ({ who, what, change }) =>
    rich('{who} changed the status of {what}: {change}', { who, what, change }),
  'conversation.tags': ({ who, what, change }) =>
    rich('{who} changed the tags of {what}: {change}', { who, what, change }),
  'conversation.no-reply': ({ who, what }) => rich('{who} marked that {what} needs no reply', { who, what }),
  'conversation.no-reply-undone': ({ who, what }) =>
    rich('{who} unmarked that {what} needs no reply', { who, what }),
  'conversation.snooze': ({ who, what }) => rich('{who} snoozed or unsnoozed {what}', { who, what }),
  'conversation.note-deleted': ({ who, what }) =>
    rich('{who} deleted a colleague’s note on {what}', { who, what }),
  'application.status': ({ who, what, change }) =>
    rich('{who} changed the status of {what}: {change}', { who, what, change }),
  'application.flags': ({ who, what, change }) =>
    rich('{who} changed what is verified of {what}: {change}', { who, what, change }),
  'application.document-asked': ({ who, what }) =>
    rich('{who} asked the customer of {what} for a document', { who, what }),
  'application.begun': ({ who, what }) => rich('{who} began {what} for a customer', { who, what }),
  'application.filled-in': ({ who, what }) => rich('{who} filled in fields of {what}', { who, what }),
  'attachment.blocked': () => rich('A file with malware was blocked', {}),
  'attachment.shared': ({ who }) => rich('{who} sent a file of another customer', { who }),
  'hours.changed': ({ who }) => rich('{who} changed the business hours', { who }),
  'routing.changed': ({ who }) => rich('{who} changed the routing', { who }),
  'knowledge.edited': ({ who, what }) => rich('{who} edited the answer {what} of the bot', { who, what }),
  'knowledge.published': ({ who, what }) =>
    rich('{who} published the answer {what} of the bot', { who, what }),
  'knowledge.removed': ({ who, what }) => rich('{who} removed the answer {what} of the bot', { who, what }),
  'knowledge.restored': ({ who, what }) => rich('{who} restored the answer {what} of the bot', { who, what }),
  'canned-reply.created': ({ who, what }) => rich('{who} made the shared canned reply {what}', { who, what }),
  'canned-reply.changed': ({ who, what }) =>
    rich('{who} changed the shared canned reply {what}', { who, what }),
  'canned-reply.removed': ({ who, what }) =>
    rich('{who} deleted the shared canned reply {what}', { who, what }),
  'intents.trained': ({ who }) => rich('{who} trained the bot on labelled messages', { who }),
  'intents.undone': ({ who }) => rich('{who} undid the training of the bot', { who }),
  'customer.added': ({ who, what }) => rich('{who} added {what} from a contact card', { who, what }),
  'customer.renamed': ({ who, what }) => rich('{who} changed the name of {what}', { who, what }),
  'customer.exported': ({ who, what }) => rich('{who} exported the data of {what}', { who, what }),
  'customer.erased': ({ who, what }) => rich('{who} erased the data of {what}', { who, what }),
  'customer.merged': ({ who, what }) => rich('{who} merged another customer into {what}', { who, what }),
  'customer.unmerged': ({ who, what }) => rich('{who} undid a merge into {what}', { who, what }),
  'retention.ran': ({ who }) => rich('{who} deleted data older than the retention settings', { who }),
  'events.replayed': ({ who }) => rich('{who} tried rejected webhooks again', { who }),
  'backup.begun': ({ who }) => rich('{who} began a backup', { who }),
  'backup.finished': ({ who }) => rich('{who} finished a backup', { who }),
  'backup.restored': ({ who }) => rich('{who} restored a backup', { who }),
}
