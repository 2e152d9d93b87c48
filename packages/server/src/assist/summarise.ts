import type { Assistant } from './assistant.ts'
import { dataRule, markRule } from './delimit.ts'
import { asAsked, type Line } from './lines.ts'
import { openMasks } from './masks.ts'
import type { Use } from './uses.ts'

/** So many of the newest messages are looked at. */
export const mostSummarised = 200
/** Letters that leave at most: about a third of what small models take. */
const mostLeaving = 24_000
const mostLetters = 4_000

/** What a conversation is about, for whoever takes it over. @throws Refusal as `Assistant.ask` */
export async function summarise(
  assistant: Assistant,
  by: Omit<Use, 'kind'>,
  lines: readonly Line[],
): Promise<{ text: string; messages: number }> {
  const masks = openMasks(assistant.now())
  const { text, count } = asAsked(lines, masks, mostLeaving)
  const answer = await assistant.ask(
    { ...by, kind: 'summarise' },
    {
      system: `You summarise a conversation between a customer and a pension and life insurer in Uganda for the colleague who takes it over. ${dataRule} ${markRule} Say in at most eight short lines of plain English: what the customer wants, what was asked and answered, what was promised, what is open. Say nothing that does not stand there.`,
      user: text,
      mostLetters,
    },
  )
  return { text: masks.putBack(answer), messages: count }
}
