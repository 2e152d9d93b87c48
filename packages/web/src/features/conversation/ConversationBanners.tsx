import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { byUrgency, type Banner } from '@parley/core/work/rules'
import { type ReactNode, useState } from 'react'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import { backNow, type SnoozeControl } from '../../data/conversations/waits.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { OfferBanner, offerState } from '../assignments/offers/OfferBanner.tsx'
import { useAnswer } from '../assignments/offers/use-answer.ts'
import { ContinuedNotice } from './ContinuedNotice.tsx'
import { AcknowledgementNotice, NoReplyNotice } from './finish/NoReply.tsx'
import type { NoReplyControl } from './finish/use-no-reply.ts'
import { SnoozeNotice } from './SnoozeNotice.tsx'
import { type Astray, RevealNotice } from '../messages/thread/RevealNotice.tsx'
import { ThreadNotices } from '../messages/thread/ThreadNotices.tsx'
import { areTicketsBehind, TicketsNotice } from '../tickets/TicketsNotice.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './ConversationBanners.module.css'

type Unloaded = Extract<ConversationDetail, { state: 'unloaded' }>

interface ConversationBannersProps {
  /** What is shown is a placeholder; null: it is the conversation. */
  readonly unloaded: Unloaded | null
  /** It is one of the server's, and all of it is here. */
  readonly isReal: boolean
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly noReply: NoReplyControl
  readonly snooze: SnoozeControl
  readonly tickets: TicketWork
  readonly astray: Astray | null
}

/** Above the thread, one at a time: what the agent has to know of the conversation or of the screen before they answer. */
export function ConversationBanners(props: ConversationBannersProps) {
  'use memo'
  const { unloaded, isReal, conversation, viewerId, noReply, snooze, tickets, astray } = props
  const { behind, cut } = useFreshness()
  const answering = useAnswer()
  const [isUnfolded, setUnfolded] = useState(false)
  const isErased = conversation.erased !== null
  const offer = isReal ? offerState(conversation, viewerId) : null
  const hasFailed = answering.failure !== null
  const offered = (
    <OfferBanner key="offer" conversation={conversation} viewerId={viewerId} answering={answering} />
  )
  const freshness = <ThreadNotices key="freshness" />
  const { continued_in: continuedIn, snoozed, acknowledgement, no_reply: marked } = conversation
  const { failure: notSnoozed, dismiss, busy, change } = snooze
  // Without a connection everything is old, and the top bar says so, once; it is loaded by itself.
  const isTicketTrouble = !isErased && !cut && areTicketsBehind(tickets.view)
  /** Each that holds as it is drawn; false: it does not. */
  const drawn: Readonly<Record<Banner, ReactNode>> = {
    unloaded: unloaded !== null && !cut && <NotLoaded key="unloaded" detail={unloaded} />,
    'answer-failed': hasFailed && offered,
    'offered-here': !hasFailed && offer === 'offered-here' && offered,
    'snooze-failed': isReal && notSnoozed !== null && (
      <FailureNote key="snooze-failed" onDismiss={dismiss}>
        {notSnoozed}
      </FailureNote>
    ),
    'no-reply-failed': isReal && noReply.failure !== null && (
      <FailureNote key="no-reply-failed" onDismiss={noReply.dismiss}>
        {noReply.failure}
      </FailureNote>
    ),
    behind: behind && !cut && freshness,
    continued: continuedIn !== null && <ContinuedNotice key="continued" conversationId={continuedIn} />,
    astray: astray !== null && <RevealNotice key="astray" astray={astray} />,
    'tickets-failed': isTicketTrouble && <TicketsNotice key="tickets" view={tickets.view} />,
    snoozed: isReal && snoozed !== null && (
      <SnoozeNotice key="snoozed" snoozed={snoozed} busy={busy} onWake={() => change(backNow)} />
    ),
    'no-reply': noReply.step === 'undo' && marked !== null && (
      <NoReplyNotice key="no-reply" marked={marked} control={noReply} />
    ),
    acknowledgement: noReply.step === 'mark' && acknowledgement !== null && (
      <AcknowledgementNotice key="acknowledgement" acknowledgement={acknowledgement} control={noReply} />
    ),
    'in-queue': !hasFailed && offer === 'in-queue' && offered,
  }
  const order = byUrgency(banner => drawn[banner] !== false)
  const [first, ...rest] = order
  if (first === undefined) return null
  return (
    <HStack align="stretch" wrap rule="bottom" className={styles.banners}>
      {drawn[first]}
      {rest.length > 0 && (
        <Text
          as="button"
          type="button"
          flex="none"
          size="meta"
          weight={500}
          tone="muted"
          nowrap
          className={styles.more}
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {isUnfolded ? t('Show less') : t('{count} more', { count: rest.length })}
        </Text>
      )}
      {isUnfolded && rest.map(banner => drawn[banner])}
    </HStack>
  )
}

/** The header is a placeholder: nothing can be sent from it. */
function NotLoaded({ detail }: { readonly detail: Unloaded }) {
  return (
    <Notice
      tone="danger"
      action={
        <Button size="small" busy={detail.retrying} onClick={detail.retry}>
          {t('Retry')}
        </Button>
      }
    >
      {t('{failure}. You can reply when the conversation is loaded.', { failure: detail.failure })}
    </Notice>
  )
}
