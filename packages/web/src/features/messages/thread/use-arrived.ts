import type { MessageEntity } from '@parley/core/messages/api'
import { useState } from 'react'

/** How many messages came from the customer since the reader left the end of the thread; 0 while there. */
export function useArrived(messages: readonly MessageEntity[], atEnd: boolean): number {
  const [leftAt, setLeftAt] = useState<string | null>(null)
  const newest = messages.at(-1)?.id ?? null
  if (atEnd && leftAt !== newest) setLeftAt(newest)
  if (atEnd || leftAt === null) return 0
  const from = messages.findLastIndex(message => message.id === leftAt)
  return messages.slice(from + 1).filter(message => message.direction === 'INBOUND').length
}
