import { type Asker, requirePermission } from '@parley/core/access/rules'
import { type Doer, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { dismissDone } from '../notifications/notify.ts'
import { lockedNote } from './lock.ts'
import { settleMentions } from './see-mentions.ts'

/** Who deletes a note, and what their role lets them do. */
export interface Remover extends Doer {
  readonly agentId: number
  readonly asker: Asker
}

/**
 * Deletes a note: its words go, nobody is told of it any more. A colleague's is on record, without a word of it. One that
 * is gone already stays so.
 * @throws Refusal note.not-found, customer.erased, session.forbidden
 */
export const removeNote = (writer: Writer, id: number, by: Remover): Promise<void> =>
  write(writer, async (tx, emit) => {
    const note = await lockedNote(tx, id)
    const isOwn = note.agent_id === by.agentId
    if (!isOwn) requirePermission(by.asker, 'colleague-notes')
    if (note.deleted_at !== null) return
    const now = writer.now()
    await tx
      .updateTable('conversation_notes')
      .set({ text: '', deleted_at: now })
      .where('id', '=', id)
      .execute()
    await dismissDone(tx, emit, { cause: 'mention', noteId: id }, now)
    await settleMentions(tx, emit, [id], now)
    emit({ noun: 'note', id, kind: 'changed' })
    if (isOwn) return
    const before = { note: String(id), by: String(note.agent_id) }
    const entry = { action: 'conversation.note-deleted', noun: 'conversation' } as const
    await record(tx, by, { ...entry, objectId: note.conversation_id, before }, now)
  })
