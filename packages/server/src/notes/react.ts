import type { NoteReaction } from '@parley/core/notes/constants'
import { type Writer, write } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'
import { standingNote } from './lock.ts'
import { seeMentions } from './see-mentions.ts'

/** A colleague's sign on a note; `on` false takes it away. */
export interface Sign {
  readonly id: number
  readonly agentId: number
  readonly emoji: NoteReaction
  readonly on: boolean
}

/**
 * Puts a sign on a note or takes it away. Who was told of the note and puts one on it has answered.
 * @throws Refusal note.not-found, customer.erased
 */
export const reactToNote = (writer: Writer, { id, agentId, emoji, on }: Sign): Promise<void> =>
  write(writer, async (tx, emit) => {
    const { conversation_id: conversationId } = await standingNote(tx, id)
    const now = writer.now()
    if (on) {
      await tx
        .insertInto('note_reactions')
        .values({ note_id: id, agent_id: agentId, emoji, at: now })
        .onConflict(conflict => conflict.columns(['note_id', 'agent_id', 'emoji']).doNothing())
        .execute()
      await dismissDone(tx, emit, { cause: 'mention', noteId: id, agentId }, now)
      await seeMentions(tx, emit, { conversationId, agentId }, now)
    } else {
      await tx
        .deleteFrom('note_reactions')
        .where('note_id', '=', id)
        .where('agent_id', '=', agentId)
        .where('emoji', '=', emoji)
        .execute()
    }
    emit({ noun: 'note', id, kind: 'changed' })
  })
