import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '@parley/core/errors'
import type { ConversationId, MessageId } from '@parley/core/ids'
import type { UnclearText, UnclearTexts } from '@parley/core/intent/api'
import { intentNames, mostUnclearTexts, unclearMeanings } from '@parley/core/intent/constants'
import type { Reader } from '../../db/write.ts'

interface Row {
  readonly id: number
  readonly conversation_id: number
  readonly text: string
  readonly count: number
  readonly at: Date
  readonly guess: string | null
  readonly confidence: number
  readonly meaning: string | null
}

/** One row for the same words: the newest message that still has them. */
const grouped = (where: RawBuilder<unknown>): RawBuilder<Row> => sql<Row>`
  select distinct on (u.words_sum) u.message_id as id, m.conversation_id, m.content as text, u.at, u.guess, u.confidence,
    u.meaning, u.judged_at, count(*) over (partition by u.words_sum)::int as count
  from unclear_texts u join messages m on m.id = u.message_id
  where m.content <> '' and m.revoked_at is null and ${where}
  order by u.words_sum, u.at desc, u.message_id desc`

function textOf(row: Row): UnclearText {
  const intent = intentNames.find(one => one === row.guess)
  return {
    id: String(row.id) as MessageId,
    conversation_id: String(row.conversation_id) as ConversationId,
    text: row.text,
    count: row.count,
    at: row.at.toISOString(),
    guess: intent === undefined ? null : { intent, confidence: Math.round(row.confidence * 10_000) / 10_000 },
    meaning: unclearMeanings.find(one => one === row.meaning) ?? null,
  }
}

/** What waits for a meaning, the most frequent first; or what has one, by when it was said, newest first. */
export async function unclearTexts(reader: Reader, state: 'open' | 'judged'): Promise<UnclearTexts> {
  const isJudged = state === 'judged'
  const order = isJudged ? sql`judged_at desc, id desc` : sql`count desc, at desc, id desc`
  const { rows } = await sql<Row>`
    select * from (${grouped(isJudged ? sql`u.meaning is not null` : sql`u.meaning is null`)}) texts
    order by ${order} limit ${mostUnclearTexts}`.execute(reader)
  const counts = await sql<{ open: number; judged: number }>`
    select count(distinct u.words_sum) filter (where u.meaning is null)::int as open,
      count(distinct u.words_sum) filter (where u.meaning is not null)::int as judged
    from unclear_texts u join messages m on m.id = u.message_id
    where m.content <> '' and m.revoked_at is null`.execute(reader)
  return { texts: rows.map(textOf), open: counts.rows[0]?.open ?? 0, judged: counts.rows[0]?.judged ?? 0 }
}

/** The words of a message, however often they were written. @throws Refusal text.not-found */
export async function unclearText(reader: Reader, messageId: number): Promise<UnclearText> {
  const same = sql`u.words_sum = (select words_sum from unclear_texts where message_id = ${messageId})`
  const [row] = (await grouped(same).execute(reader)).rows
  if (row === undefined) throw new Refusal('text.not-found', { id: messageId })
  return textOf(row)
}
