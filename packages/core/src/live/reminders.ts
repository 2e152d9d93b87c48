import type { ChangeFrame } from '../api/sockets.ts'
import type { ReminderEntity } from '../entities/reminder.ts'
import { readReminder } from '../read/reminder.ts'
import { compareReminders } from '../rules/reminder.ts'
import { withoutMoved } from './moved.ts'
import { isLost } from './sight.ts'

/** The open reminders of one conversation as held: all of them, the first due first. */
export interface RemindersState {
  readonly conversationId: string
  readonly reminders: readonly ReminderEntity[]
}

/** A conversation's reminders after one frame; one that is done leaves. */
export function applyToReminders(held: RemindersState, frame: ChangeFrame): RemindersState {
  if (isLost(frame, held.conversationId)) return { ...held, reminders: [] }
  if (frame.event !== 'reminder') return held
  if (frame.data.conversation_id !== held.conversationId)
    return withoutMoved(held, 'reminders', frame.data.id)
  const others = held.reminders.filter(other => other.id !== frame.data.id)
  if (frame.data.done) return { ...held, reminders: others }
  return { ...held, reminders: [...others, readReminder(frame.data)].toSorted(compareReminders) }
}
