import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { statement } from '../db/connection/statement.ts'
import type { Reader, TxContext } from '../db/write.ts'

/** The stored form of an erased message's WhatsApp id. */
const sumOf = (wamid: string): string => createHash('sha256').update(wamid).digest('hex')

/** WhatsApp repeats unacknowledged webhooks for 7 days; one more day covers differences of clocks. */
export const erasedIdsKeptMs = 8 * 24 * 60 * 60_000

/** Stores hashes of the ids of messages that a repeated webhook may still bring. */
export async function keepErasedIds({ tx, now }: TxContext, messages: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into erased_message_ids (hash, erased_at)
    select encode(sha256(convert_to(wamid, 'UTF8')), 'hex'), ${now}::timestamptz from (
      select wamid, arrived_at as at from messages
      where id in ${messages} and wamid is not null
      -- Changes of a message name it, also of an outbound one.
      union all select wamid, created_at from attempts where message_id in ${messages} and wamid is not null
      union all select wamid, arrived_at from message_folds where message_id in ${messages}) known
    where at > ${new Date(now.getTime() - erasedIdsKeptMs)}
    on conflict (hash) do nothing`.execute(tx)
}

const looking = statement<{ hash: string }>(
  'erased_message_ids',
  'select hash from erased_message_ids where hash = any($1::text[])',
)

/** The ids among these that were erased customers' messages. */
export async function erasedAmong(reader: Reader, wamids: readonly string[]): Promise<ReadonlySet<string>> {
  const sums = wamids.map(sumOf)
  const hashes = new Set((await looking(reader, [sums])).map(({ hash }) => hash))
  return new Set(wamids.filter((_, place) => hashes.has(sums[place] ?? '')))
}
