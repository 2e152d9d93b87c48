import { t } from '@parley/core/text/translate'
import { customerNameOf } from '@parley/core/conversations/rules'
import type { NotificationEntity } from '@parley/core/notifications/api'
import { countdown, offerStanding } from '@parley/core/assignments/rules'
import { useServerNow } from '../../client/server-clock.ts'
import { useConversation } from '../../data/conversations/conversation.ts'
import { useSession } from '../../data/session/session.ts'
import { NoticeRow } from './NoticeRow.tsx'

interface OfferNoticeProps {
  readonly notice: NotificationEntity
  readonly conversationId: string
  /** `isOver`: there is nothing to answer any more. */
  readonly onOpen: (leads: boolean, isOver: boolean) => void
  readonly onLeave: () => void
}

/** The notice of an offer: whose conversation it is, and how long there is to answer. */
export function OfferNotice({ notice, conversationId, onOpen, onLeave }: OfferNoticeProps) {
  const { conversation, state } = useConversation(conversationId)
  const viewerId = useSession()?.user.id ?? ''
  const now = useServerNow()
  const standing = state === 'ready' ? offerStanding(conversation, viewerId, now) : null
  const isOpen = standing?.state === 'open' || standing?.state === 'late'
  const left = isOpen ? new Date(standing.deadline).getTime() - now : null
  return (
    <NoticeRow
      notice={notice}
      about={state === 'ready' ? customerNameOf(conversation) : null}
      until={left === null ? null : left > 0 ? t('{left} left', { left: countdown(left) }) : t('Expired')}
      onOpen={leads => onOpen(leads, standing !== null && !isOpen)}
      onLeave={onLeave}
    />
  )
}
