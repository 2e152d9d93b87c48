import type { MessageEntity, ReactionEntity } from '../api/messages.ts'
import { isAtWhatsapp } from './quote.ts'
import { isSystem } from './thread.ts'

/** WhatsApp takes signs on messages that are younger than this. */
const reactableMs = 30 * 24 * 60 * 60_000

/** Why no sign can be put on a message, for a person; null: one can. `now` null: whatever its age. Source: Cloud API, "Reaction messages". */
export function whyNotReactable(
  message: Pick<MessageEntity, 'status' | 'source' | 'sender_id' | 'revoked_at' | 'created_at'>,
  now: Date | null,
): string | null {
  if (isSystem(message)) return 'it is no message'
  if (message.revoked_at !== null) return 'the customer deleted it'
  if (!isAtWhatsapp(message.status)) return 'WhatsApp does not have it yet'
  const age = now === null ? 0 : now.getTime() - new Date(message.created_at).getTime()
  return age >= reactableMs ? 'it is older than 30 days' : null
}

/** The business's own sign on a message, as it is wanted; null for none. */
export const ownReaction = ({ reactions }: Pick<MessageEntity, 'reactions'>): ReactionEntity | null =>
  reactions.find(({ by, state }) => by === 'AGENT' && state !== 'failed') ?? null

/** Who put a sign on a message. */
export function reactorName(
  reaction: Pick<ReactionEntity, 'by' | 'agent_name'>,
  message: Pick<MessageEntity, 'direction' | 'sender_name'>,
): string {
  switch (reaction.by) {
    case 'CUSTOMER':
      return (message.direction === 'INBOUND' ? message.sender_name : null) ?? 'The customer'
    case 'AGENT':
      return reaction.agent_name ?? 'An agent'
    case 'BOT':
      return 'Bot'
  }
}

/** The newest of the customer's signs on these messages; null for none. */
export function newestReaction(messages: readonly MessageEntity[]): ReactionEntity | null {
  let newest: ReactionEntity | null = null
  for (const { reactions } of messages) {
    for (const reaction of reactions) {
      if (reaction.by === 'CUSTOMER' && (newest === null || reaction.at > newest.at)) newest = reaction
    }
  }
  return newest
}
