import { expect, test } from 'vitest'
import type { ChangeFrame } from '../api/sockets.ts'
import { readReminder, readReminders } from '../read/reminder.ts'
import { isDue } from '../rules/reminder.ts'
import { applyToReminders, type RemindersState } from './reminders.ts'

const raw = (id: number, more: object = {}) => ({
  id: String(id),
  conversation_id: '1',
  message_id: '50',
  agent: { id: '7', name: 'amy' },
  text: `promise ${id}`,
  due_at: `2026-03-02T09:00:0${id % 10}.000Z`,
  ...more,
})
const frame = (id: number, more: object = {}) =>
  ({ event: 'reminder', data: { ...raw(id), done: false, ...more }, seq: 5 }) as unknown as ChangeFrame
const held: RemindersState = { conversationId: '1', reminders: readReminders([raw(4), raw(2)]) }
const ids = ({ reminders }: RemindersState) => reminders.map(({ id }) => id)
const lost = (conversation_id: string) =>
  ({ event: 'sight', data: { conversation_id, conversation: null }, seq: 9 }) as ChangeFrame

test.each([
  ['a new one stands by when it is due', frame(3), ['2', '3', '4']],
  [
    'of one moment the lower id is first',
    frame(14, { due_at: '2026-03-02T09:00:02.000Z' }),
    ['2', '14', '4'],
  ],
  ['one that is put off stands later', frame(2, { due_at: '2026-03-02T10:00:00.000Z' }), ['4', '2']],
  ['one that is done leaves', frame(2, { done: true }), ['4']],
  ['one that is not held and done changes nothing', frame(3, { done: true }), ['2', '4']],
  ['another conversation’s is none of it', frame(3, { conversation_id: '2' }), ['2', '4']],
  ['what goes out of sight is held no more', lost('1'), []],
  ['another conversation goes out of sight', lost('2'), ['2', '4']],
])('[Q-242] the reminders of a conversation: %s', (_, change, wanted) => {
  const after = applyToReminders(held, change)
  expect(ids(after)).toEqual(wanted)
  // Applied again, nothing changes.
  expect(applyToReminders(after, change)).toEqual(after)
})

test('[Q-242] what is missing in a reminder reads as empty, and one without a time is due', () => {
  expect(readReminder({ id: 3 })).toEqual({
    id: '3',
    conversation_id: '',
    message_id: '',
    agent: { id: '', name: 'A colleague' },
    text: '',
    due_at: new Date(0).toISOString(),
  })
  expect(readReminders([raw(1), {}, null, 'x'])).toHaveLength(1)
  expect(readReminders({ reminders: [] })).toEqual([])
})

test.each([
  ['2026-03-02T08:59:59.999Z', false],
  ['2026-03-02T09:00:00.000Z', true],
  ['2026-03-02T09:00:00.001Z', true],
])('[Q-242] at %s a reminder for 9:00 is due: %s', (now, due) => {
  expect(isDue({ due_at: '2026-03-02T09:00:00.000Z' }, new Date(now))).toBe(due)
})
