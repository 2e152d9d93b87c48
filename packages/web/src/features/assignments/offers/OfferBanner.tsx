import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { isAvailable } from '@parley/core/agents/rules'
import { isInQueue, isOfferLate } from '@parley/core/assignments/rules'
import { timeLeft } from '@parley/core/reminders/rules'
import { isOfferedTo } from '@parley/core/conversations/rules'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { useButtonCommand, useCommand } from '../../../commands/live.ts'
import { useServerNow } from '../../../client/server-clock.ts'
import { useAgent } from '../../../data/agents/queries.ts'
import { useRepliesTake } from '../../../data/capabilities/queries.ts'
import { acceptConversation, rejectConversation } from '../../../data/assignments/actions.ts'
import { focusWriteBox } from '../../../ui/fields/write-box.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/states/Notice.tsx'
import { useLate } from '../../../ui/hooks/use-late.ts'
import type { Answering } from './use-answer.ts'

interface OfferBannerProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
  readonly answering: Answering
}

/** Above the thread: that the conversation is offered to the viewer, or waits for anybody. */
export function OfferBanner({ conversation, viewerId, answering }: OfferBannerProps) {
  const { id, offer, with_bot: withBot } = conversation
  switch (offerState(conversation, viewerId)) {
    case 'offered-here':
      return offer && <OwnOffer id={id} offer={offer} answering={answering} />
    case 'in-queue':
      return <Claim id={id} withBot={withBot} viewerId={viewerId} answering={answering} />
    case null:
      return <AnswerNotice tone="info" answering={answering} />
  }
}

/** What the viewer can answer; null: somebody has the conversation, or is offered it. */
export function offerState(
  conversation: ConversationMeta,
  viewerId: string,
): 'offered-here' | 'in-queue' | null {
  const { offer, status, agent } = conversation
  if (offer !== null) return isOfferedTo(conversation, viewerId) ? 'offered-here' : null
  return isInQueue({ status, assigneeId: agent?.id ?? null, offer }) ? 'in-queue' : null
}

interface AnswerNoticeProps {
  readonly tone: 'warn' | 'info'
  readonly answering: Answering
  /** What can be answered, again too where it did not work. */
  readonly action?: ReactNode
  readonly children?: ReactNode
}

/** How it stands; in its place, until it is dismissed, why the last answer did not work. */
function AnswerNotice({ tone, answering: { failure, forget }, action, children }: AnswerNoticeProps) {
  return (
    <Notice
      tone={failure === null ? tone : 'danger'}
      action={
        <>
          {failure !== null && (
            <Button size="small" variant="quiet" onClick={forget}>
              {t('Dismiss')}
            </Button>
          )}
          {action}
        </>
      }
    >
      {failure === null ? children : `${failure.text} ${failure.reason}`}
    </Notice>
  )
}

/** Accepts what is open; its button goes, and the agent writes next. */
async function acceptHere(client: QueryClient, id: string, answer: Answering['answer']): Promise<void> {
  if (await answer('accept', () => acceptConversation(client, id))) focusWriteBox()
}

type OwnOfferProps = { id: string; offer: NonNullable<ConversationMeta['offer']>; answering: Answering }

function OwnOffer({ id, offer, answering }: OwnOfferProps) {
  const client = useQueryClient()
  const now = useServerNow()
  const deadline = new Date(offer.deadline).getTime()
  const late = isOfferLate(deadline, now)
  const { working, answer } = answering
  const accept = () => void acceptHere(client, id, answer)
  const reject = useButtonCommand('offer.reject')
  useCommand('offer.accept', late || working !== null ? null : accept)
  return (
    <AnswerNotice
      tone="warn"
      answering={answering}
      action={
        !late && (
          <>
            <span ref={reject}>
              <Reject id={id} answering={answering} />
            </span>
            <Button
              size="small"
              variant="primary"
              busy={working === 'accept'}
              title={t('Accept ({keys})', { keys: keysLabel('offer.accept') })}
              aria-keyshortcuts={ariaKeys('offer.accept')}
              onClick={accept}
            >
              {working === 'accept' ? t('Accepting...') : t('Accept')}
            </Button>
          </>
        )
      }
    >
      {offer.by === null ? t('Offered to you') : t('Offered to you by {name}', { name: offer.by.name })}
      {late ? t('. This offer has expired') : `, ${timeLeft(deadline - now)}`}
    </AnswerNotice>
  )
}

function Reject({ id, answering: { working, answer } }: { id: string; answering: Answering }) {
  const { Loaded: RejectMenu, pressed, place, near } = useLate(loadRejectMenu, true)
  const client = useQueryClient()
  const isWorking = working === 'reject'
  const button = (
    <Button size="small" variant="danger" busy={isWorking}>
      {isWorking ? t('Rejecting...') : t('Reject')}
    </Button>
  )
  return (
    <div ref={place}>
      {RejectMenu ? (
        <RejectMenu
          trigger={button}
          conversationId={id}
          openAtOnce={pressed}
          onReject={rejection => void answer('reject', () => rejectConversation(client, id, rejection))}
        />
      ) : (
        <span {...near}>{button}</span>
      )}
    </div>
  )
}

const loadRejectMenu = async () => (await import('./RejectMenu.tsx')).RejectMenu

type ClaimProps = { id: string; withBot: boolean; viewerId: string; answering: Answering }

/** Who has no room is told so and not offered the button; whether there is room is for the server to say. */
function Claim({ id, withBot, viewerId, answering }: ClaimProps) {
  const client = useQueryClient()
  const viewer = useAgent(viewerId)
  const full = viewer !== null && viewer.current_workload >= viewer.max_capacity
  const room = { load: viewer?.current_workload ?? 0, capacity: viewer?.max_capacity ?? 0 }
  const takes = useRepliesTake() && (viewer === null || isAvailable(viewer.status))
  const { working, answer } = answering
  return (
    <AnswerNotice
      tone="info"
      answering={answering}
      action={
        !full && (
          <Button
            size="small"
            busy={working === 'accept'}
            onClick={() => void acceptHere(client, id, answer)}
          >
            {withBot
              ? working === 'accept'
                ? t('Taking over...')
                : t('Take over')
              : working === 'accept'
                ? t('Claiming...')
                : t('Claim')}
          </Button>
        )
      }
    >
      {full
        ? withBot
          ? t('The bot answers here. You have {load} of at most {capacity}, so you cannot take it over', room)
          : t(
              'Nobody has this conversation. You have {load} of at most {capacity}, so you cannot claim it',
              room,
            )
        : withBot
          ? t('The bot answers here until somebody takes over')
          : t('Nobody has this conversation')}
      {takes && `. ${takesWords(withBot, full)}`}
    </AnswerNotice>
  )
}

const takesWords = (withBot: boolean, full: boolean): string => {
  if (withBot) return full ? t('If you reply, you take it over anyway') : t('If you reply, you take it over')
  return full ? t('If you reply, you take it anyway') : t('If you reply, you take it')
}
