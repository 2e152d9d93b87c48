import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { type OfferStanding, offeredSentence, offerStanding } from '@parley/core/assignments/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { languageNames } from '@parley/core/text/languages'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { useButtonCommand, useCommand } from '../../../commands/live.ts'
import { useServerNow } from '../../../client/server-clock.ts'
import { acceptConversation, type Rejection, rejectConversation } from '../../../data/assignments/actions.ts'
import { useBrief } from '../../../data/assignments/brief.ts'
import type { IncomingOffer } from '../../../data/assignments/incoming-offer.ts'
import {
  type ConversationDetail,
  refreshConversation,
  useConversation,
} from '../../../data/conversations/conversation.ts'
import { awaitWriteBox, stopAwaiting } from '../../../ui/fields/write-box.ts'
import { Button } from '../../../ui/Button.tsx'
import { Grid, Text } from '../../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../../ui/lists/Facts.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Brief } from '../Brief.tsx'
import styles from './IncomingAssignment.module.css'
import { OfferCard } from './OfferCard.tsx'
import { OfferClock } from './OfferClock.tsx'
import { RejectMenu } from './RejectMenu.tsx'
import { type Answering, useAnswer } from './use-answer.ts'

interface IncomingAssignmentProps {
  readonly offer: IncomingOffer
  readonly viewerId: string
  /** The last message of a conversation in one line. */
  readonly lastMessage: (conversation: ConversationEntity, viewerId: string) => ReactNode
  readonly onAccepted: () => void
  readonly onClose: () => void
}

/** A conversation that is offered to the viewer: what is known of it, how long there is, and the answer. */
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
  const { working, failure, decided } = answering
  const isAccepted = standing?.state === 'accepted' && checked && working === null
  useEffect(() => {
    if (isAccepted) onClose()
  }, [isAccepted, onClose])

  const accept = async () => {
    awaitWriteBox(performance.now())
    if (await answering.answer('accept', () => acceptConversation(client, id))) onAccepted()
    else stopAwaiting()
  }
  const reject = async (why: Rejection) => {
    if (await answering.answer('reject', () => rejectConversation(client, id, why))) onClose()
  }
  const left = deadline === null ? null : new Date(deadline).getTime() - now
  const meanwhile = working !== null || !checked ? null : whatHappened(detail, standing, left)
  const isOver = meanwhile !== null || decided
  const canAnswer = !isOver && standing?.state !== 'late' && working === null
  useCommand('offer.accept', canAnswer ? () => void accept() : null)
  const isLate = standing?.state === 'late' && working === null
  return (
    <OfferCard
      title={t('New Assignment')}
      head={<Customer detail={detail} />}
      clock={left !== null && <Remaining left={left} />}
      footer={
        isOver ? (
          <Button onClick={onClose}>{t('Close')}</Button>
        ) : (
          <Answers
            id={id}
            answering={answering}
            isLate={isLate}
            onAccept={() => void accept()}
            onReject={why => void reject(why)}
            onLater={onClose}
          />
        )
      }
      onLater={() => working === null && onClose()}
    >
      <Grid gap={1.5} rule="top" breaks className={styles.said}>
        <p>{offeredSentence(id, offer.message)}</p>
        {!isOver && (
          <Text as="p" size="meta" tone="muted" digits>
            {t('Accept or reject this offer.')}
          </Text>
        )}
        {isLate && !isOver && <Notice tone="warn">{t('This offer has expired')}</Notice>}
        {meanwhile !== null && failure === null && <Notice tone="warn">{meanwhile}</Notice>}
        {failure !== null && (
          <Notice tone="danger">
            <p>{failure.text}</p>
            <p>{failure.reason}</p>
          </Notice>
        )}
        <About id={id} detail={detail} viewerId={viewerId} lastMessage={lastMessage} />
      </Grid>
      <Brief
        conversationId={id}
        customerName={detail.conversation === null ? t('Customer') : customerNameOf(detail.conversation)}
      />
    </OfferCard>
  )
}

interface AnswersProps {
  readonly id: string
  readonly answering: Answering
  readonly isLate: boolean
  readonly onAccept: () => void
  readonly onReject: (why: Rejection) => void
  readonly onLater: () => void
}

function Answers({ id, answering: { working }, isLate, onAccept, onReject, onLater }: AnswersProps) {
  const reject = useButtonCommand('offer.reject')
  return (
    <>
      <span ref={reject}>
        <RejectMenu
          conversationId={id}
          onReject={onReject}
          trigger={
            <Button variant="danger" busy={working === 'reject'} disabled={isLate}>
              {working === 'reject' ? t('Rejecting...') : t('Reject')}
            </Button>
          }
        />
      </span>
      <span className={styles.later}>
        <Button variant="quiet" onClick={onLater} disabled={working !== null}>
          {t('Maybe Later')}
        </Button>
      </span>
      <Button
        variant="primary"
        onClick={onAccept}
        busy={working === 'accept'}
        disabled={isLate}
        title={t('Accept ({keys})', { keys: keysLabel('offer.accept') })}
        aria-keyshortcuts={ariaKeys('offer.accept')}
      >
        {working === 'accept' ? t('Accepting...') : t('Accept Now')}
      </Button>
    </>
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
  if (detail.state === 'missing') return t('This conversation does not exist any more')
  if (standing?.state !== 'over') return null
  return left !== null && left <= 0
    ? t('This offer has expired. {sentence}', { sentence: standing.sentence })
    : standing.sentence
}

/** The ring is whole at what was left when it was first seen: when the offer was made is not in the row. */
function Remaining({ left }: { left: number }) {
  const [whole] = useState(left)
  return <OfferClock left={left} whole={whole} />
}

function Customer({ detail: { conversation } }: { detail: ConversationDetail }) {
  if (conversation === null) return null
  const by = conversation.offer?.by?.name ?? ''
  return (
    <>
      <Text as="p" dir="auto" size="body" weight={600} cut className={styles.name}>
        {customerNameOf(conversation)}
      </Text>
      <Text as="p" size="meta" tone="muted" digits>
        {phoneLabel(phoneOf(conversation))}
        <Language id={conversation.id} />
        {by !== '' && t(' · by {by}', { by })}
      </Text>
    </>
  )
}

function Language({ id }: { id: string }) {
  const language = useBrief(id).brief?.language ?? null
  return language === null ? null : ` · ${languageNames[language]}`
}

type AboutProps = Pick<IncomingAssignmentProps, 'lastMessage' | 'viewerId'> & {
  readonly id: string
  readonly detail: ConversationDetail
}

function About({ id, detail, viewerId, lastMessage }: AboutProps) {
  const { conversation } = detail
  const { state } = useBrief(id)
  if (detail.state === 'loading') return <Spinner label={t('Loading the customer')} />
  if (detail.state === 'unloaded') {
    return (
      <Notice tone="warn">{t('{failure}. Conversation ID: {id}', { failure: detail.failure, id })}</Notice>
    )
  }
  if (conversation === null) return null
  return (
    <>
      <span>
        <StatusBadge status={conversation.status} />
      </span>
      <Facts>
        <Fact name={t('Conversation ID')}>{conversation.id}</Fact>
        {state === 'failed' && <Fact name={t('Last message')}>{lastMessage(conversation, viewerId)}</Fact>}
      </Facts>
    </>
  )
}
