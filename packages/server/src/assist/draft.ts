import type { Knowledge, KnowledgeAnswer } from '@parley/bot/knowledge'
import type { KnowledgeAnswerId } from '@parley/core/ids'
import { Refusal } from '@parley/core/errors'
import type { Language } from '@parley/core/text/languages'
import { maxTextLength } from '@parley/core/messages/constants'
import type { Assistant } from './assistant.ts'
import { failureWords } from './failure-words.ts'
import { dataRule, delimited, markRule } from './delimit.ts'
import { asAsked, type Line } from './lines.ts'
import { openMasks } from './masks.ts'
import type { Use } from './uses.ts'

/** So many of the newest messages are looked at. */
export const mostAnswered = 12
const mostLeaving = 6_000
const mostEntries = 6

export interface Drafting {
  readonly lines: readonly Line[]
  readonly knowledge: Knowledge
  /** Of a customer's words; null where they do not tell. */
  readonly languageOf: (text: string) => Language | null
}

export interface Drafted {
  readonly text: string
  /** Empty: it is from no entry. */
  readonly entries: { readonly id: KnowledgeAnswerId; readonly title: string }[]
}

/**
 * An answer to the customer's last lines, from what is published.
 * @throws Refusal assist.no-words where the customer wrote none, and as `Assistant.ask`
 */
export async function draft(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  { lines, knowledge, languageOf }: Drafting,
): Promise<Drafted> {
  const asked = lastOfCustomer(lines)
  if (asked === '') throw new Refusal('assist.no-words')
  const entries = knowledge
    .search(asked)
    .slice(0, mostEntries)
    .map(({ answer }) => answer)
  const masks = openMasks(assistant.now())
  const answer = await assistant.ask(
    { ...by, kind: 'draft' },
    {
      system: `You draft the next answer of a pension and life insurer in Uganda to a customer, for a colleague who reads it before anything is sent. ${dataRule} ${markRule} Use only what stands in the numbered entries; where they do not answer, ask the customer for what is missing or say that a colleague will find out, and promise nothing. Write to the customer, in the language of their last message, as plain text. End with a line of its own that names the numbers of the entries that you used, such as "USED: 1, 3", or "USED: none".`,
      user: `${delimited('entries', entriesText(entries, languageOf(asked)))}\n${asAsked(lines, masks, mostLeaving).text}`,
      mostLetters: maxTextLength,
    },
  )
  const { text, used } = readUsed(answer)
  if (text === '') throw new Refusal('assist.failed', { sentence: failureWords.empty })
  const named = entries.filter((_, n) => used.includes(n + 1))
  return {
    text: masks.putBack(text),
    entries: named.map(({ id, title }) => ({ id: id as KnowledgeAnswerId, title })),
  }
}

/** What the customer wrote since anybody answered, or the last that they wrote. */
function lastOfCustomer(lines: readonly Line[]): string {
  const end = lines.findLastIndex(({ by }) => by === 'Customer') + 1
  const begin = lines.slice(0, end).findLastIndex(({ by }) => by !== 'Customer') + 1
  return lines
    .slice(begin, end)
    .map(({ text }) => text)
    .join('\n')
}

const entriesText = (entries: readonly KnowledgeAnswer[], language: Language | null): string =>
  entries.length === 0
    ? 'There are none.'
    : entries
        .map(({ title, answers }, n) => {
          const said = language === null || answers[language] === '' ? answers.en : answers[language]
          return `${n + 1}. ${title}: ${said}`
        })
        .join('\n')

/** The last line names what was used. Whatever it says besides numbers is nothing. */
export function readUsed(answer: string): { readonly text: string; readonly used: readonly number[] } {
  const found = /(?:^|\n)[\s*_]*used[\s*_]*:([^\n]*)\s*$/i.exec(answer)
  if (found === null) return { text: answer.trim(), used: [] }
  return {
    text: answer.slice(0, found.index).trim(),
    used: [...(found[1] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  }
}
