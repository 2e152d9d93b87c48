import { t } from '@parley/core/text/translate'
import { customerNameOf } from '@parley/core/conversations/rules'
import type { NotificationEntity } from '@parley/core/notifications/api'
import {
  destinationOf,
  isMessageNotice,
  isOfferNotice,
  lockScreenWords,
  noticeTitle,
} from '@parley/core/notifications/rules'
import type { QueryClient } from '@tanstack/react-query'
import { selectedConversation } from '../../data/conversations/list.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { isPageInFront } from '../../ui/hooks/page-focus.ts'
import { showToast } from '../../ui/states/toasts.ts'
import { alertSound } from './alert-sound.ts'
import { bellOpen } from './bell-open.ts'
import { showBrowserNotice } from './browser-notice.ts'
import { NoticeIcon } from './NoticeIcon.tsx'
import { isTeller, type OneTabWorld } from './one-tab.ts'
import { isSoundOn } from './sound-choice.ts'
import { playFile, playTone } from './sound-player.ts'

const sound = alertSound({ now: () => Date.now(), isMuted: () => !isSoundOn(), playTone, playFile })

const tabs: OneTabWorld = {
  locks: 'locks' in navigator ? navigator.locks : undefined,
  isInFront: isPageInFront,
  wait: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/**
 * Shows one notice that is news, in one of the agent's tabs: a sound, the browser's notification where it is allowed, and
 * one thing in the page. That is the bell's list while that is open, else a toast; an offer has a line of its own above the
 * screen. `onOpen`: a press on either.
 */
export async function presentNotice(
  client: QueryClient,
  notice: NotificationEntity,
  onOpen: () => void,
): Promise<void> {
  const { conversation_id: conversationId } = notice
  if (isOwnDeed(notice)) return
  const isOffer = isOfferNotice(notice) && conversationId !== null
  const tag = `${notice.id} ${notice.timestamp}`
  if (!(await isTeller(tabs, tag))) return
  // What the agent looks at needs no telling.
  if (conversationId !== null && conversationId === selectedConversation() && isPageInFront()) return
  if (!isOffer && !bellOpen.get()) toast(notice, onOpen)
  sound()
  const row = conversationId === null ? null : rowOf(client, conversationId)
  const customer = row === null ? null : customerNameOf(row)
  showBrowserNotice({
    ...lockScreenWords(notice, customer),
    tag,
    onPress: onOpen,
  })
}

/** What one has just done on the own account page stands there; at the bell it is for another's deed in one's name. */
const isOwnDeed = ({ about, data }: NotificationEntity): boolean =>
  about === 'account' && data.importance !== 'high' && location.pathname === '/account' && isPageInFront()

function toast(notice: NotificationEntity, onOpen: () => void): void {
  const leads = destinationOf(notice) !== null
  showToast({
    key: notice.id,
    title: noticeTitle(notice),
    description: notice.message,
    icon: <NoticeIcon type={notice.type} />,
    onPress: onOpen,
    ...(leads && isMessageNotice(notice) && { action: t('View Conversation') }),
    urgent: notice.data.importance === 'high',
    stays: !notice.auto_close,
  })
}
