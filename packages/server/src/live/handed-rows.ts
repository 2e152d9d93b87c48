import type { Change } from '../db/write.ts'
import type { LogRow } from './log.ts'

/** More than this is read again from the log, which costs less than keeping it. */
const most = 1_000

/** Rows of the log that this process has just written: whoever follows the log need not read those back. */
export class HandedRows {
  readonly #rows = new Map<number, LogRow>()

  /** What one commit appended, the last at `seq`. */
  put(seq: number, changes: readonly Change[]): void {
    if (this.#rows.size + changes.length > most) this.#rows.clear()
    const first = seq - changes.length + 1
    for (const [place, { noun, id, kind, agentId }] of changes.entries()) {
      this.#rows.set(first + place, {
        seq: first + place,
        noun,
        entity_id: id,
        kind,
        agent_id: agentId ?? null,
      })
    }
  }

  /**
   * The rows right behind `after`, at most so many, without a gap. Null where the next one is not here: another process
   * wrote it, or it is not told yet. What lies before is forgotten.
   */
  take(after: number, limit: number): readonly LogRow[] | null {
    for (const seq of this.#rows.keys()) if (seq <= after) this.#rows.delete(seq)
    const rows: LogRow[] = []
    for (let row = this.#rows.get(after + 1); row !== undefined && rows.length < limit; ) {
      rows.push(row)
      this.#rows.delete(row.seq)
      row = this.#rows.get(row.seq + 1)
    }
    return rows.length === 0 ? null : rows
  }
}
