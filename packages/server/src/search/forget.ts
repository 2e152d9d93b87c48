import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../db/write.ts'

/**
 * Holds the lock of whoever writes what messages are found by, until the transaction ends: what was read of a message
 * before its words went is not written after they did. Answers false where somebody else has it and `wait` is false.
 */
export async function lockWords(tx: Tx, wait: boolean): Promise<{ seq: number; older_than: number } | null> {
  const { rows } = await sql<{ seq: number; older_than: number }>`
    select seq, older_than from search_state for no key update ${wait ? sql`` : sql`skip locked`}`.execute(tx)
  return rows[0] ?? null
}

/**
 * From now on these messages are not found, and a word that no other message has is nowhere any more. Their new words, if
 * they have any, are theirs once the log was followed.
 * @param messageIds a query of ids, in brackets
 */
export async function forgetWords(tx: Tx, messageIds: RawBuilder<unknown>): Promise<void> {
  await lockWords(tx, true)
  await removeWords(tx, messageIds)
}

/** The same for whoever has the lock. */
export async function removeWords(tx: Tx, messageIds: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ word: string; messages: number }>`
    with gone as (delete from message_words where message_id in ${messageIds} returning words),
      lost as (select word, count(*) as messages from gone, unnest(tsvector_to_array(words)) word group by word)
    update search_words s set messages = s.messages - lost.messages from lost where s.word = lost.word
    returning s.word, s.messages`.execute(tx)
  const unused = rows.filter(({ messages }) => messages <= 0).map(({ word }) => word)
  if (unused.length > 0) await sql`delete from search_words where word = any(${unused}::text[])`.execute(tx)
}
