import { expect, test } from 'vitest'
import { readCustomerNote, readNote, readNotes } from './note.ts'

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

test('[Q-224] a note on a customer that nobody has written reads as empty', () => {
  expect(readCustomerNote(null)).toEqual({ conversation_id: '', text: '', version: 0, changed: null })
})
