import { type Writer, write } from '../db/write.ts'

/** So many come back at a time. */
const most = 100

/**
 * Makes available who said until when they would not be, once that time has come. They did nothing themselves: how long they were
 * idle stays as it is. Answers how many.
 */
export async function endStatuses(writer: Writer): Promise<number> {
  const due = await writer.db
    .selectFrom('agents')
    .select('id')
    .where('status_until', '<=', writer.now())
    .orderBy('status_until')
    .limit(most)
    .execute()
  let ended = 0
  for (const { id } of due) {
    const isDone = await write(writer, async (tx, emit) => {
      const now = writer.now()
      // They may have changed it since they were looked for.
      const changed = await tx
        .updateTable('agents')
        .set({ status: 'AVAILABLE', status_reason: null, status_since: now, status_until: null })
        .where('id', '=', id)
        .where('status_until', '<=', now)
        .returning('id')
        .executeTakeFirst()
      if (changed === undefined) return false
      emit({ noun: 'agent', id, kind: 'changed' })
      return true
    })
    if (isDone) ended += 1
  }
  return ended
}
