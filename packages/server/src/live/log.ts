import { sql } from 'kysely'
import { holdingTransaction } from '../db/guard.ts'
import type { OpenDatabase } from '../db/open.ts'
import { statement } from '../db/connection/statement.ts'
import type { Change, Reader, Tx } from '../db/write.ts'

/** A pointer to something that changed; what it is now is read when it is sent. */
export interface LogRow {
  readonly seq: number
  readonly noun: string
  readonly entity_id: number
  readonly kind: string
  readonly agent_id: number | null
}

/**
 * Gives the log a new id if this is not the database in which it was written: after a dump was restored, a directory
 * copied or a standby promoted, numbers that were given out before are given out again. To be called at every start,
 * before anything is written. What the roll-ups know is of the same dump, so they follow the log under its new id. Not
 * noticed: files that were laid over those of the same directory in place, byte by byte. Answers whether the id is new.
 */
export const identifyLog = ({ db, place }: Pick<OpenDatabase, 'db' | 'place'>): Promise<boolean> =>
  db.transaction().execute(tx =>
    holdingTransaction(async () => {
      if (place === null) return false
      // A dump that is restored into the same database makes this table anew, under another oid.
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

/** Gives the log of a restored backup an id of its own, and no place yet: the next start says where it is. */
export async function renewLog(tx: Tx): Promise<void> {
  await sql`update live_clock set place = null`.execute(tx)
  await newLogId(tx)
}

/** From now on consoles fetch everything anew. What the roll-ups know stays: they follow the log under its new id. */
export async function newLogId(tx: Tx): Promise<void> {
  const { log } = await logPosition(tx)
  await sql`update live_clock set log = gen_random_uuid()::text`.execute(tx)
  await sql`update report_state set log = (select log from live_clock) where log = ${log}`.execute(tx)
}

/** The newest number, and the log's own id: a restored or new database has another one. */
export const logPosition = (reader: Reader): Promise<{ seq: number; log: string }> =>
  reader.selectFrom('live_clock').select(['seq', 'log']).executeTakeFirstOrThrow()

/** For GETs: the number to answer with, read before the rows, so that the rows are never older than it. */
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

/** The first number that can still be read, or null for an empty log. */
export async function oldestSeq(reader: Reader): Promise<number | null> {
  const row = await reader
    .selectFrom('live_log')
    .select(sql<number | null>`min(seq)`.as('seq'))
    .executeTakeFirst()
  return row?.seq ?? null
}

/** Rows older than this are pruned; a client that was away for longer fetches everything again. */
export const logKeptMs = 24 * 60 * 60_000
/** A client that is behind by more than this fetches everything again, which is cheaper. */
export const longestCatchUp = 5_000

/**
 * Forgets rows older than a day, at most so many at once, but none above `needed`, the position of a follower that the
 * database keeps. The newest row stays, so that `oldestSeq` tells a pruned log from a new one. Answers how many went.
 */
export async function pruneLog(
  reader: Reader,
  now: Date,
  { needed, most }: { readonly needed: number | null; readonly most: number },
): Promise<number> {
  // Numbers rise with time, so what is old stands first in the log.
  const { numAffectedRows } = await sql`
    delete from live_log where seq in (
      select seq from live_log where at < ${new Date(now.getTime() - logKeptMs)}
        and seq < (select max(seq) from live_log) and seq <= coalesce(${needed}::bigint, seq)
      order by seq limit ${most})`.execute(reader)
  return Number(numAffectedRows ?? 0)
}

/** More than this is read again from the log, which costs less than keeping it. */
const most = 1_000

/** Rows of the log that this process has just written: whoever follows the log need not read those back. */
export class OwnRows {
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
