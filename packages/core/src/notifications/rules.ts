import { t } from '../text/translate.ts'
import type { ConversationStatus } from '../conversations/api.ts'
import { byTime } from '../conversations/rules.ts'
import type { UnreadStats } from '../messages/api.ts'
import { inWords } from '../text/words.ts'
import type { TicketStatus } from '../tickets/api.ts'
import type { NotificationEntity, NotificationType } from './api.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "just now" under a minute and for the future, else whole minutes, hours or days: "5m ago", "2h ago", "3d ago". */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < minuteMs) return t('just now')
  if (age < hourMs) return t('{minutes}m ago', { minutes: Math.floor(age / minuteMs) })
  return age < dayMs
    ? t('{hours}h ago', { hours: Math.floor(age / hourMs) })
    : t('{days}d ago', { days: Math.floor(age / dayMs) })
}

/** A conversation's page, opened at one of its messages or notes; null: at its newest. Their ids never collide. */
export const conversationPath = (id: string, at: string | null): string =>
  `/conversations/${encodeURIComponent(id)}${at === null ? '' : `?message=${encodeURIComponent(at)}`}`

/** The page that a notification opens: its conversation, a ticket notification's ticket, the agent's own account, else none. */
export function destinationOf(
  notice: Pick<
    NotificationEntity,
    'type' | 'conversation_id' | 'ticket_id' | 'note_id' | 'message_id' | 'about'
  >,
): string | null {
  if (notice.about === 'account') return '/account'
  if (notice.conversation_id !== null)
    return conversationPath(notice.conversation_id, notice.note_id ?? notice.message_id)
  if (notice.type !== 'ticket' || notice.ticket_id === null) return null
  return `/tickets/${encodeURIComponent(notice.ticket_id)}`
}

/** Newest change first, then the greater id. */
export const compareNotifications = byTime('timestamp', 'newest')

/** A list after one notification was read: it is removed. */
export const withOneRead = (
  notices: readonly NotificationEntity[],
  id: string,
): readonly NotificationEntity[] => notices.filter(notice => notice.id !== id)

/** A list after all were read: they stay. */
export const withAllRead = (notices: readonly NotificationEntity[]): readonly NotificationEntity[] =>
  notices.map(notice => ({ ...notice, read: true }))

/** The unread count of notifications; derived from the rows, so it is never below 0. */
export const unreadNotifications = (notices: readonly NotificationEntity[]): number =>
  notices.filter(notice => !notice.read).length

/** Unread stats with the count of unread notifications of the list. */
export const withNotices = (stats: UnreadStats, notices: readonly NotificationEntity[]): UnreadStats => {
  const unread_notifications = unreadNotifications(notices)
  return stats.unread_notifications === unread_notifications ? stats : { ...stats, unread_notifications }
}

type Named = Pick<NotificationEntity, 'type'>

/** Whether a notification announces a customer's message. */
export const isMessageNotice = ({ type }: Named): boolean => type === 'message' || type === 'MESSAGE'

/** Whether a notification announces an offer of a conversation to the viewer. */
export const isOfferNotice = ({ type }: Named): boolean => type === 'ASSIGNMENT'

const titles: Partial<Record<NotificationType, string>> = {
  message: t('New message'),
  MESSAGE: t('New message'),
  ASSIGNMENT: t('New Assignment'),
  ticket: t('Ticket updated'),
  transfer: t('Conversation transferred'),
  mention: t('You were mentioned'),
}

/** A notification's title; a default by type if the provider gives none. */
export const noticeTitle = ({ title, type }: Pick<NotificationEntity, 'title' | 'type'>): string =>
  title === '' ? (titles[type] ?? t('Notification')) : title

const lockScreenLines: Partial<Record<NotificationType, string>> = {
  message: t('Sent a new message'),
  MESSAGE: t('Sent a new message'),
  ASSIGNMENT: t('Is waiting for your answer to an assignment'),
  mention: t('You were mentioned in a note'),
}

/**
 * The part of a notification that the operating system may show, also on a locked screen: the customer's name and a fixed line
 * per type, never text of the message. `customer` is the name of its conversation's customer; null if it is not known.
 */
export const lockScreenWords = (
  notice: Pick<NotificationEntity, 'title' | 'type'>,
  customer: string | null,
): { readonly title: string; readonly body: string } => {
  if (customer === null) return { title: noticeTitle(notice), body: t('Open Parley to see it') }
  return { title: customer, body: lockScreenLines[notice.type] ?? t('Open Parley to see what is new') }
}

const localPrefix = 'local-'

/** An id for a notification that arrived without one; `unique` makes it unique. The server never receives it. */
export const localNoticeId = (unique: string): string => `${localPrefix}${unique}`

/** Whether a notification's id was made locally. */
export const isLocalNotice = ({ id }: Pick<NotificationEntity, 'id'>): boolean => id.startsWith(localPrefix)

type Compared = Pick<NotificationEntity, 'conversation_id' | 'type' | 'message'>

/** Whether two notifications are equal, as far as they can be compared when one has no id (Q-073). */
export const isTwin = (a: Compared, b: Compared): boolean =>
  a.conversation_id === b.conversation_id &&
  a.type.toLowerCase() === b.type.toLowerCase() &&
  a.message === b.message

/** The list after a poll. `hidden`: ids of polled copies of notifications that were read here without an id. */
interface MergedNotices {
  readonly notices: readonly NotificationEntity[]
  readonly hidden: readonly string[]
}

/**
 * Merges a polled list with the cached notifications that have no id. Each of those is replaced by one polled copy that is new,
 * and keeps its read state; one without a copy stays. `hidden`: the ids that were read here.
 */
export function mergePolled(
  polled: readonly NotificationEntity[],
  held: readonly NotificationEntity[],
  hidden: ReadonlySet<string>,
): MergedNotices {
  const known = new Set(held.map(notice => notice.id))
  const copies = new Map<string, NotificationEntity>()
  const left: NotificationEntity[] = []
  for (const local of held.filter(isLocalNotice)) {
    const copy = polled.find(({ id, ...said }) => !known.has(id) && !copies.has(id) && isTwin(said, local))
    if (copy === undefined) left.push(local)
    else copies.set(copy.id, local)
  }
  const notices = polled.map(notice => {
    const local = copies.get(notice.id)
    return local?.read ? { ...notice, read: true } : notice
  })
  return {
    notices: [...notices, ...left].toSorted(compareNotifications),
    hidden: [...copies].flatMap(([id, local]) => (hidden.has(local.id) ? id : [])),
  }
}

/** The notifications that the menu lists; the rest is counted. */
export const bellRows = 10
/** After a longer gap, a poll only catches up, without an alert. */
export const newsWithinMs = 90_000
/** The alert sounds at most once in this time. */
export const soundThrottleMs = 3_000

/** The text of a notification. A locked screen may show it, so it has names, numbers and statuses, and no text of a customer. */
export interface NoticeText {
  readonly title: string
  readonly message: string
}

/** The notification to a conversation's owner about a colleague's work on its ticket; `from` is null for a new ticket. */
export function ticketNotice(
  by: string,
  number: string,
  from: TicketStatus | null,
  to: TicketStatus,
): NoticeText {
  const status = inWords(to).toLowerCase()
  if (from === null)
    return {
      title: t('New ticket'),
      message: t('{by} raised ticket {number} ({status})', { by, number, status }),
    }
  return from === to
    ? {
        title: t('Ticket edited'),
        message: t('{by} edited ticket {number} ({status})', { by, number, status }),
      }
    : {
        title: t('Ticket status changed'),
        message: t('{by} set ticket {number} to {status}', { by, number, status }),
      }
}

/** The notification to an agent whom a colleague mentions in a note on a customer. */
export const mentionNotice = (by: string, customer: string): NoticeText => ({
  title: t('{by} mentioned you', { by }),
  message: t('In a note on {customer}', { customer }),
})

/** The notification to a conversation's owner when a colleague sets its status. */
export const statusNotice = (by: string, conversationId: string, to: ConversationStatus): NoticeText => ({
  title: t('Conversation status changed'),
  message: t('{by} set conversation #{conversationId} to {to}', {
    by,
    conversationId,
    to: inWords(to).toLowerCase(),
  }),
})

/** The notification about a conversation that returned from a snooze. */
export const snoozeNotice = (customer: string, reason: string | null): NoticeText => ({
  title: t('Back from snooze'),
  message: reason === null ? customer : `${customer}: ${reason}`,
})

/** The notification of a due reminder: to its author, or, with the author's name, to the conversation's new owner. */
export const reminderNotice = (customer: string, text: string, promisedBy: string | null): NoticeText => ({
  title: promisedBy === null ? t('Reminder') : t('Reminder of {promisedBy}', { promisedBy }),
  message: text === '' ? customer : `${customer}: ${text}`,
})

/** The events of an account's password or second factor. */
export type AccountEvent =
  | 'password-changed'
  | 'password-reset'
  | 'password-set'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-dropped'
  | 'recovery-codes'

const accountTexts: Readonly<Record<AccountEvent, NoticeText>> = {
  'password-changed': {
    title: t('Your password was changed'),
    message: t('On your account page; your other sessions have ended'),
  },
  'password-reset': {
    title: t('Your password was changed'),
    message: t('With a link for a forgotten password; all sessions from before have ended'),
  },
  'password-set': {
    title: t('Your password was changed'),
    message: t('By an administrator, at the server; all sessions from before have ended'),
  },
  'second-factor-on': {
    title: t('A second factor was set up for your account'),
    message: t('Signing in asks for a code from now on'),
  },
  'second-factor-off': {
    title: t('Your second factor was turned off'),
    message: t('Signing in asks for the password alone from now on'),
  },
  'second-factor-dropped': {
    title: t('An administrator turned your second factor off'),
    message: t('Signing in asks for the password alone until you set one up again'),
  },
  'recovery-codes': {
    title: t('You have new recovery codes'),
    message: t('The old codes no longer work'),
  },
}

const byOthers: ReadonlySet<AccountEvent> = new Set([
  'password-reset',
  'password-set',
  'second-factor-dropped',
])

/**
 * The notification to an account's owner about such an event: another person may have caused it. An event caused outside the own
 * account page stays until it is closed by hand.
 */
export function accountNotice(event: AccountEvent): NoticeText & {
  readonly type: NotificationType
  readonly importance: 'high' | 'medium'
  readonly autoClose: boolean
} {
  const { title, message } = accountTexts[event]
  const isOwn = !byOthers.has(event)
  return {
    title,
    message: isOwn
      ? t('{message}. Not you? Tell your administrator', { message })
      : t('{message}. You did not ask for this? Tell your administrator', { message }),
    type: isOwn ? 'info' : 'warning',
    importance: isOwn ? 'medium' : 'high',
    autoClose: isOwn,
  }
}

/** The notification to an account's owner after too many wrong passwords. */
export function lockoutNotice(failures: number, until: Date, now: Date): NoticeText {
  return {
    title: t('Somebody is guessing your password'),
    message: t(
      '{failures} wrong passwords from unknown browsers. Unknown browsers cannot sign in for {until}. Yours can. Not you? Tell your administrator',
      { failures, until: minutesUntil(until, now) },
    ),
  }
}

/** The notification to an account's owner after too many wrong codes; trying codes takes the password or a session. */
export function codeLockoutNotice(failures: number, until: Date, now: Date): NoticeText {
  return {
    title: t('Somebody is guessing your codes'),
    message: t(
      '{failures} wrong codes for your second factor, by somebody who has your password or an open session: no code is taken for {until}. Not you? Change your password, end your other sessions and tell your administrator',
      { failures, until: minutesUntil(until, now) },
    ),
  }
}

function minutesUntil(until: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / minuteMs))
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** The order of the menu: offers first, since they expire; within each part the order stays. */
export const bellOrder = <T extends Pick<NotificationEntity, 'type'>>(
  notices: readonly T[],
): readonly T[] => [...notices.filter(isOfferNotice), ...notices.filter(notice => !isOfferNotice(notice))]
