import { sql } from 'kysely'
import { holdingTransaction } from '../db/guard.ts'
import type { OpenDatabase } from '../db/open.ts'
import { statement } from '../db/connection/statement.ts'
import type { Change, Reader, Tx } from '../db/write.ts'

/** A pointer to a changed entity. Its current state is read when the event is sent. */
export interface LogRow {
  readonly seq: number
  readonly noun: string
  readonly entity_id: number
  readonly kind: string
  readonly agent_id: number | null
}

/**
 * Gives the log a new id if this is not the database in which it was written. After a restored dump, a copied directory or a
 * promoted standby, the log gives out the same numbers again. Call this at every start, before any write. The daily aggregates
 * come from the same dump, so they follow the log under its new id. Limit: it does not notice files that overwrote those of the
 * same directory in place. Returns whether the id is new.
 */
export const identifyLog = ({ db, place }: Pick<OpenDatabase, 'db' | 'place'>): Promise<boolean> =>
  db.transaction().execute(tx =>
    holdingTransaction(async () => {
      if (place === null) return false
      // A dump restored into the same database creates this table again, under another oid.
      const { rows } = await sql<{ log: string; place: string | null; here: string }>`
        select log, place, concat_ws(' ', ${place}::text, 'live_clock'::regclass::oid) as here
        from live_clock for no key update`.execute(tx)
      const [clock] = rows
      if (clock === undefined || clock.place === clock.here) return false
      if (clock.place === null) {
        await sql`update live_clock set place = ${clock.here}`.execute(tx)
        return false
      }
      await sql`update live_clock set place = ${clock.here}`.execute(tx)
      await newLogId(tx)
      return true
    }),
  )

/** Gives the log of a restored backup its own id, and no place. The next start stores the place. */
export async function renewLog(tx: Tx): Promise<void> {
  await sql`update live_clock set place = null`.execute(tx)
  await newLogId(tx)
}

/** Makes consoles fetch everything again. The daily aggregates stay, and follow the log under its new id. */
export async function newLogId(tx: Tx): Promise<void> {
  const { log } = await logPosition(tx)
  await sql`update live_clock set log = gen_random_uuid()::text`.execute(tx)
  await sql`update report_state set log = (select log from live_clock) where log = ${log}`.execute(tx)
}

/** The newest number, and the log's id. A restored or new database has another id. */
export const logPosition = (reader: Reader): Promise<{ seq: number; log: string }> =>
  reader.selectFrom('live_clock').select(['seq', 'log']).executeTakeFirstOrThrow()

/** The number for the reply of a GET. Read it before the rows, so that the rows are never older than it. */
export const currentSeq = async (reader: Reader): Promise<number> => (await logPosition(reader)).seq

const following = statement<LogRow>(
  'log_after',
  `select seq, noun, entity_id, kind, agent_id from live_log
   where seq > $1::bigint and seq <= $2::bigint order by seq limit $3::int`,
)

/** The next rows after a number, at most `limit`, up to and including `until`. */
export const logAfter = (
  reader: Reader,
  after: number,
  limit: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<readonly LogRow[]> => following(reader, [after, until, limit])

/** The lowest number in the log, or null for an empty log. */
export async function oldestSeq(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('live_log')
    .select(sql<number | null>`min(seq)`.as('seq'))
    .executeTakeFirst()
  return row?.seq ?? null
}

/** Older rows are pruned. A client that was away for longer fetches everything again. */
export const logKeptMs = 24 * 60 * 60_000
/** A client that is behind by more rows fetches everything again, which is cheaper. */
export const longestCatchUp = 5_000

/**
 * Deletes rows older than a day, at most `most` at once. It keeps rows above `needed`, the position of a follower that the
 * database stores. The newest row stays, so that `oldestSeq` tells a pruned log from a new one. Returns the number of deleted
 * rows.
 */
export async function pruneLog(
  reader: Reader,
  now: Date,
  { needed, most }: { readonly needed: number | null; readonly most: number },
): Promise<number> {
  // Numbers rise with time, so old rows come first.
  const { numAffectedRows } = await sql`
    delete from live_log where seq in (
      select seq from live_log where at < ${new Date(now.getTime() - logKeptMs)}
        and seq < (select max(seq) from live_log) and seq <= coalesce(${needed}::bigint, seq)
      order by seq limit ${most})`.execute(reader)
  return Number(numAffectedRows ?? 0)
}

/** More rows are read from the log again, which costs less than memory. */
const most = 1_000

/** Log rows that this process has just written, so that the hub need not read them back. */
export class OwnRows {
  readonly #rows = new Map<number, LogRow>()

  /** Adds the rows of one commit. The last one is at `seq`. */
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
   * The rows directly after `after`, at most `limit`, without a gap. Null if the next row is missing: another process wrote it,
   * or its notification has not come yet. Drops all rows up to `after`.
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
