import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Understand } from '@parley/bot/world'
import type { BotState } from '@parley/bot/state'
import { ApiError } from '@parley/core/errors'
import type { ConversationId, MessageId } from '@parley/core/ids'
import type { UnclearText, UnclearTexts } from '@parley/core/intent/api'
import {
  intentNames,
  mostUnclearTexts,
  type UnclearMeaning,
  unclearMeanings,
} from '@parley/core/intent/constants'
import { wordsOf } from '@parley/intents/words'
import type { Actor } from '../audit/record.ts'
import { statement } from '../db/connection/statement.ts'
import { type Reader, type TxContext, write, type Writer } from '../db/write.ts'

/**
 * Sets the meaning of a text, for all messages with the same words; null removes it. Of two concurrent calls the later wins.
 * @throws ApiError text.not-found
 */
export const judgeUnclear = (
  writer: Writer,
  messageId: number,
  meaning: UnclearMeaning | null,
  by: Actor,
): Promise<void> =>
  write(writer, async ({ tx, publish, now }) => {
    const judgedAt = meaning === null ? null : now
    const judgedBy = meaning === null ? null : by.agentId
    // One lock order, so that two calls for the same words cannot deadlock.
    const { rows } = await sql`
      with same as (
        select message_id from unclear_texts
        where words_sum = (select words_sum from unclear_texts where message_id = ${messageId})
        order by message_id for update)
      update unclear_texts u set meaning = ${meaning}::text, judged_at = ${judgedAt}::timestamptz, judged_by = ${judgedBy}::bigint
      from same where u.message_id = same.message_id returning u.message_id`.execute(tx)
    if (rows.length === 0) throw new ApiError('text.not-found', { id: messageId })
    publish({ noun: 'bot', id: 0, kind: 'changed' })
  })

/** The parts of a turn that tell which texts were not understood. */
export interface Turn {
  readonly before: BotState
  readonly after: BotState
  readonly heard: readonly {
    readonly id: number
    readonly content: string
    readonly message_type: string
    readonly at: Date
  }[]
}

/** Equal for texts that the recogniser cannot tell apart; null: it sees no word. */
export function sumOfWords(text: string): string | null {
  const words = wordsOf(text).join(' ')
  return words === '' ? null : createHash('sha256').update(words).digest('hex')
}

const keeping = statement(
  'keep_unclear_text',
  `insert into unclear_texts (message_id, words_sum, guess, confidence, at, meaning, judged_at, judged_by)
   select $1::bigint, $2::text, $3::text, $4::double precision, $5::timestamptz, said.meaning, said.judged_at, said.judged_by
   from (values (1)) one left join lateral (
     select meaning, judged_at, judged_by from unclear_texts where words_sum = $2::text limit 1) said on true
   on conflict (message_id) do nothing`,
)

/**
 * Stores the texts of a turn that were not understood, for supervisors. Words that have a meaning keep it. Pictures and
 * recordings are left out.
 */
export async function keepUnclear(
  { tx, publish }: TxContext,
  { understand }: { readonly understand: Understand },
  { before, after, heard }: Turn,
): Promise<void> {
  const missed = new Set(after.unclear.filter(id => !before.unclear.includes(id)))
  const texts = heard.filter(({ id, message_type: type }) => type === 'text' && missed.has(String(id)))
  let isAnyKept = false
  for (const { id, content, at } of texts) {
    const sum = sumOfWords(content)
    if (sum === null) continue
    const [guess] = understand(content).guesses
    await keeping(tx, [id, sum, guess?.intent ?? null, guess?.confidence ?? 0, at])
    isAnyKept = true
  }
  if (isAnyKept) publish({ noun: 'bot', id: 0, kind: 'changed' })
}

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

/** One row for equal words: their newest message that still has its text. */
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

/** Texts without a meaning, the most frequent first; or texts with one, the last labelled first. */
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

/** One text with its count. @throws ApiError text.not-found */
export async function unclearText(reader: Reader, messageId: number): Promise<UnclearText> {
  const same = sql`u.words_sum = (select words_sum from unclear_texts where message_id = ${messageId})`
  const [row] = (await grouped(same).execute(reader)).rows
  if (row === undefined) throw new ApiError('text.not-found', { id: messageId })
  return textOf(row)
}
