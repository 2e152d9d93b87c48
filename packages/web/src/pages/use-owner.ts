import type { Standing } from '@parley/core/entities/conversation'
import { useState } from 'react'

/** A colleague's conversation is answered at the second press, once in each visit: the first says whose it is. */
export function useOwner(conversation: Standing, agentId: string) {
  const { assignee_id: ownerId, assignee_name: ownerName } = conversation
  const [asked, setAsked] = useState<{ readonly of: string; readonly answered: boolean } | null>(null)
  const colleague = ownerId !== null && ownerId !== agentId ? ownerId : null
  const isAsked = asked !== null && asked.of === colleague
  return {
    question:
      isAsked && !asked.answered
        ? `${ownerName ?? 'A colleague'} has this conversation. Press Send again to answer all the same`
        : null,
    press: (send: () => void) => {
      if (colleague === null) return send()
      setAsked({ of: colleague, answered: isAsked })
      if (isAsked) send()
    },
  }
}
