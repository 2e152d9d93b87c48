import type { ConversationEntity, Reach } from '@parley/core/entities/conversation'
import { useState } from 'react'

/** When WhatsApp takes what for a customer; the very same until that changes, whatever else of the conversation does. */
export function useHeldReach({ reach }: Pick<ConversationEntity, 'reach'>): Reach | null {
  const [held, setHeld] = useState(reach)
  const isSame = JSON.stringify(held) === JSON.stringify(reach)
  if (!isSame) setHeld(reach)
  return isSame ? held : reach
}
