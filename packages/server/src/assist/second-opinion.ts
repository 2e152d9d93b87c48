import type { IntentName } from '@parley/core/intent/api'
import { Refusal } from '@parley/core/errors'
import { intentLabel } from '@parley/core/intent/rules'
import { intentNames } from '@parley/core/intent/constants'
import type { Assistant } from './assistant.ts'
import { dataRule, delimited } from './delimit.ts'
import { openMasks } from './masks.ts'

/** Milliseconds that somebody who has an answer already waits for another. */
const longestMs = 2_000
const mostLetters = 80

/** What a text means, of the intents that there are, or 'none'; null where there is no such answer in time. */
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
        mostLetters,
      },
      longestMs,
    )
    const said = answer.toLowerCase().replaceAll(/[^a-z_]/g, '')
    return said === 'none' ? 'none' : (intentNames.find(name => name === said) ?? null)
  } catch (error) {
    // Whatever it was, the first answer stands; the use is on record with it.
    if (error instanceof Refusal) return null
    throw error
  }
}
