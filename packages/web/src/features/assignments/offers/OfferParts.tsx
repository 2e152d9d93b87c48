import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { customerNameOf, phoneOf } from '@parley/core/conversations/rules'
import { offeredSentence } from '@parley/core/assignments/rules'
import { phoneLabel } from '@parley/core/customers/rules'
import { languageNames } from '@parley/core/text/languages'
import { type ReactNode, useState } from 'react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { useButtonCommand } from '../../../commands/live.ts'
import { useBrief } from '../../../data/assignments/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box, Grid, HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../../ui/lists/Facts.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { StatusBadge } from '../../../ui/marks/StatusBadge.tsx'
import { Brief } from '../Brief.tsx'
import { OfferClock } from './OfferClock.tsx'
import styles from './OfferParts.module.css'
import { RejectMenu } from './RejectMenu.tsx'
import type { Offer } from './use-offer.ts'

/** The last message of a conversation in one line. */
export type LastMessageOf = (conversation: ConversationEntity, viewerId: string) => ReactNode

/** Who is offered, and how long there is. */
export function OfferHead({ offer: { detail, left } }: { offer: Offer }) {
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
      {left !== null && <Remaining left={left} />}
    </HStack>
  )
}

/** The ring is whole at what was left when it was first seen: when the offer was made is not in the row. */
function Remaining({ left }: { left: number }) {
  const [whole] = useState(left)
  return <OfferClock left={left} whole={whole} />
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
export function OfferSaid({ offer, message, viewerId, lastMessage }: OfferSaidProps) {
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

type AboutProps = Pick<OfferSaidProps, 'offer' | 'lastMessage' | 'viewerId'>

function About({ offer: { id, detail }, viewerId, lastMessage }: AboutProps) {
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

export function OfferBrief({ offer: { id, detail } }: { offer: Offer }) {
  return (
    <Brief
      conversationId={id}
      customerName={detail.conversation === null ? t('Customer') : customerNameOf(detail.conversation)}
    />
  )
}

/** The answers to an offer that is shown whole. */
export function OfferAnswers({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const { id, isOver, isLate, answering, accept, reject, passOn } = offer
  const { working } = answering
  const rejecting = useButtonCommand('offer.reject')
  if (isOver) return <Button onClick={onClose}>{t('Close')}</Button>
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
      <Later offer={offer} onPress={passOn} />
      <Accept offer={offer} onPress={accept} />
    </>
  )
}

type AnswerProps = { readonly offer: Offer; readonly size?: 'small'; readonly onPress: () => void }

/** Passes the offer on. */
export const Later = ({ offer: { isLate, answering }, size, onPress }: AnswerProps) => (
  <Button
    variant="quiet"
    {...(size && { size })}
    busy={answering.working === 'later'}
    disabled={isLate}
    title={t('Passes it on, and pauses offers for 5 minutes')}
    onClick={onPress}
  >
    {t('Maybe Later')}
  </Button>
)

export const Accept = ({ offer: { isLate, answering }, size, onPress }: AnswerProps) => (
  <Button
    variant="primary"
    {...(size && { size })}
    busy={answering.working === 'accept'}
    disabled={isLate}
    title={t('Accept ({keys})', { keys: keysLabel('offer.accept') })}
    aria-keyshortcuts={ariaKeys('offer.accept')}
    onClick={onPress}
  >
    {answering.working === 'accept' ? t('Accepting...') : t('Accept Now')}
  </Button>
)
