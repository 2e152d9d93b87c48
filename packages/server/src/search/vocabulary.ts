import { type Finding, shortestPart, type Term, type Way } from '@parley/core/search/finding'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

/** A beginning or a part stands for at most this many words, those of the most messages. */
const mostMeant = 60
/** The most words with a part in them that are compared. */
const mostLookedAt = 2_000
const shortestBeginning = 2

/** The query of messages. */
export interface WordQuery {
  /** A `tsquery`. */
  readonly text: string
  /** About how many messages have the rarest term. */
  readonly messages: number
}

interface Meant {
  readonly place: number
  readonly word: string
  readonly messages: number
}

/** Replaces the last word of each way by the words that it stands for. Null: there are none for a term, so no message has it. */
export async function queryOf(reader: Reader, { terms }: Finding): Promise<WordQuery | null> {
  const ways = terms.flat()
  const lasts = ways.map(({ words }) => words.at(-1) ?? '')
  const open = ways.map(({ isOpen }, place) => isOpen && (lasts[place] ?? '').length >= shortestBeginning)
  const inside = ways.map(
    ({ isOpen, words }, place) => isOpen && words.length === 1 && (lasts[place] ?? '').length >= shortestPart,
  )
  const { rows } = await sql<Meant>`
    select t.place::int as place, meant.word, meant.messages
    from unnest(${lasts}::text[], ${open}::bool[], ${inside}::bool[]) with ordinality as t (word, is_open, is_inside, place)
    cross join lateral (
      (select word, messages from search_words where word = t.word)
      union
      (select word, messages from search_words
        where t.is_open and word > t.word and word < t.word || chr(1114111)
        order by messages desc limit ${mostMeant})
      union
      (select word, messages from (
          select word, messages from search_words where t.is_inside and word like '%' || t.word || '%' limit ${mostLookedAt}
        ) part order by messages desc limit ${mostMeant})
    ) meant`.execute(reader)
  const meantBy = new Map(ways.map((way, place) => [way, rows.filter(row => row.place === place + 1)]))
  const parts = terms.map(term => partOf(term, way => meantBy.get(way) ?? []))
  if (parts.some(part => part === null)) return null
  const said = parts.filter(part => part !== null)
  return {
    text: said.map(part => `(${part.text})`).join(' & '),
    messages: Math.min(...said.map(part => part.messages)),
  }
}

/** Words have letters and digits only (`wordsOf`), so quotes suffice. */
const quoted = (word: string): string => `'${word}'`

function partOf(term: Term, meantBy: (way: Way) => readonly Meant[]): WordQuery | null {
  const ways = term.flatMap(way => {
    const meant = meantBy(way)
    if (meant.length === 0) return []
    const last = `(${meant.map(({ word }) => quoted(word)).join(' | ')})`
    return [{ text: [...way.words.slice(0, -1).map(quoted), last].join(' <-> '), meant }]
  })
  if (ways.length === 0) return null
  return {
    text: ways.map(({ text }) => text).join(' | '),
    messages: ways.flatMap(({ meant }) => meant).reduce((sum, { messages }) => sum + messages, 0),
  }
}
