import { expect, test } from 'vitest'
import { isDue } from '../reminders/rules.ts'
import { readReminder, readReminders } from './reminder.ts'

test('[Q-242] what is missing in a reminder reads as empty, and one without a time is due', () => {
  expect(readReminder({ id: 3 })).toEqual({
    id: '3',
    conversation_id: '',
    message_id: '',
    agent: { id: '', name: 'A colleague' },
    text: '',
    due_at: new Date(0).toISOString(),
  })
  expect(readReminders([{ id: '1' }, {}, null, 'x'])).toHaveLength(1)
  expect(readReminders({ reminders: [] })).toEqual([])
})

test.each([
  ['2026-03-02T08:59:59.999Z', false],
  ['2026-03-02T09:00:00.000Z', true],
  ['2026-03-02T09:00:00.001Z', true],
])('[Q-242] at %s a reminder for 9:00 is due: %s', (now, due) => {
  expect(isDue({ due_at: '2026-03-02T09:00:00.000Z' }, new Date(now))).toBe(due)
})
