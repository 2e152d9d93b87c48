import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { type Banner, byUrgency } from '@parley/core/work/rules'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { calendar, momentLabel } from '@parley/core/text/format'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import { backNow, type SnoozeControl } from '../../data/conversations/waits.ts'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { OfferBanner, offerState } from '../assignments/offers/OfferBanner.tsx'
import { useAnswer } from '../assignments/offers/use-answer.ts'
import { AcknowledgementNotice, type NoReplyControl, NoReplyNotice } from './finish/NoReply.tsx'
import { areTicketsBehind, TicketsNotice } from '../tickets/TicketsNotice.tsx'
import type { TicketWork } from '../tickets/use-ticket-work.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import styles from './ConversationView.module.css'
import type { ThreadView } from '../../data/messages/thread.ts'
import type { ThreadNotes } from '../messages/thread/thread-rows.ts'
import { mostLookedThrough } from '../messages/thread/thread-marker.ts'
import { reconnectNow } from '../../sync/sockets/sockets.ts'
import { rich } from '../../ui/rich.ts'
import { useNow } from '../../ui/hooks/use-now.ts'

type Unloaded = Extract<ConversationDetail, { state: 'unloaded' }>

interface ConversationBannersProps {
  /** What is shown is a placeholder; null: it is the conversation. */
  readonly unloaded: Unloaded | null
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
  const { unloaded, conversation, viewerId, noReply, snooze, tickets, astray } = props
  const isReal = unloaded === null
  const { behind, cut } = useFreshness()
  const answering = useAnswer()
  const [isUnfolded, setUnfolded] = useState(false)
  const isErased = conversation.erased !== null
  const offer = isReal ? offerState(conversation, viewerId) : null
  const hasFailed = answering.failure !== null
  const offered = (
    <OfferBanner key="offer" conversation={conversation} viewerId={viewerId} answering={answering} />
  )
  const { continued_in: continuedIn, snoozed, acknowledgement, no_reply: marked } = conversation
  const { failure: notSnoozed, dismiss, busy, change } = snooze
  // Without a connection everything is old, and the top bar says so, once; it is loaded by itself.
  const isTicketTrouble = !isErased && !cut && areTicketsBehind(tickets.view)
  /** Each that holds as it is drawn; false: it does not. */
  const drawn: Readonly<Record<Banner, ReactNode>> = {
    unloaded: !isReal && !cut && <NotLoaded key="unloaded" detail={unloaded} />,
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
    // Without a connection the top bar says so, once.
    behind: behind && !cut && (
      <ActNotice key="behind" tone="warn" act={t('Reconnect')} onAct={reconnectNow}>
        {t('Live updates are interrupted. This conversation refreshes every 10 seconds.')}
      </ActNotice>
    ),
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
const NotLoaded = ({ detail: { failure, retrying, retry } }: { detail: Unloaded }) => (
  <ActNotice tone="danger" act={t('Retry')} busy={retrying} onAct={retry}>
    {t('{failure}. You can reply when the conversation is loaded.', { failure })}
  </ActNotice>
)

interface ActNoticeProps extends Pick<ComponentProps<typeof Notice>, 'tone' | 'children'> {
  /** What its button does, in words. */
  readonly act: string
  readonly busy?: boolean
  readonly onAct: () => void
}

/** A notice with one button. */
function ActNotice({ tone, act, busy = false, onAct, children }: ActNoticeProps) {
  const button = (
    <Button size="small" busy={busy} onClick={onAct}>
      {act}
    </Button>
  )
  return (
    <Notice tone={tone} action={button}>
      {children}
    </Notice>
  )
}

/** Why the message that a link led to is not on the screen: there is none, or it is further back than was looked. */
type Astray = 'absent' | 'further'

/** @param reveal the message to open at; null for none */
export function astrayOf(thread: ThreadView, notes: ThreadNotes, reveal: string | null): Astray | null {
  const { state, messages, hasOlder } = thread
  if (reveal === null || state !== 'ready') return null
  if ([...messages, ...notes.items].some(({ id }) => id === reveal)) return null
  if (!hasOlder) return 'absent'
  return messages.length < mostLookedThrough ? null : 'further'
}

/** Says so. */
const RevealNotice = ({ astray }: { astray: Astray }) => (
  <Notice tone="warn">
    {astray === 'absent'
      ? t('The linked message is not in this conversation.')
      : t('The linked message is more than {mostLookedThrough} messages back. Scroll up to find it.', {
          mostLookedThrough,
        })}
  </Notice>
)

/** Leads on from a conversation whose customer is another one by now. */
const ContinuedNotice = ({ conversationId }: { conversationId: string }) => (
  <Notice tone="info">
    {rich('This customer was merged with another one. Continue in {the}.', {
      the: <Link to={`/conversations/${conversationId}`}>{t('the other conversation')}</Link>,
    })}
  </Notice>
)

const local = calendar()

interface SnoozeNoticeProps {
  readonly snoozed: NonNullable<ConversationMeta['snoozed']>
  readonly busy: boolean
  readonly onWake: () => void
}

/** Says until when a conversation is put off, by whom and why, and takes it back. */
function SnoozeNotice({ snoozed: { until, by, reason }, busy, onWake }: SnoozeNoticeProps) {
  const now = useNow()
  return (
    <ActNotice tone="info" act={t('Unsnooze')} busy={busy} onAct={onWake}>
      {rich('Snoozed until {time}', {
        time: <time dateTime={until}>{momentLabel(local, new Date(until), now)}</time>,
      })}
      {by !== null && <> {rich('by {name}', { name: <bdi>{by.name}</bdi> })}</>}
      {reason !== null && (
        <>
          : <bdi>{reason}</bdi>
        </>
      )}
    </ActNotice>
  )
}
