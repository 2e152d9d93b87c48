import { type RawBuilder, sql } from 'kysely'
import { findableBy } from '@parley/core/search/rules'
import { type Reader, type Tx, write, type Writer } from '../db/write.ts'
import { currentSeq, logAfter, oldestSeq } from '../live/log.ts'

/** Messages, or events, in one transaction: about 30 ms on two slow cores. */
const group = 400

/** The number of the last event that the index includes. Null: indexing has not begun. */
export async function followedUpTo(reader: Reader): Promise<number | null> {
  const row = await reader.selectFrom('search_state').select('seq').executeTakeFirst()
  return row?.seq ?? null
}

/**
 * Keeps the index of words up to date when called by interval. First come the messages of new events, then the messages from
 * before the first event, newest first. One process at a time writes.
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
      const went = await write(writer, ({ tx }) => fill(tx, seq))
      if (went === 'elsewhere') return
      if (went === 'done') done = seq
    }
  }
}

/** At the first start, and if the log has lost events, all messages are indexed. */
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

/** Indexes these messages again. Most changes of a message do not change its words, so most are skipped. */
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

/**
 * Takes the lock of the index's writer until the transaction ends. It prevents that words are read from a message before its
 * deletion and written after it. Null if another process holds it and `wait` is false.
 */
async function lockWords(tx: Tx, wait: boolean): Promise<{ seq: number; older_than: number } | null> {
  const { rows } = await sql<{ seq: number; older_than: number }>`
    select seq, older_than from search_state for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  return rows[0] ?? null
}

/**
 * Removes messages from the index, and each word that no other message has. Their new words come with their events.
 * @param messageIds a query of ids, in brackets
 */
export async function forgetWords(tx: Tx, messageIds: RawBuilder<unknown>): Promise<void> {
  await lockWords(tx, true)
  await removeWords(tx, messageIds)
}

/** As `forgetWords`, under the lock. */
async function removeWords(tx: Tx, messageIds: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ word: string; messages: number }>`
    with gone as (delete from message_words where message_id in ${messageIds} returning words),
      lost as (select word, count(*) as messages from gone, unnest(tsvector_to_array(words)) word group by word)
    update search_words s set messages = s.messages - lost.messages from lost where s.word = lost.word
    returning s.word, s.messages`.execute(tx)
  const unused = rows.filter(({ messages }) => messages <= 0).map(({ word }) => word)
  if (unused.length > 0) await sql`delete from search_words where word = any(${unused}::text[])`.execute(tx)
}
