import type { Reader } from '../db/write.ts'
import { delimited } from './delimit.ts'
import type { Masks } from './masks.ts'

/** One message with words. */
export interface Line {
  readonly by: 'Customer' | 'Bot' | 'Agent'
  readonly text: string
}

/**
 * The newest messages of a conversation that have words, oldest first. What a customer deleted is left out, and so is what
 * nobody wrote.
 */
export async function newestLines(reader: Reader, conversationId: number, most: number): Promise<Line[]> {
  const rows = await reader
    .selectFrom('messages')
    .select(['direction', 'source', 'content'])
    .where('conversation_id', '=', conversationId)
    .where('content', '<>', '')
    .where('revoked_at', 'is', null)
    .where('source', '<>', 'SYSTEM')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
  return rows.toReversed().map(({ direction, source, content }) => ({
    by: direction === 'INBOUND' ? 'Customer' : source === 'BOT' ? 'Bot' : 'Agent',
    text: content,
  }))
}

/** The words of a message, and whose conversation it is of; null: it has none, or its customer deleted it. */
export async function wordsOfMessage(
  reader: Reader,
  id: number,
): Promise<{ readonly words: string | null; readonly conversationId: number } | null> {
  const row = await reader
    .selectFrom('messages')
    .select(['content', 'revoked_at', 'conversation_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const isThere = row.content.trim() !== '' && row.revoked_at === null
  return { words: isThere ? row.content : null, conversationId: row.conversation_id }
}

/** As they leave: who wrote it as a word, never as a name. As many of the newest as have room in so many letters. */
export function asAsked(
  lines: readonly Line[],
  masks: Masks,
  mostLetters: number,
): { readonly text: string; readonly count: number } {
  const kept: string[] = []
  let size = 0
  for (const { by, text } of lines.toReversed()) {
    const line = `${by}: ${masks.hide(text)}`
    size += line.length
    if (size > mostLetters && kept.length > 0) break
    kept.push(line)
  }
  return { text: delimited('conversation', kept.toReversed().join('\n')), count: kept.length }
}
