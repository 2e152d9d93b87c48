import { sql } from 'kysely'
import type { BridgeConfig, NumberConfig } from '../config/channels.ts'
import { type Reader, type Tx, write, type Writer } from '../db/write.ts'

interface Served {
  readonly numbers: readonly NumberConfig[]
  readonly bridges: readonly BridgeConfig[]
  /** Whether the bot is on at a new number. */
  readonly botAtNewNumbers?: boolean
}

/**
 * Stores the served numbers and bridges of the settings. Agents see a number's name only if there are several, or if it is no
 * longer served. Called at each start, before anything is sent. @returns whether anything changed
 * @param fetchAnew makes all consoles fetch all conversations again, in this transaction
 */
export const keepBusinessNumbers = (
  writer: Writer,
  { numbers, bridges, botAtNewNumbers = false }: Served,
  fetchAnew: (tx: Tx) => Promise<void>,
): Promise<boolean> =>
  write(writer, async ({ tx }) => {
    const served = JSON.stringify([
      ...numbers.map(({ phoneNumberId, name, businessAccountId }) => ({
        phone_number_id: phoneNumberId,
        shown_as: numbers.length > 1 ? name : null,
        account_id: businessAccountId,
      })),
      ...bridges.map(({ id, name }) => ({ phone_number_id: id, shown_as: name, account_id: null })),
    ])
    const { rows: changed } = await sql<{ phone_number_id: string }>`
      with served as (select * from json_to_recordset(${served}::json)
          as s(phone_number_id text, shown_as text, account_id text)),
        kept as (insert into business_numbers as b (phone_number_id, is_served, shown_as, account_id, bot_on)
          select phone_number_id, true, shown_as, account_id, ${botAtNewNumbers}::boolean from served
          on conflict (phone_number_id) do update
            set is_served = true, shown_as = excluded.shown_as, account_id = excluded.account_id
          where not b.is_served or b.shown_as is distinct from excluded.shown_as
            or b.account_id is distinct from excluded.account_id
          returning phone_number_id),
        gone as (update business_numbers b set is_served = false, shown_as = coalesce(shown_as, 'a number that is gone')
          where is_served and phone_number_id not in (select phone_number_id from served)
          returning phone_number_id)
      select phone_number_id from kept union all select phone_number_id from gone`.execute(tx)
    if (changed.length === 0) return false
    await sql`
      update conversations c set number_gone = not b.is_served from business_numbers b
      where b.phone_number_id = c.phone_number_id and c.number_gone = b.is_served
        and c.phone_number_id = any(${changed.map(row => row.phone_number_id)}::text[])`.execute(tx)
    await fetchAnew(tx)
    return true
  })

/** The numbers and bridges of the server's last start. */
export async function servedNumbers(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('business_numbers')
    .select('phone_number_id')
    .where('is_served', '=', true)
    .execute()
  return new Set(rows.map(row => row.phone_number_id))
}

/**
 * SQL for a FROM: the messages or attempts of a number with these ids of WhatsApp's. The lateral join makes PostgreSQL look up each
 * id by the index; otherwise it may read all rows of the number.
 * @param wamids an expression of the type text[]
 */
export const ofWamids = (table: 'messages' | 'attempts', phoneNumberId: string, wamids: string): string => `(
  select found.* from unnest(${wamids}) as given (wamid)
  cross join lateral (
    select * from ${table} i where i.phone_number_id = ${phoneNumberId} and i.wamid = given.wamid limit 1) found)`
