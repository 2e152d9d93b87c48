import type { Understand } from '@parley/bot/world'
import { closingOf } from '@parley/intents/closing'
import type { InboundMessage } from '@parley/whatsapp/inbound/inbound-message'
import type { OpenConversation } from '../conversations/open.ts'

/**
 * The confidence that a customer's message only thanks or agrees; null: it may need a reply. Only plain text can be one: a file,
 * a place or a pressed choice says something.
 * @param conversation before the message; one with the bot, or with an open question, stays as it is
 * @param understand null: only signs such as 👍 are recognised
 */
export function acknowledgementOf(
  { type, text }: Pick<InboundMessage, 'type' | 'text'>,
  conversation: OpenConversation,
  understand: Understand | null,
): number | null {
  if (type !== 'text' || text === null || conversation.with_bot || hasQuestion(conversation)) return null
  const { closes, confidence } = closingOf(text, given => {
    const [likeliest] = understand?.(given).guesses ?? []
    return likeliest ?? { intent: null, confidence: 0 }
  })
  return closes ? confidence : null
}

const hasQuestion = ({
  status,
  human_wait_started_at: wait,
  acknowledged_wait: acknowledged,
}: OpenConversation): boolean =>
  status !== 'RESOLVED' && wait !== null && wait.getTime() !== acknowledged?.getTime()

/** The least confidence of several messages; null: one of them may need a reply. */
export const leastConfidence = (confidences: readonly (number | null)[]): number | null =>
  confidences.some(one => one === null) ? null : Math.min(...confidences.map(one => one ?? 0))
