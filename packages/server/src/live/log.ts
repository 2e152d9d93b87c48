import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

/** A pointer to something that changed; what it is now is read when it is sent. */
export interface LogRow {
  readonly seq: number
  readonly noun: string
  readonly entity_id: number
  readonly kind: string
  readonly agent_id: number | null
}

/** The newest number, and the log's own id: a restored or new database has another one. */
export const logPosition = (reader: Reader): Promise<{ seq: number; log: string }> =>
  reader.selectFrom('live_clock').select(['seq', 'log']).executeTakeFirstOrThrow()

/** For GETs: the number to answer with, read before the rows, so that the rows are never older than it. */
export const currentSeq = async (reader: Reader): Promise<number> => (await logPosition(reader)).seq

/** The next rows after a number, at most `limit`, up to and including `until`. */
export const logAfter = (
  reader: Reader,
  after: number,
  limit: number,
  until = Number.MAX_SAFE_INTEGER,
): Promise<LogRow[]> =>
  reader
    .selectFrom('live_log')
    .select(['seq', 'noun', 'entity_id', 'kind', 'agent_id'])
    .where('seq', '>', after)
    .where('seq', '<=', until)
    .orderBy('seq')
    .limit(limit)
    .execute()

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
 * Forgets rows older than a day, but none above `needed`, the position of a follower that the database keeps. The newest
 * row stays, so that `oldestSeq` tells a pruned log from a new one.
 */
export const pruneLog = (reader: Reader, now: Date, needed: number | null = null) =>
  reader
    .deleteFrom('live_log')
    .where('at', '<', new Date(now.getTime() - logKeptMs))
    .where('seq', '<', sql<number>`(select max(seq) from live_log)`)
    .$if(needed !== null, query => query.where('seq', '<=', needed))
    .execute()
