import type { BotNumber } from '@parley/core/bot/api'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

/** The numbers and bridges that are served, with whether the bot answers there. */
export async function botNumbers(reader: Reader): Promise<BotNumber[]> {
  const { rows } = await sql<BotNumber>`
    select b.phone_number_id as id, b.shown_as as name, b.bot_on,
      (select count(*)::int from conversations c
       where c.phone_number_id = b.phone_number_id and c.with_bot and c.status <> 'ARCHIVED') as conversations
    from business_numbers b where b.is_served order by b.shown_as nulls first, b.phone_number_id`.execute(
    reader,
  )
  return rows
}
