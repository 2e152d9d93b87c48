import type { Ask, SentCard } from '@parley/core/api/asks'
import type { MessageDetails } from '@parley/core/api/message-details'
import { Refusal } from '@parley/core/errors'
import { cardProblems, trimmedAsk } from '@parley/core/rules/ask'
import { canonicalPhone } from '@parley/core/rules/phone'

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
  const name = card.name.trim()
  const number = canonicalPhone(card.number) ?? card.number
  const details: MessageDetails = {
    contacts: [
      {
        name,
        full_name: null,
        phones: [{ number, label: null, wa_id: null }],
        emails: card.email === null ? [] : [{ text: card.email.trim(), label: null }],
        addresses: [],
        urls: [],
        organisation: card.organisation?.trim() ?? null,
        birthday: null,
      },
    ],
  }
  return { type: 'contacts', content: `Contact: ${name}`, details }
}
