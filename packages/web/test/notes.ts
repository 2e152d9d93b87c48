import { page } from 'vitest/browser'
import type { FakeApi } from './fake-api.ts'
import { sampleTime } from './sample-of.ts'
import { brian, me, note } from './samples.ts'
import { thread } from './screen.ts'

type Note = ReturnType<typeof note>

/** The box in which a note for colleagues is written. */
export const noteBox = () => page.getByRole('textbox', { name: 'Internal note' })

/** The note in the thread that has these words. */
export const noteOf = (words: string) =>
  thread()
    .getByRole('group', { name: /^Internal note by/ })
    .filter({ hasText: words })

/** A note in conversation 7 by the agent who is signed in. */
export const ownNote = (fields: Partial<Note>): Note =>
  note({ id: '71', conversation_id: '7', agent: { id: me.id, name: me.name }, ...fields })

/** A note in conversation 7 by Brian. */
export const briansNote = (fields: Partial<Note>): Note =>
  note({ id: '72', conversation_id: '7', agent: { id: brian.id, name: brian.name }, ...fields })

/**
 * The server's notes in conversation 7: added, changed, reacted to and deleted as the server does it. Returns how colleagues leave
 * others there.
 */
export function serveNotes(api: FakeApi, first: readonly Note[] = []): (left: readonly Note[]) => void {
  let held = [...first]
  const put = (one: Note): Note => {
    held = [...held.filter(({ id }) => id !== one.id), one]
    return one
  }
  const find = (id: string): Note => held.find(one => one.id === id) ?? note({ id })
  api.answer('notes', () => held)
  api.answer('mentionable', [
    { id: brian.id, name: brian.name, department: null },
    { id: '3', name: 'Carol', department: null },
  ])
  api.answer('addNote', ({ body: { client_note_id, text } }) =>
    put(ownNote({ id: String(80 + held.length), client_note_id, text })),
  )
  api.answer('editNote', ({ params, body }) =>
    put({ ...find(params.id), text: body.text, edited_at: sampleTime }),
  )
  api.answer('reactToNote', ({ params, body: { emoji, on } }) =>
    put({
      ...find(params.id),
      reactions: on ? [{ emoji, agents: [{ id: me.id, name: me.name }] }] : [],
    }),
  )
  api.answer('removeNote', ({ params: { id } }) => {
    held = held.filter(one => one.id !== id)
    return { id }
  })
  return left => {
    held = [...left]
    api.publish({ event: 'note', data: { id: '71', conversation_id: '7' } })
  }
}
