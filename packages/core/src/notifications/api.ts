import * as z from 'zod'
import { importances, noticeSubjects, notificationTypes } from './constants.ts'
import { declare, orElse, type Plain } from '../call.ts'
import { ConversationId, MessageId, NoteId, NotificationId, PathId, TicketId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

export const NotificationType = z.enum(notificationTypes)
export type NotificationType = z.output<typeof NotificationType>

/** A notification to one agent. `timestamp` is its newest change. */
export const Notification = z.object({
  id: NotificationId,
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  timestamp: Time,
  conversation_id: ConversationId.nullable(),
  ticket_id: TicketId.nullable(),
  /** The note in its conversation that it opens; null: none. */
  note_id: NoteId.nullable(),
  /** The message in its conversation that it opens; null: none. */
  message_id: MessageId.nullable(),
  /** Its destination if it names no conversation and no ticket: the agent's own account. */
  about: z.enum(noticeSubjects).nullable(),
  data: z.object({ importance: orElse(z.enum(importances), 'medium') }),
  auto_close: orElse(z.boolean(), true),
})
export type Notification = z.output<typeof Notification>
export type NotificationEntity = Plain<Notification>

/** The form that an event carries: a dismissed notification leaves the list. */
export const NotificationState = Notification.extend({ dismissed: z.boolean() })
export type NotificationState = z.output<typeof NotificationState>

const Updated = z.object({ updated_count: z.int() })

export const notificationCalls = declare({
  pollNotifications: {
    method: 'GET',
    path: '/handoff/notifications/poll',
    summary:
      "The caller's notices that are not dismissed, newest first; at most 500, and those of open offers behind them",
    policy: 'own-account',
    reply: z.array(Notification),
    headers: ['Parley-Seq'],
  },
  readNotification: {
    method: 'POST',
    path: '/handoff/notifications/:id/read',
    summary: "Mark one of the caller's notices read, which dismisses it",
    policy: 'own-account',
    params: PathId,
    reply: Notification,
    problems: ['notification.not-found'],
  },
  readAllNotifications: {
    method: 'POST',
    path: '/handoff/notifications/read-all',
    summary: "Mark all of the caller's notices read, and keep them",
    policy: 'own-account',
    reply: Updated,
  },
  clearNotifications: {
    method: 'POST',
    path: '/handoff/notifications/clear',
    summary: "Dismiss all of the caller's notices",
    policy: 'own-account',
    reply: Updated,
  },
  notifyAgent: {
    method: 'POST',
    path: '/handoff/notifications/agent/:id',
    summary:
      'Leave an agent a notice; of type ASSIGNMENT it changes nothing, since assigning has told already',
    policy: 'desk',
    about: { 'body.conversation_id': 'conversation' },
    params: PathId,
    body: z.object({
      type: NotificationType,
      conversation_id: z.string().max(100).optional(),
      message: typedText(1000).optional(),
    }),
    /** The notification; null for an ASSIGNMENT. */
    reply: z.object({ notification: Notification.nullable() }),
    problems: ['agent.not-found', 'conversation.not-found'],
  },
})
