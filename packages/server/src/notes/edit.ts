import { Refusal } from '@parley/core/errors'
import { type Writer, write } from '../db/write.ts'
import { standingNote } from './lock.ts'
import { setMentions } from './mention.ts'

/** An author's change of their note. */
export interface NoteEdit {
  readonly id: number
  readonly agentId: number
  readonly text: string
  /** Ids as they came. */
  readonly mentions: readonly string[]
}

/**
 * Changes a note's words and whom it mentions; the same again changes nothing.
 * @throws Refusal note.not-found, customer.erased, session.forbidden for a colleague's, note.not-mentionable, agent.not-found
 */
export const editNote = (writer: Writer, { id, agentId, text, mentions }: NoteEdit): Promise<void> =>
  write(writer, async (tx, emit) => {
    const note = await standingNote(tx, id)
    if (note.agent_id !== agentId)
      throw new Refusal('session.forbidden', { reason: 'Only its author may change a note' })
    const now = writer.now()
    await setMentions(
      tx,
      emit,
      { noteId: id, conversationId: note.conversation_id, authorId: agentId, text, mentions },
      now,
    )
    if (note.text !== text) {
      await tx.updateTable('conversation_notes').set({ text, edited_at: now }).where('id', '=', id).execute()
    }
    emit({ noun: 'note', id, kind: 'changed' })
  })
