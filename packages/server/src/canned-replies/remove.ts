import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { setCannedFiles } from './files.ts'
import { type Edit, heldReply, oneAtATime, refuseStaleReply, tell } from './hold.ts'

/**
 * Deletes a canned reply, what was counted of it and its files; messages that were sent from it stay as they are. Answers
 * where the bytes of the files are.
 * @throws Refusal reply.not-found, session.forbidden, reply.changed
 */
export const removeReply = (writer: Writer, edit: Edit): Promise<readonly string[]> =>
  write(writer, async (tx, emit) => {
    await oneAtATime(tx)
    const { id, by } = edit
    const row = await heldReply(tx, edit)
    await refuseStaleReply(tx, edit, row.version)
    const gone = await setCannedFiles(tx, { replyId: id, documentIds: [], agentId: by.agentId })
    await tx.deleteFrom('canned_replies').where('id', '=', id).execute()
    tell(emit, row.owner_id)
    if (row.owner_id !== null) return gone
    const before = { shortcut: row.shortcut, title: row.title }
    await record(
      tx,
      by,
      { action: 'canned-reply.removed', noun: 'canned-reply', objectId: id, before },
      writer.now(),
    )
    return gone
  })
