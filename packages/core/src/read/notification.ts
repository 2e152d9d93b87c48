import type { NotificationType } from '../api/notifications.ts'
import type { NotificationEntity } from '../entities/notification.ts'
import { importances, noticeSubjects, notificationTypes } from '../words/notifications.ts'
import { fieldsOf, firstText, listOf, textOf, timeOf, wordOf } from './value.ts'

const epoch = new Date(0).toISOString()

/** Case tells "message" from "MESSAGE", so an exact word comes first. */
const typeOf = (raw: unknown): NotificationType => {
  const word = textOf(raw)
  const exact = notificationTypes.find(type => type === word)
  return exact ?? notificationTypes.find(type => type === word?.toLowerCase()) ?? 'info'
}

/** Reads one notice. Never throws; importance defaults to medium and auto-close to on. */
export function readNotification(raw: unknown): NotificationEntity {
  const fields = fieldsOf(raw)
  const importance = textOf(fieldsOf(fields['data'])['importance'] ?? fields['importance'])
  return {
    id: textOf(fields['id']) ?? '',
    type: typeOf(fields['type']),
    title: textOf(fields['title']) ?? '',
    message: textOf(fields['message']) ?? '',
    read: fields['read'] === true,
    timestamp: timeOf(fields['timestamp'] ?? fields['created_at']) ?? epoch,
    conversation_id: firstText(fields, 'conversation_id', 'conversationId'),
    ticket_id: firstText(fields, 'ticket_id', 'ticketId'),
    note_id: textOf(fields['note_id']),
    message_id: textOf(fields['message_id']),
    about: wordOf(fields['about'], noticeSubjects),
    importance: importances.find(one => one === importance?.toLowerCase()) ?? 'medium',
    auto_close: (fields['auto_close'] ?? fields['autoClose']) !== false,
  }
}

/** The notices of a poll, bare or wrapped; entries without an id are left out. */
export const readNotifications = (raw: unknown): readonly NotificationEntity[] =>
  listOf(Array.isArray(raw) ? raw : Object.values(fieldsOf(raw)).find(Array.isArray))
    .map(readNotification)
    .filter(notice => notice.id !== '')
