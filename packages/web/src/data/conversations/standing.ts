import type { ConversationEntity, ConversationMeta } from '@parley/core/conversations/api'
import { useState } from 'react'

const conversationMetaOf = (row: ConversationEntity): ConversationMeta => {
  const { last_activity: _1, updated_at: _2, inbound_no: _3, seen_no: _4, ...others } = row
  const { unread_count: _5, last_message: _6, reach: _7, ...standing } = others
  return standing
}

/**
 * A conversation without what each message changes; the very same until anything else of it does. For parts of a screen
 * that need not be drawn again for a message.
 */
export function useConversationMeta(row: ConversationEntity): ConversationMeta {
  'use memo'
  const [held, setHeld] = useState(() => conversationMetaOf(row))
  const now = conversationMetaOf(row)
  // The parts of each row that comes are new objects, so what they hold is compared.
  const isSame = JSON.stringify(held) === JSON.stringify(now)
  if (!isSame) setHeld(now)
  return isSame ? held : now
}
