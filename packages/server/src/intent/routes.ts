import { intentCalls } from '@parley/core/api/intent'
import { Refusal } from '@parley/core/errors'
import { intentLabel, recognise, slotValue, suggestionsFor } from '@parley/core/rules/intent'
import { intentNames } from '@parley/core/words/intent'
import { conversationExists } from '../conversations/queries.ts'
import type { Reader } from '../db/write.ts'
import { type Http, mount } from '../http/mount.ts'
import { conversationId } from '../http/path-ids.ts'

/** They read and judge, and write nothing: no message goes out before an agent agreed to it. */
export function intentRoutes(http: Http, db: Reader): void {
  const knownConversation = async (text: string): Promise<void> => {
    if (!(await conversationExists(db, conversationId(text)))) {
      throw new Refusal('conversation.not-found', { id: text })
    }
  }

  mount(
    http,
    intentCalls,
  )({
    recogniseIntent: async ({ body }) => recognise(body.text),
    executeIntent: async ({ params, body }) => {
      await knownConversation(params.id)
      const intent_result = recognise(body.text)
      const suggestions = suggestionsFor(intent_result.intent).map(text => ({ text }))
      return { success: true, intent_result, response: { suggestions } }
    },
    availableIntents: async () => intentNames.map(name => ({ name, label: intentLabel(name) })),
    collectSlot: async ({ params, query }) => {
      await knownConversation(params.id)
      const value = slotValue(query.slot_name, query.slot_value)
      return {
        success: value !== null,
        slot_name: query.slot_name,
        slot_value: value ?? query.slot_value,
      }
    },
  })
}
