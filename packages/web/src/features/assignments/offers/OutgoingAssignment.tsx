import { t } from '@parley/core/text/translate'
import type { AgentEntity } from '@parley/core/agents/api'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { assigneeWarnings, assigningSentence } from '@parley/core/assignments/rules'
import { isOfferedTo } from '@parley/core/conversations/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { assignTo, type HandedOver } from '../../../data/assignments/actions.ts'
import { Notice } from '../../../ui/states/Notice.tsx'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { AssignmentModal } from './AssignmentModal.tsx'
import { CustomerCard } from '../CustomerCard.tsx'
import { useAnswer } from './use-answer.ts'

interface OutgoingAssignmentProps {
  readonly conversation: ConversationMeta
  readonly agent: AgentEntity
  /** Told apart from a namesake's. */
  readonly name: string
  /** Whether anything is known of the agent's load and presence. */
  readonly known: boolean
  readonly viewerId: string
  readonly onAssigned: ((handed: HandedOver) => void) | undefined
  readonly onClose: () => void
}

/** Asks before an assignment is made; until Assign is pressed nothing is sent. */
export function OutgoingAssignment(props: OutgoingAssignmentProps) {
  const { conversation, agent, name, known, viewerId, onAssigned, onClose } = props
  const client = useQueryClient()
  const answering = useAnswer()
  const now = useNow()
  const isOwn = agent.id === viewerId
  const { failure } = answering
  // The answer was lost, but not the assignment.
  const arrived =
    failure !== null && (isOfferedTo(conversation, agent.id) || conversation.agent?.id === agent.id)
  useEffect(() => {
    if (arrived) onClose()
  }, [arrived, onClose])
  const assign = async () => {
    const work = async () => {
      const assignmentId = await assignTo(client, conversation.id, agent, viewerId)
      onClose()
      onAssigned?.({ to: { name, isViewer: isOwn }, assignmentId })
    }
    await answering.answer('accept', work)
  }
  return (
    <AssignmentModal
      message={assigningSentence(conversation.id, name)}
      note={
        isOwn
          ? t('Press Assign to take this conversation.')
          : t('Offer to {name}? The owner changes only when {name} accepts.', { name })
      }
      answering={answering}
      onAssign={() => void assign()}
      onCancel={onClose}
    >
      <CustomerCard conversation={conversation} />
      {known &&
        assigneeWarnings(agent, isOwn, now.getTime()).map(warning => (
          <Notice key={warning} tone="warn">
            {warning}
          </Notice>
        ))}
    </AssignmentModal>
  )
}
