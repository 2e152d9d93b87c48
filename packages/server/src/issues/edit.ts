import type { Issue } from '@parley/core/issues/api'
import { type Writer, write } from '../db/write.ts'
import { lockedIssue } from './lock.ts'

/** What a rule makes of an issue is stored; the same issue back from it leaves everything as it is. */
export const editIssue = (
  writer: Writer,
  id: number,
  rule: (issue: Issue, now: Date) => Issue,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    const before = await lockedIssue(tx, id)
    const after = rule(before, writer.now())
    if (after === before) return
    await tx
      .updateTable('issues')
      .set({
        status: after.status,
        closed_at: after.closed_at === null ? null : new Date(after.closed_at),
        updated_at: new Date(after.updated_at),
        resolution_summary: after.resolution_summary,
        resolution_minutes: after.resolution_time,
        reopen_reason: after.reopen_reason,
      })
      .where('id', '=', id)
      .execute()
    emit({ noun: 'issue', id, kind: 'changed' })
    // Its row counts the open ones.
    emit({ noun: 'conversation', id: Number(after.conversation_id), kind: 'changed' })
  })
