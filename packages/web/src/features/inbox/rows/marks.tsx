import type { ConversationEntity } from '@parley/core/conversations/api'
import type { UnsentReply } from '@parley/core/conversations/constants'
import { closesSoon, timeLeft } from '@parley/core/conversations/window'
import { calendar } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { Clock } from 'lucide-react'
import { fixedReach, noReach, useReach } from '../../../data/conversations/reach.ts'
import { draftMarks, unsentHere } from '../../../data/messages/unsent.ts'
import { useSelected } from '../../../store.ts'
import { HStack, Text } from '../../../ui/layout/Layout.tsx'
import { Badge } from '../../../ui/marks/Badge.tsx'
import { OfferedTo } from '../../assignments/offers/OfferedTo.tsx'
import styles from './rows.module.css'

/** Of what waits, as the tick in the thread says it. */
const words: Readonly<Record<UnsentReply, { readonly label: string; readonly title: string }>> = {
  waiting: {
    label: t('Waiting to be sent'),
    title: t('The last reply is not sent yet. It is sent automatically'),
  },
  failed: { label: t('Not sent'), title: t('The last reply was not sent. Open the conversation to see why') },
  unknown: { label: t('Perhaps not sent'), title: t('Not known whether the last reply was delivered') },
}

const stoppedHere = { label: words.failed.label, title: t('A reply is only on this device') }

/**
 * Before the last message: that the customer may not have what a person wrote to them last. What needs somebody comes before
 * what goes by itself, here or on the server.
 */
export function UnsentMark({ id, reply }: { readonly id: string; readonly reply: UnsentReply | null }) {
  const isStopped = useSelected(unsentHere, all => (all.get(id)?.stopped ?? 0) > 0)
  const isHere = useSelected(unsentHere, all => all.has(id))
  const shown = reply ?? (isHere ? 'waiting' : null)
  if (!isStopped && shown === null) return null
  const waits = !isStopped && shown === 'waiting'
  const { label, title } = isStopped || shown === null ? stoppedHere : words[shown]
  return (
    <Text
      flex="none"
      size="meta"
      weight={500}
      tone={waits ? 'muted' : 'danger'}
      className={waits ? styles.waiting : undefined}
      title={title}
    >
      {label}
    </Text>
  )
}

/** Before the last message: that the agent has begun an answer and not sent it. */
export function DraftMark({ id }: { readonly id: string }) {
  const isMarked = useSelected(draftMarks, ids => ids.has(id))
  return (
    isMarked && (
      <Text flex="none" size="meta" weight={500} tone="accent">
        {t('Draft')}
      </Text>
    )
  )
}

/** In a row without a column for the assignee: that it is offered, to whom, and for how long. */
export function OfferMark({
  offer,
  viewerId,
}: Pick<ConversationEntity, 'offer'> & { readonly viewerId: string }) {
  if (offer === null) return null
  return (
    <Badge tone={offer.agent_id === viewerId ? 'warn' : 'grey'}>
      <Text cut digits className={styles.offer} title={offer.agent_name}>
        <OfferedTo offer={offer} viewerId={viewerId} />
      </Text>
    </Badge>
  )
}

const local = calendar()

/** How long a customer can still be answered, where that ends soon and is the viewer's business: theirs, or nobody's yet. */
export function ClosingMark({ row, viewerId }: { row: ConversationEntity; viewerId: string }) {
  'use memo'
  const { status, agent, reach } = row
  const concerns = status === 'ACTIVE' && (agent === null || agent.id === viewerId)
  const cached = concerns ? fixedReach(reach) : noReach
  const left = useReach(cached, (mode, now) =>
    mode.is === 'open' && mode.closesAt !== null && closesSoon(mode, now)
      ? timeLeft(mode.closesAt, now).short
      : null,
  )
  if (left === null || !reach?.closes_at) return null
  return (
    <HStack
      as="span"
      gap={1}
      inline
      flex="none"
      size="meta"
      weight={500}
      tone="warn"
      nowrap
      digits
      className={styles.closing}
      title={t('You can reply until {time}; then WhatsApp accepts only templates', {
        time: local.clock(new Date(reach.closes_at)),
      })}
    >
      <Clock size={12} strokeWidth={1.9} aria-hidden="true" />
      {t('{left} left', { left })}
    </HStack>
  )
}
