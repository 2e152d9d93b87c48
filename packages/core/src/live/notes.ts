import type { ChangeFrame } from '../api/sockets.ts'
import type { CustomerNoteEntity, NoteEntity } from '../entities/note.ts'
import { readCustomerNote, readNote } from '../read/note.ts'
import { compareNotes } from '../rules/note.ts'
import { withoutMoved } from './moved.ts'
import { isLost } from './sight.ts'

/** The notes of one conversation as held: all of them, in the thread's order. */
export interface NotesState {
  readonly conversationId: string
  readonly notes: readonly NoteEntity[]
}

/** A conversation's notes after one frame; a deleted one leaves. */
export function applyToNotes(held: NotesState, frame: ChangeFrame): NotesState {
  if (isLost(frame, held.conversationId)) return { ...held, notes: [] }
  if (frame.event !== 'note') return held
  if (frame.data.conversation_id !== held.conversationId) return withoutMoved(held, 'notes', frame.data.id)
  const others = held.notes.filter(other => other.id !== frame.data.id)
  if (frame.data.deleted) return { ...held, notes: others }
  return { ...held, notes: [...others, readNote(frame.data)].toSorted(compareNotes) }
}

/** The note on a conversation's customer after one frame. */
export function applyToCustomerNote(held: CustomerNoteEntity, frame: ChangeFrame): CustomerNoteEntity {
  if (isLost(frame, held.conversation_id)) return { ...held, text: '', changed: null }
  if (frame.event !== 'customer-note' || frame.data.conversation_id !== held.conversation_id) return held
  return readCustomerNote(frame.data)
}
