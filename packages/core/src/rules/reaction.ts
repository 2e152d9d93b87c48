import type { MessageEntity, ReactionEntity } from '../entities/message.ts'

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
