import type { CustomerNoteEntity } from '../entities/note.ts'
import { readCustomerNote, readNotes } from '../read/note.ts'
import type { NoteAsks } from './asks.ts'
import type { HeldCustomerNote, HeldNotes } from './held.ts'
import { asked } from './load.ts'
import { applyToCustomerNote, applyToNotes, type NotesState } from './notes.ts'
import type { RecentFrames } from './recent-frames.ts'
import { addFrameReducer } from './reducers.ts'

/*
 * From an answer about notes to what is held. This file is part of no first load: it tells `reducers.ts` of its words when
 * it is loaded, which is before anything is held under them.
 */

/** Where the answers come from. */
export interface NoteWorld {
  readonly ask: NoteAsks
  readonly recent: RecentFrames
}

addFrameReducer<NotesState>('notes', applyToNotes)
addFrameReducer<CustomerNoteEntity>('customer-note', applyToCustomerNote)

/** All notes of a conversation. */
export async function loadNotes({ ask, recent }: NoteWorld, conversationId: string): Promise<HeldNotes> {
  const answer = await asked(recent, () => ask.notes(conversationId))
  const seq = answer.seq ?? 0
  const notes: NotesState = { conversationId, notes: readNotes(answer.value) }
  return { value: recent.after(seq).reduce(applyToNotes, notes), seq }
}

/** The note on a conversation's customer. */
export async function loadCustomerNote(
  { ask, recent }: NoteWorld,
  conversationId: string,
): Promise<HeldCustomerNote> {
  const answer = await asked(recent, () => ask.customerNote(conversationId))
  const seq = answer.seq ?? 0
  const note = { ...readCustomerNote(answer.value), conversation_id: conversationId }
  return { value: recent.after(seq).reduce(applyToCustomerNote, note), seq }
}
