import { type Example, outsideName } from '@parley/intents/recogniser'
import { sql } from 'kysely'
import type { Reader } from '../../db/write.ts'

/** What supervisors said that texts mean: each text once, what was put aside left out, by the sum of its words. */
export async function labelledTexts(reader: Reader): Promise<readonly Example[]> {
  const { rows } = await sql<{ text: string; meaning: string }>`
    select distinct on (u.words_sum) m.content as text, u.meaning
    from unclear_texts u join messages m on m.id = u.message_id
    where u.meaning is not null and u.meaning <> 'aside' and m.content <> '' and m.revoked_at is null
    order by u.words_sum, u.message_id`.execute(reader)
  return rows.map(({ text, meaning }) => ({ text, intent: meaning === 'outside' ? outsideName : meaning }))
}
