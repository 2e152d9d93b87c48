import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Reader, Tx } from '../db/write.ts'

/** What is kept of WhatsApp's id of an erased message. */
const sumOf = (wamid: string): string => createHash('sha256').update(wamid).digest('hex')

/** WhatsApp repeats what was not acknowledged for 7 days; the rest is for its clock and ours. */
export const erasedIdsKeptMs = 8 * 24 * 60 * 60_000

/** Keeps the sums of the ids of messages that a repeated webhook may still bring, before the ids themselves go. */
export async function keepErasedIds(tx: Tx, messages: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    insert into erased_message_ids (hash, erased_at)
    select encode(sha256(convert_to(wamid, 'UTF8')), 'hex'), ${now}::timestamptz from (
      select wamid, arrived_at as at from messages
      where id in ${messages} and wamid is not null
      -- What was done to a message names it, ours too.
      union all select wamid, created_at from attempts where message_id in ${messages} and wamid is not null
      union all select wamid, arrived_at from message_folds where message_id in ${messages}) known
    where at > ${new Date(now.getTime() - erasedIdsKeptMs)}
    on conflict (hash) do nothing`.execute(tx)
}

const looking = statement<{ hash: string }>(
  'erased_message_ids',
  'select hash from erased_message_ids where hash = any($1::text[])',
)

/** Which of these ids of WhatsApp were erased customers' messages. */
export async function erasedAmong(reader: Reader, wamids: readonly string[]): Promise<ReadonlySet<string>> {
  const sums = wamids.map(sumOf)
  const hashes = new Set((await looking(reader, [sums])).map(({ hash }) => hash))
  return new Set(wamids.filter((_, place) => hashes.has(sums[place] ?? '')))
}
