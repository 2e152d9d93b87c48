import * as z from 'zod'
import { reminderLimits } from './constants.ts'
import { declare, type Plain } from '../call.ts'
import { Colleague } from '../notes/api.ts'
import { ConversationId, MessageId, PathId, ReminderId, Time } from '../ids.ts'
import { typedText } from '../text/typed.ts'

/** An agent's promise about a message, until it is done. No customer ever gets it. */
export const Reminder = z.object({
  id: ReminderId,
  conversation_id: ConversationId,
  message_id: MessageId,
  /** The author. */
  agent: Colleague,
  /** The task; empty: the message says it. */
  text: z.string(),
  /** When the author is notified; the reminder stays open until it is done. */
  due_at: Time,
})
export type Reminder = z.output<typeof Reminder>
export type ReminderEntity = Plain<Reminder>

export const reminderCalls = declare({
  reminders: {
    method: 'GET',
    path: '/conversations/:id/reminders',
    summary: 'What agents promised in a conversation and have not done yet, the first due first',
    policy: 'desk',
    about: { 'params.id': 'conversation' },
    params: PathId,
    reply: z.array(Reminder),
    headers: ['Parley-Seq'],
    problems: ['conversation.not-found'],
  },
  remind: {
    method: 'PUT',
    path: '/messages/:id/reminder',
    summary: 'Be reminded at a message; who has an open reminder there already changes it',
    policy: 'desk',
    about: { 'params.id': 'message' },
    params: PathId,
    body: z.object({
      due_at: z.iso.datetime({ offset: true }),
      text: typedText(reminderLimits.text).default(''),
    }),
    reply: Reminder,
    problems: ['message.not-found', 'conversation.not-found', 'customer.erased', 'reminder.too-many'],
  },
  endReminder: {
    method: 'POST',
    path: '/reminders/:id/done',
    summary: 'Say that a reminder, the own or a colleague’s, is done; one that is done already too',
    policy: 'desk',
    about: { 'params.id': 'reminder' },
    params: PathId,
    reply: z.object({ id: ReminderId }),
    problems: ['reminder.not-found', 'conversation.not-found', 'customer.erased'],
  },
})
