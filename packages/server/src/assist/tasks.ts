import type { Knowledge, KnowledgeAnswer } from '@parley/bot/knowledge'
import { ApiError } from '@parley/core/errors'
import type { KnowledgeAnswerId } from '@parley/core/ids'
import type { IntentName } from '@parley/core/intent/api'
import { intentNames } from '@parley/core/intent/constants'
import { intentLabel } from '@parley/core/intent/rules'
import { maxTextLength } from '@parley/core/messages/constants'
import { type Language, languageNames } from '@parley/core/text/languages'
import { type Assistant, failureWords } from './assistant.ts'
import { openMasks } from './masks.ts'
import { asAsked, dataRule, delimited, type Line, markRule, undelimited } from './prompt.ts'
import type { Use } from './uses.ts'

/** A draft uses at most this many of the newest messages, and at most this many of their letters. */
export const mostAnswered = 12
const lettersOfDraft = 6_000
const mostEntries = 6

export interface Drafting {
  readonly lines: readonly Line[]
  readonly knowledge: Knowledge
  /** The language of a text; null: unknown. */
  readonly languageOf: (text: string) => Language | null
}

export interface Drafted {
  readonly text: string
  /** The entries that the answer used. */
  readonly entries: { readonly id: KnowledgeAnswerId; readonly title: string }[]
}

/**
 * Drafts an answer to the customer's last lines, from the published knowledge.
 * @throws ApiError assist.no-words if the customer wrote no text, and as `Assistant.ask`
 */
export async function draft(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  { lines, knowledge, languageOf }: Drafting,
): Promise<Drafted> {
  const asked = lastOfCustomer(lines)
  if (asked === '') throw new ApiError('assist.no-words')
  const entries = knowledge
    .search(asked)
    .slice(0, mostEntries)
    .map(({ answer }) => answer)
  const masks = openMasks(assistant.now())
  const answer = await assistant.ask(
    { ...by, kind: 'draft' },
    {
      system: `You draft the next answer of a pension and life insurer in Uganda to a customer, for a colleague who reads it before anything is sent. ${dataRule} ${markRule} Use only what stands in the numbered entries; where they do not answer, ask the customer for what is missing or say that a colleague will find out, and promise nothing. Write to the customer, in the language of their last message, as plain text. End with a line of its own that names the numbers of the entries that you used, such as "USED: 1, 3", or "USED: none".`,
      user: `${delimited('entries', entriesText(entries, languageOf(asked)))}\n${asAsked(lines, masks, lettersOfDraft).text}`,
      mostLetters: maxTextLength,
    },
  )
  const { text, used } = readUsed(answer)
  if (text === '') throw new ApiError('assist.failed', { sentence: failureWords.empty })
  const named = entries.filter((_, n) => used.includes(n + 1))
  return {
    text: masks.putBack(text),
    entries: named.map(({ id, title }) => ({ id: id as KnowledgeAnswerId, title })),
  }
}

/** The customer's last lines without an answer between them. */
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

/** The last line names the used entries by number; its other words are ignored. */
export function readUsed(answer: string): { readonly text: string; readonly used: readonly number[] } {
  const found = /(?:^|\n)[\s*_]*used[\s*_]*:([^\n]*)\s*$/i.exec(answer)
  if (found === null) return { text: answer.trim(), used: [] }
  return {
    text: answer.slice(0, found.index).trim(),
    used: [...(found[1] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits)),
  }
}

/** A summary uses at most this many of the newest messages. */
export const mostSummarised = 200
/** The most letters sent for a summary: about a third of what small models take. */
const lettersOfSummary = 24_000

/** Summarises a conversation for the agent who takes it over. @throws ApiError as `Assistant.ask` */
export async function summarise(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  lines: readonly Line[],
): Promise<{ text: string; messages: number }> {
  const masks = openMasks(assistant.now())
  const { text, count } = asAsked(lines, masks, lettersOfSummary)
  const answer = await assistant.ask(
    { ...by, kind: 'summarise' },
    {
      system: `You summarise a conversation between a customer and a pension and life insurer in Uganda for the colleague who takes it over. ${dataRule} ${markRule} Say in at most eight short lines of plain English: what the customer wants, what was asked and answered, what was promised, what is open. Say nothing that does not stand there.`,
      user: text,
      mostLetters: 4_000,
    },
  )
  return { text: masks.putBack(answer), messages: count }
}

/** @throws ApiError as `Assistant.ask` */
export async function translate(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  words: string,
  to: Language,
): Promise<string> {
  const masks = openMasks(assistant.now())
  const answer = await assistant.ask(
    { ...by, kind: 'translate' },
    {
      system: `You translate messages between customers and staff of a pension and life insurer in Uganda. Translate the text in the tag into ${languageNames[to]}. ${dataRule} ${markRule} Answer with the translation alone, as plain text.`,
      user: delimited('text', masks.hide(words)),
      mostLetters: maxTextLength,
    },
  )
  return masks.putBack(undelimited('text', answer))
}

/** The agent already has the recogniser's answer, so a second one must come soon. */
const secondOpinionMs = 2_000

/** The model's intent of a text, or 'none'; null: no valid answer in time. */
export async function secondOpinion(
  assistant: Assistant,
  agentId: number,
  text: string,
): Promise<IntentName | 'none' | null> {
  try {
    const answer = await assistant.ask(
      { agentId, kind: 'intent', conversationId: null },
      {
        system: `You say what a customer of a pension and life insurer in Uganda wants. ${dataRule} Answer with one of these names alone, or with none: ${intentNames.map(name => `${name} (${intentLabel(name)})`).join(', ')}.`,
        user: delimited('message', openMasks(assistant.now()).hide(text)),
        mostLetters: 80,
      },
      secondOpinionMs,
    )
    const said = answer.toLowerCase().replaceAll(/[^a-z_]/g, '')
    return said === 'none' ? 'none' : (intentNames.find(name => name === said) ?? null)
  } catch (error) {
    // The recogniser's answer stands; the failure is recorded with the use.
    if (error instanceof ApiError) return null
    throw error
  }
}
