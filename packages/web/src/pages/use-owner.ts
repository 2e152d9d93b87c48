import type { Standing } from '@parley/core/entities/conversation'
import { isInQueue } from '@parley/core/rules/assignment'
import { useState } from 'react'
import { useRepliesTake } from '../data/capabilities/queries.ts'

/**
 * What a reply has to do with who has the conversation, for one visit. A colleague's is answered at the second
 * press, once: the first says whose it is.
 */
export function useOwner(conversation: Standing, agentId: string) {
  const { assignee_id: ownerId, assignee_name: ownerName } = conversation
  const takes = useRepliesTake()
  const [asked, setAsked] = useState<{ readonly of: string; readonly answered: boolean } | null>(null)
  const colleague = ownerId !== null && ownerId !== agentId ? ownerId : null
  const isAsked = asked !== null && asked.of === colleague
  const isFree = isInQueue({ status: conversation.status, assigneeId: ownerId, offer: null })
  const isOffered = conversation.offer !== null && conversation.offer.agent_id !== agentId
  return {
    question:
      isAsked && !asked.answered
        ? `${ownerName ?? 'A colleague'} has this conversation. Press Send again to answer all the same`
        : null,
    note: takes && isFree && !isOffered ? 'Nobody has this conversation: your reply takes it' : null,
    press: (send: () => void) => {
      if (colleague === null) return send()
      setAsked({ of: colleague, answered: isAsked })
      if (isAsked) send()
    },
  }
}
