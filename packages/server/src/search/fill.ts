import { findableBy } from '@parley/core/search/rules'
import { sql } from 'kysely'
import { type Reader, type Tx, type Writer, write } from '../db/write.ts'
import { currentSeq, logAfter, oldestSeq } from '../live/log.ts'
import { lockWords, removeWords } from './forget.ts'

/** Messages, or rows of the log, in one transaction: on two slow cores about 30 ms, which the embedded database waits for. */
const group = 400

/** The log's number up to which messages are found by their words; null: nothing was begun. */
export async function followedUpTo(reader: Reader): Promise<number | null> {
  const row = await reader.selectFrom('search_state').select('seq').executeTakeFirst()
  return row?.seq ?? null
}

/**
 * Keeps what messages are found by up to date when it is done again and again: what the log says changed, then what was
 * there before anybody followed it, the newest first. Of several processes one at a time writes.
 */
export function wordsFollower(writer: Writer): (closing: AbortSignal) => Promise<void> {
  let isBegun = false
  let done = -1
  return async closing => {
    if (!isBegun) await begin(writer)
    isBegun = true
    while (!closing.aborted) {
      const seq = await currentSeq(writer.db)
      if (seq === done) return
      const went = await write(writer, tx => fill(tx, seq))
      if (went === 'elsewhere') return
      if (went === 'done') done = seq
    }
  }
}

/** All messages are to come where nobody followed the log yet, or where it has lost what came since. */
async function begin({ db }: Writer): Promise<void> {
  await sql`insert into search_state (seq, older_than)
    select seq, coalesce((select max(id) from messages), 0) + 1 from live_clock on conflict (one) do nothing`.execute(
    db,
  )
  const oldest = await oldestSeq(db)
  if (oldest === null) return
  await sql`update search_state set older_than = coalesce((select max(id) from messages), 0) + 1
    where seq < ${oldest - 1}`.execute(db)
}

async function fill(tx: Tx, until: number): Promise<'more' | 'done' | 'elsewhere'> {
  const state = await lockWords(tx, false)
  if (state === null) return 'elsewhere'
  const rows = await logAfter(tx, state.seq, group, until)
  const last = rows.at(-1)
  if (last !== undefined) {
    const changed = new Set(rows.filter(row => row.noun === 'message').map(row => row.entity_id))
    await put(tx, [...changed])
    await sql`update search_state set seq = ${last.seq}`.execute(tx)
    return 'more'
  }
  if (state.older_than === 0) return 'done'
  const older = await sql<{ id: number }>`
    select id from messages where id < ${state.older_than} order by id desc limit ${group}`.execute(tx)
  const ids = older.rows.map(({ id }) => id)
  await put(tx, ids)
  await sql`update search_state set older_than = ${ids.at(-1) ?? 0}`.execute(tx)
  return 'more'
}

interface Said {
  readonly id: number
  readonly at: Date
  readonly content: string
  readonly is_revoked: boolean
}

/** Brings what these messages are found by in line with what they say. Most changes of a message leave its words. */
async function put(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<Said>`
    select m.id, m.at, m.content, m.revoked_at is not null as is_revoked
    from messages m left join message_words w on w.message_id = m.id
    where m.id = any(${[...ids]}::bigint[])
      and (w.message_id is null or m.edited_at is not null or m.revoked_at is not null or m.content = '')`.execute(
    tx,
  )
  if (rows.length === 0) return
  await removeWords(tx, sql`(select unnest(${rows.map(({ id }) => id)}::bigint[]))`)
  const counts = new Map<string, number>()
  const found = rows
    .filter(row => !row.is_revoked)
    .map(row => ({ ...row, ...findableBy(row.content) }))
    .filter(({ vector }) => vector !== '')
  if (found.length === 0) return
  for (const { words } of found) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  await sql`
    insert into message_words (message_id, at, words) select id, at, vector::tsvector
    from unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ at }) => at.toISOString())}::timestamptz[],
      ${found.map(({ vector }) => vector)}::text[]) as f (id, at, vector)`.execute(tx)
  const words = [...counts.keys()]
  await sql`
    insert into search_words as s (word, messages) select * from unnest(${words}::text[], ${[...counts.values()]}::bigint[])
    on conflict (word) do update set messages = s.messages + excluded.messages`.execute(tx)
}
