import type { Understand } from '@parley/bot/world'
import { intentCalls, type RecognisedIntent } from '@parley/core/intent/api'
import { ApiError } from '@parley/core/errors'
import { intentLabel, isSuggested } from '@parley/core/intent/rules'
import { intentNames } from '@parley/core/intent/constants'
import type { Assistant } from '../assist/assistant.ts'
import { secondOpinion } from '../assist/tasks.ts'
import { conversationExists } from '../conversations/queries.ts'
import type { Writer } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/ids.ts'
import { isToBeDone, suggestionsFor } from './suggestions.ts'
import { entitiesOf, slotValue, type Understanding } from './understanding.ts'

export interface IntentDeps {
  readonly writer: Pick<Writer, 'db' | 'now'>
  readonly understanding: Understanding
  /** Null: assist is not configured. */
  readonly assistant: Assistant | null
}

/** These calls write nothing and send no message. */
export function intentRoutes(http: Http, { writer, understanding, assistant }: IntentDeps): void {
  const { db, now } = writer
  const knownConversation = async (text: string): Promise<void> => {
    if (!(await conversationExists(db, conversationId(text)))) {
      throw new ApiError('conversation.not-found', { id: text })
    }
  }
  const recognised = (text: string, understand: Understand): RecognisedIntent => {
    const { intent, confidence } = understand(text)
    return { intent, confidence, entities: entitiesOf(text, now()) }
  }

  /** Asks assist if the recogniser is unsure. Neither delivery nor the bot waits for this. */
  const doubted = async (agentId: number, text: string, found: RecognisedIntent) => {
    if (!assistant?.config.intents || isSuggested(found.confidence) || text.trim() === '') return found
    const said = await secondOpinion(assistant, agentId, text)
    if (said === null) return found
    const intent = said === 'none' ? null : said
    const likely = understanding.ofCustomer(text).guesses.find(guess => guess.intent === intent)
    return { ...found, intent, confidence: likely?.confidence ?? 0, assisted: true as const }
  }

  mount(http, intentCalls, {
    recogniseIntent: async ({ body, caller }) =>
      doubted(caller.agentId, body.text, recognised(body.text, understanding.ofCustomer)),
    executeIntent: async ({ params, body }) => {
      await knownConversation(params.id)
      const found = recognised(body.text, understanding.ofAgent)
      const isSaid = found.intent !== null && !isToBeDone(found.intent)
      const intent_result = isSaid ? { ...found, intent: null, confidence: 0 } : found
      const suggestions = suggestionsFor(intent_result.intent).map(text => ({ text }))
      return { success: true, intent_result, response: { suggestions } }
    },
    availableIntents: async () => intentNames.map(name => ({ name, label: intentLabel(name) })),
    collectSlot: async ({ params, query }) => {
      await knownConversation(params.id)
      const value = slotValue(query.slot_name, query.slot_value, now())
      return {
        success: value !== null,
        slot_name: query.slot_name,
        slot_value: value ?? query.slot_value,
      }
    },
  })
}
