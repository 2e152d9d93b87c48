import type { ConversationEntity } from '@parley/core/entities/conversation'
import { countdown, type OfferStanding, offeredSentence, offerStanding } from '@parley/core/rules/assignment'
import { useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useServerNow } from '../../client/server-clock.ts'
import { acceptConversation, rejectConversation } from '../../data/assignments/actions.ts'
import type { IncomingOffer } from '../../data/assignments/incoming-offer.ts'
import {
  type ConversationDetail,
  refreshConversation,
  useConversation,
} from '../../data/conversations/conversation.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { AssignmentModal } from './AssignmentModal.tsx'
import { CustomerCard } from './CustomerCard.tsx'
import styles from './IncomingAssignment.module.css'
import { useAnswer } from './use-answer.ts'

interface IncomingAssignmentProps {
  readonly offer: IncomingOffer
  readonly viewerId: string
  /** The last message of a conversation in one line. */
  readonly lastMessage: (conversation: ConversationEntity, viewerId: string) => ReactNode
  readonly onAccepted: () => void
  readonly onClose: () => void
}

/** A conversation that is offered to the viewer: who the customer is, how long there is, and the answer. */
export function IncomingAssignment(props: IncomingAssignmentProps) {
  const { offer, viewerId, lastMessage, onAccepted, onClose } = props
  const id = offer.conversationId
  const client = useQueryClient()
  const detail = useConversation(id)
  const answering = useAnswer()
  const checked = useChecked(id)
  const now = useServerNow()
  const standing = detail.state === 'ready' ? offerStanding(detail.conversation, viewerId, now) : null
  const deadline = useLastDeadline(standing)
  const { working } = answering
  const isAccepted = standing?.state === 'accepted' && checked && working === null
  useEffect(() => {
    if (isAccepted) onClose()
  }, [isAccepted, onClose])

  const accept = async () => {
    if (await answering.answer('accept', () => acceptConversation(client, id))) onAccepted()
  }
  const reject = async () => {
    if (await answering.answer('reject', () => rejectConversation(client, id))) onClose()
  }
  const left = deadline === null ? null : new Date(deadline).getTime() - now
  const meanwhile = working !== null || !checked ? null : whatHappened(detail, standing, left)
  return (
    <AssignmentModal
      message={offeredSentence(id, offer.message)}
      note="It waits for your answer. Accept Now makes it yours; Reject gives it back."
      clock={left !== null && <Remaining left={left} />}
      answering={answering}
      over={meanwhile}
      late={standing?.state === 'late' && working === null}
      onAccept={() => void accept()}
      onReject={() => void reject()}
      onLater={onClose}
    >
      <Customer id={id} detail={detail} viewerId={viewerId} lastMessage={lastMessage} />
    </AssignmentModal>
  )
}

/** Whether the server was asked since this was opened: the notice of an offer may come before the row that tells of it. */
function useChecked(id: string): boolean {
  const client = useQueryClient()
  const [checked, setChecked] = useState(false)
  useEffect(() => {
    let current = true
    void refreshConversation(client, id).then(() => current && setChecked(true))
    return () => {
      current = false
    }
  }, [client, id])
  return checked
}

/** The deadline of the offer, also when the offer is gone from the row. */
function useLastDeadline(standing: OfferStanding | null): string | null {
  const deadline = standing !== null && 'deadline' in standing ? standing.deadline : null
  const [last, setLast] = useState(deadline)
  if (deadline !== null && deadline !== last) setLast(deadline)
  return last
}

function whatHappened(detail: ConversationDetail, standing: OfferStanding | null, left: number | null) {
  if (detail.state === 'missing') return 'This conversation does not exist any more'
  if (standing?.state !== 'over') return null
  return left !== null && left <= 0 ? `The time to answer is over. ${standing.sentence}` : standing.sentence
}

function Remaining({ left }: { left: number }) {
  return (
    <span role="timer" aria-label="Time to answer" className={styles.clock}>
      <Clock size={13} strokeWidth={1.8} aria-hidden="true" />
      {countdown(left)}
    </span>
  )
}

type CustomerProps = Pick<IncomingAssignmentProps, 'lastMessage' | 'viewerId'> & {
  readonly id: string
  readonly detail: ConversationDetail
}

function Customer({ id, detail, viewerId, lastMessage }: CustomerProps) {
  const { conversation } = detail
  if (detail.state === 'loading') return <Spinner label="Loading the customer" />
  if (detail.state === 'unloaded') {
    return <Notice tone="warn">{`${detail.failure}. Conversation ID: ${id}`}</Notice>
  }
  if (conversation === null) return null
  return <CustomerCard conversation={conversation} lastMessage={lastMessage(conversation, viewerId)} />
}
