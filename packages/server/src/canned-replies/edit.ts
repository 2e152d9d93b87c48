import type { CannedContent } from '@parley/core/canned-replies/api'
import { changedCanned, tidyCanned } from '@parley/core/canned-replies/rules'
import type { Language } from '@parley/core/text/languages'
import { record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { cannedFileIds, setCannedFiles } from './files.ts'
import { type Edit, heldReply, oneAtATime, refuseStaleReply, refuseTakenShortcut, tell } from './hold.ts'

/**
 * Changes a canned reply. The same edit again, which is the newest and the editor's own, changes nothing: its answer was
 * lost on the way. Answers where the bytes are of the files that it has no more.
 * @throws Refusal reply.not-found, session.forbidden, reply.changed, reply.taken, attachment.not-found
 */
export const changeReply = (writer: Writer, edit: Edit, content: CannedContent): Promise<readonly string[]> =>
  write(writer, async (tx, emit) => {
    await oneAtATime(tx)
    const { id, version, by } = edit
    const row = await heldReply(tx, edit)
    const tidy = tidyCanned(content)
    const { document_ids: documentIds, ...words } = tidy
    const changed = changedCanned(
      { ...row, language: row.language as Language | null, document_ids: await cannedFileIds(tx, id) },
      tidy,
    )
    const isOwnAgain = row.version === version + 1 && row.updated_by === by.agentId && changed.length === 0
    if (isOwnAgain) return []
    await refuseStaleReply(tx, edit, row.version)
    if (changed.length === 0) return []
    await refuseTakenShortcut(tx, { id, ownerId: row.owner_id, shortcut: tidy.shortcut })
    const now = writer.now()
    await tx
      .updateTable('canned_replies')
      .set({ ...words, version: version + 1, updated_at: now, updated_by: by.agentId })
      .where('id', '=', id)
      .execute()
    const gone =
      documentIds === undefined
        ? []
        : await setCannedFiles(tx, { replyId: id, documentIds, agentId: by.agentId })
    tell(emit, row.owner_id)
    if (row.owner_id !== null) return gone
    // As people call them.
    const names = changed.map(field => (field === 'document_ids' ? 'files' : field))
    const after = { shortcut: tidy.shortcut, changed: names }
    await record(tx, by, { action: 'canned-reply.changed', noun: 'canned-reply', objectId: id, after }, now)
    return gone
  })
