import type { Ask, SentCard } from '@parley/core/messages/asks'
import type { MessageDetails } from '@parley/core/messages/details'
import { Refusal } from '@parley/core/errors'
import { cardContact, cardProblems, cardWords, trimmedAsk } from '@parley/core/messages/ask-rules'

/** A question as its message keeps it. */
export const askDetails = (ask: Ask): Pick<MessageDetails, 'ask'> => ({ ask: trimmedAsk(ask) })

/**
 * A card as its message keeps it, in the shape of those that customers send, and the words that lists and notices have.
 * @throws Refusal input.invalid
 */
export function cardDetails(card: SentCard): {
  readonly type: 'contacts'
  readonly content: string
  readonly details: MessageDetails
} {
  const [wrong] = Object.entries(cardProblems(card))
  if (wrong !== undefined) throw Refusal.field(`card.${wrong[0]}`, wrong[1])
  return { type: 'contacts', content: cardWords(card), details: { contacts: [cardContact(card)] } }
}
