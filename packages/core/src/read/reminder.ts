import type { ReminderEntity } from '../entities/reminder.ts'
import { compareReminders } from '../reminders/rules.ts'
import { readColleague } from './note.ts'
import { fieldsOf, listOf, textOf, timeOf } from './value.ts'

const epoch = new Date(0).toISOString()

/** Reads one reminder. Never throws; what is missing reads as empty, and one without a time is due. */
export function readReminder(raw: unknown): ReminderEntity {
  const fields = fieldsOf(raw)
  return {
    id: textOf(fields['id']) ?? '',
    conversation_id: textOf(fields['conversation_id']) ?? '',
    message_id: textOf(fields['message_id']) ?? '',
    agent: readColleague(fields['agent']),
    text: textOf(fields['text']) ?? '',
    due_at: timeOf(fields['due_at']) ?? epoch,
  }
}

/** The reminders of an answer, the first due first; entries without an id are left out. */
export const readReminders = (raw: unknown): readonly ReminderEntity[] =>
  listOf(raw)
    .map(readReminder)
    .filter(({ id }) => id !== '')
    .toSorted(compareReminders)
