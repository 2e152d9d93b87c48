import { createHash } from 'node:crypto'
import type { Understand } from '@parley/bot/meaning'
import type { BotState } from '@parley/bot/state'
import { wordsOf } from '@parley/intents/words'
import { statement } from '../../db/statement.ts'
import type { Emit, Tx } from '../../db/write.ts'

/** A turn of the bot, as far as it tells what was not understood. */
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

/** The same for texts that the recogniser cannot tell apart; null where it sees no word. */
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
 * Keeps which texts of a turn were not understood, for supervisors. Words that have a meaning already have it again. A picture
 * or a recording has no words to be understood.
 */
export async function keepUnclear(
  tx: Tx,
  emit: Emit,
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
  if (isAnyKept) emit({ noun: 'bot', id: 0, kind: 'changed' })
}
