import { countdown, offeredSentence } from '@parley/core/assignments/rules'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { languageNames } from '@parley/core/text/languages'
import { t } from '@parley/core/text/translate'
import { type ReactNode, useId, useState } from 'react'
import { useButtonCommand, useCommand } from '../../../commands/live.ts'
import { useBrief, type IncomingOffer } from '../../../data/assignments/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box, Center, Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../../ui/lists/Facts.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Modal } from '../../../ui/overlays/Modal.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { Brief } from '../Brief.tsx'
import { Accept, Announcement, Later, OfferItem, useCalmOffers } from './OfferLine.tsx'
import styles from './offers.module.css'
import { RejectMenu } from './RejectMenu.tsx'
import { type Offer, useOffer, useTold } from './use-offer.ts'
import { useOpenOffers } from './use-open-offers.ts'

interface WholeOfferProps {
  readonly viewerId: string
  readonly lastMessage: LastMessageOf
  readonly onAccepted: (conversationId: string) => void
}

/** The first offer whole, in the flow of a page on which nothing else is open; the others in a line each. */
export function WholeOffer(props: WholeOfferProps) {
  const [first, ...others] = useCalmOffers(useOpenOffers().offers)
  if (first === undefined) return null
  return <Card key={first.key} {...props} first={first} others={others} />
}

function Card({
  first,
  others,
  viewerId,
  lastMessage,
  onAccepted,
}: WholeOfferProps & { readonly first: IncomingOffer; readonly others: readonly IncomingOffer[] }) {
  const { conversationId: id, message } = first
  const titleId = useId()
  const offer = useOffer(first, viewerId, () => onAccepted(id))
  useTold(offer, others.length > 0)
  useCommand('offer.accept', offer.canAnswer ? offer.accept : null)
  return (
    <Grid as="section" gap={2} frame narrow aria-labelledby={titleId} className={styles.card}>
      <Announcement offers={[first, ...others]} />
      <HStack gap={3} wrap>
        <div className={styles.head}>
          <Text as="h2" id={titleId} size="meta" weight={500} tone="accent">
            {t('New Assignment')}
          </Text>
          <OfferHead offer={offer} />
        </div>
        <HStack gap={1} wrap>
          <OfferAnswers offer={offer} />
        </HStack>
      </HStack>
      <div className={styles.body}>
        <OfferSaid offer={offer} message={message} viewerId={viewerId} lastMessage={lastMessage} />
        <OfferBrief offer={offer} />
      </div>
      {others.length > 0 && (
        <ul aria-label={t('Other offers')}>
          {others.map(other => (
            <OfferItem
              key={other.key}
              noticed={other}
              viewerId={viewerId}
              hasKeys={false}
              isHurried
              onAccepted={onAccepted}
            />
          ))}
        </ul>
      )}
    </Grid>
  )
}

interface IncomingAssignmentProps {
  readonly offer: IncomingOffer
  readonly viewerId: string
  readonly lastMessage: LastMessageOf
  readonly onAccepted: () => void
  readonly onClose: () => void
}

/** The window of an offer, which the agent opens from its line: all that is known of it, and the answers. */
export function IncomingAssignment(props: IncomingAssignmentProps) {
  const { viewerId, lastMessage, onAccepted, onClose } = props
  const accepted = () => {
    onClose()
    onAccepted()
  }
  const offer = useOffer(props.offer, viewerId, accepted, onClose)
  return (
    <Modal
      open
      title={t('New Assignment')}
      onClose={() => offer.answering.working === null && onClose()}
      footer={<OfferAnswers offer={offer} />}
    >
      <Grid gap={3.5}>
        <OfferHead offer={offer} />
        <OfferSaid
          offer={offer}
          message={props.offer.message}
          viewerId={viewerId}
          lastMessage={lastMessage}
        />
        <OfferBrief offer={offer} />
      </Grid>
    </Modal>
  )
}

/** The last message of a conversation in one line. */
type LastMessageOf = (conversation: ConversationEntity, viewerId: string) => ReactNode

/** Who is offered, and how long there is. */
function OfferHead({ offer: { detail, left } }: { offer: Offer }) {
  const { conversation } = detail
  const by = conversation?.offer?.by?.name ?? ''
  return (
    <HStack gap={2.5}>
      <Box flex="grow">
        {conversation !== null && (
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
        )}
      </Box>
      {left !== null && <OfferClock left={left} />}
    </HStack>
  )
}

function Language({ id }: { id: string }) {
  const language = useBrief(id).brief?.language ?? null
  return language === null ? null : ` · ${languageNames[language]}`
}

interface OfferSaidProps {
  readonly offer: Offer
  /** The words of its notice; may be empty. */
  readonly message: string
  readonly viewerId: string
  readonly lastMessage: LastMessageOf
}

/** What the offer says, how its answer went, and which conversation it is. */
function OfferSaid({ offer, message, viewerId, lastMessage }: OfferSaidProps) {
  const { id, isOver, isLate, meanwhile, answering } = offer
  const { failure } = answering
  return (
    <Grid gap={1.5} breaks align="start">
      <p>{offeredSentence(id, message)}</p>
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
      <About offer={offer} viewerId={viewerId} lastMessage={lastMessage} />
    </Grid>
  )
}

function About({ offer: { id, detail }, viewerId, lastMessage }: Omit<OfferSaidProps, 'message'>) {
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

function OfferBrief({ offer: { id, detail } }: { offer: Offer }) {
  return (
    <Brief
      conversationId={id}
      customerName={detail.conversation === null ? t('Customer') : customerNameOf(detail.conversation)}
    />
  )
}

/** The answers to an offer that is shown whole. */
function OfferAnswers({ offer }: { offer: Offer }) {
  const { id, isOver, isLate, answering, reject, leave } = offer
  const { working } = answering
  const rejecting = useButtonCommand('offer.reject')
  if (isOver) return <Button onClick={leave}>{t('Close')}</Button>
  return (
    <>
      <span ref={rejecting}>
        <RejectMenu
          conversationId={id}
          onReject={reject}
          trigger={
            <Button variant="danger" busy={working === 'reject'} disabled={isLate}>
              {working === 'reject' ? t('Rejecting...') : t('Reject')}
            </Button>
          }
        />
      </span>
      <Later offer={offer} />
      <Accept offer={offer} />
    </>
  )
}

const around = 2 * Math.PI * 20

/**
 * How long there is to answer, in milliseconds: a ring that empties, and the time in it. It is whole at what was left when it was
 * first seen: when the offer was made is not in the row.
 */
function OfferClock({ left }: { left: number }) {
  const [whole] = useState(left)
  const share = whole <= 0 ? 0 : Math.min(1, Math.max(0, left / whole))
  return (
    <span role="timer" aria-label={t('Time left to accept')} className={styles.clock}>
      <svg viewBox="0 0 44 44" aria-hidden="true">
        <circle cx="22" cy="22" r="20" className={styles.whole} />
        <circle
          cx="22"
          cy="22"
          r="20"
          className={styles.left}
          strokeDasharray={`${share * around} ${around}`}
        />
      </svg>
      <Center as="span" className={styles.time}>
        {countdown(left)}
      </Center>
    </span>
  )
}
