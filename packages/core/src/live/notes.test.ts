import { expect, test } from 'vitest'
import type { ChangeFrame } from '../api/sockets.ts'
import { readCustomerNote, readNote, readNotes } from '../read/note.ts'
import { applyToCustomerNote, applyToNotes, type NotesState } from './notes.ts'

const raw = (id: number, more: object = {}) => ({
  id: String(id),
  conversation_id: '1',
  agent: { id: '7', name: 'amy' },
  text: `note ${id}`,
  created_at: `2026-03-02T09:00:0${id % 10}.000Z`,
  edited_at: null,
  mentions: [],
  reactions: [],
  client_note_id: `c${id}`,
  ...more,
})
const frame = (id: number, more: object = {}) =>
  ({ event: 'note', data: { ...raw(id, more), deleted: false, ...more }, seq: 5 }) as unknown as ChangeFrame
const held: NotesState = { conversationId: '1', notes: readNotes([raw(2), raw(4)]) }
const ids = ({ notes }: NotesState) => notes.map(note => note.id)
const lost = (conversation_id: string) =>
  ({ event: 'sight', data: { conversation_id, conversation: null }, seq: 9 }) as ChangeFrame

test.each([
  ['a new one stands by its time', frame(3), ['2', '3', '4']],
  [
    'of one moment the lower id is first',
    frame(14, { created_at: '2026-03-02T09:00:02.000Z' }),
    ['2', '14', '4'],
  ],
  ['one that changed stays in its place', frame(2, { text: 'new' }), ['2', '4']],
  ['a deleted one leaves', frame(2, { deleted: true, text: '' }), ['4']],
  ['one that is not held and deleted changes nothing', frame(3, { deleted: true }), ['2', '4']],
  ['another conversation’s is none of it', frame(3, { conversation_id: '2' }), ['2', '4']],
  ['what goes out of sight is held no more', lost('1'), []],
  ['another conversation goes out of sight', lost('2'), ['2', '4']],
])('[Q-223] the notes of a conversation: %s', (_, change, wanted) => {
  const after = applyToNotes(held, change)
  expect(ids(after)).toEqual(wanted)
  // Applied again, nothing changes.
  expect(applyToNotes(after, change)).toEqual(after)
})

test('[Q-223] what is missing in a note reads as empty, and a sign that is not known is left out', () => {
  expect(
    readNote({
      reactions: [
        { emoji: '🦆', agents: [] },
        { emoji: '👍', agents: [{ id: 3 }, null] },
      ],
    }),
  ).toEqual({
    id: '',
    conversation_id: '',
    agent: { id: '', name: 'A colleague' },
    text: '',
    created_at: new Date(0).toISOString(),
    edited_at: null,
    mentions: [],
    reactions: [{ emoji: '👍', agents: [{ id: '3', name: 'A colleague' }] }],
    client_note_id: null,
  })
  expect(readNotes({ none: true })).toEqual([])
})

test('[Q-224] the note on a customer follows its own frames, and is gone with the conversation', () => {
  const changed = { at: '2026-03-02T09:00:00.000Z', by: { id: '7', name: 'amy' } }
  const note = readCustomerNote({ conversation_id: '1', text: 'Calls at noon', version: 2, changed })
  const said = (conversation_id: string) =>
    ({
      event: 'customer-note',
      data: { conversation_id, text: 'New', version: 3, changed },
      seq: 5,
    }) as unknown as ChangeFrame
  expect(applyToCustomerNote(note, said('1'))).toMatchObject({ text: 'New', version: 3, changed })
  expect(applyToCustomerNote(note, said('2'))).toBe(note)
  expect(applyToCustomerNote(note, lost('1'))).toMatchObject({ text: '', changed: null })
  expect(readCustomerNote(null)).toEqual({ conversation_id: '', text: '', version: 0, changed: null })
})
