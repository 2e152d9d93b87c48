import type { ConversationStatus } from '../api/conversations.ts'
import type { TicketStatus } from '../api/tickets.ts'
import type { NotificationEntity } from '../read/notification.ts'
import type { UnreadStats } from '../read/unread-stats.ts'
import { compareIds } from './conversation.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** "just now" under a minute and for the future, else whole minutes, hours or days: "5m ago", "2h ago", "3d ago". */
export function relativeTime(at: Date, now: Date): string {
  const age = now.getTime() - at.getTime()
  if (age < minuteMs) return 'just now'
  if (age < hourMs) return `${Math.floor(age / minuteMs)}m ago`
  return age < dayMs ? `${Math.floor(age / hourMs)}h ago` : `${Math.floor(age / dayMs)}d ago`
}

/** Where a notice leads: its conversation, a ticket notice's ticket, else nowhere. */
export function destinationOf(
  notice: Pick<NotificationEntity, 'type' | 'conversation_id' | 'ticket_id'>,
): string | null {
  if (notice.conversation_id !== null) return `/conversations/${encodeURIComponent(notice.conversation_id)}`
  if (notice.type !== 'ticket' || notice.ticket_id === null) return null
  return `/tickets/${encodeURIComponent(notice.ticket_id)}`
}

/** Newest change first, then the greater id. */
export const compareNotifications = (
  a: Pick<NotificationEntity, 'id' | 'timestamp'>,
  b: Pick<NotificationEntity, 'id' | 'timestamp'>,
): number => (a.timestamp === b.timestamp ? compareIds(b.id, a.id) : a.timestamp < b.timestamp ? 1 : -1)

/** A list after one notice was read: it leaves. */
export const withOneRead = (
  notices: readonly NotificationEntity[],
  id: string,
): readonly NotificationEntity[] => notices.filter(notice => notice.id !== id)

/** A list after all were read: they stay. */
export const withAllRead = (notices: readonly NotificationEntity[]): readonly NotificationEntity[] =>
  notices.map(notice => ({ ...notice, read: true }))

/** The bell's count; from the rows, so that it is never below 0. */
export const unreadNotifications = (notices: readonly NotificationEntity[]): number =>
  notices.filter(notice => !notice.read).length

/** Unread stats whose count of notices is that of the list. */
export const withNotices = (stats: UnreadStats, notices: readonly NotificationEntity[]): UnreadStats => {
  const unread_notifications = unreadNotifications(notices)
  return stats.unread_notifications === unread_notifications ? stats : { ...stats, unread_notifications }
}

/** What a notice says. It may show on a locked screen, so it has names, numbers and statuses and no customer's words. */
export interface NoticeText {
  readonly title: string
  readonly message: string
}

const inWords = (status: string): string => status.toLowerCase().replaceAll('_', ' ')

/** What a conversation's owner reads of a colleague's work on its ticket; `from` is null for a ticket that was raised. */
export function ticketNotice(
  by: string,
  number: string,
  from: TicketStatus | null,
  to: TicketStatus,
): NoticeText {
  const status = inWords(to)
  if (from === null) return { title: 'New ticket', message: `${by} raised ticket ${number} (${status})` }
  return from === to
    ? { title: 'Ticket edited', message: `${by} edited ticket ${number} (${status})` }
    : { title: 'Ticket status changed', message: `${by} set ticket ${number} to ${status}` }
}

/** What a conversation's owner reads when a colleague sets its status. */
export const statusNotice = (by: string, conversationId: string, to: ConversationStatus): NoticeText => ({
  title: 'Conversation status changed',
  message: `${by} set conversation #${conversationId} to ${inWords(to)}`,
})
