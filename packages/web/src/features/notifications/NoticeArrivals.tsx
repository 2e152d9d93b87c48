import { customerNameOf } from '@parley/core/conversations/rules'
import type { NotificationEntity } from '@parley/core/notifications/api'
import {
  destinationOf,
  isMessageNotice,
  isOfferNotice,
  lockScreenWords,
  noticeTitle,
} from '@parley/core/notifications/rules'
import { t } from '@parley/core/text/translate'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { selectedConversation } from '../../data/conversations/list.ts'
import { useNotices } from '../../data/notifications/queries.ts'
import { rowOf } from '../../sync/query-cache.ts'
import { noticeQueue } from '../../sync/sockets/arrivals.ts'
import { isPageInFront } from '../../ui/hooks/page-focus.ts'
import { ToastRegion } from '../../ui/states/ToastRegion.tsx'
import { closeToast, showToast } from '../../ui/states/toasts.ts'
import { showBrowserNotice } from './browser-notice.ts'
import { NoticeIcon } from './NoticeIcon.tsx'
import { isTeller, type OneTabWorld } from './one-tab.ts'
import { alertSound, isSoundOn, playFile, playTone, startSoundChoice } from './sound.ts'
import { bellOpen, useOpenNotice } from './use-open-notice.ts'

/** Tells of every notice that arrives, and draws the toasts. */
export function NoticeArrivals() {
  const client = useQueryClient()
  const open = useOpenNotice()
  useEffect(() => {
    let stop = () => {}
    let isCurrent = true
    const listen = async () => {
      await startSoundChoice()
      if (isCurrent)
        stop = noticeQueue.listen(notice => void presentNotice(client, notice, () => open(notice)))
    }
    void listen()
    return () => {
      isCurrent = false
      stop()
    }
  }, [client, open])
  useDoneToasts()
  return <ToastRegion label={t('New notifications')} />
}

/** A toast whose notice was read or has no cause any more fades: a press on it would lead to nothing new. */
function useDoneToasts(): void {
  const { notices } = useNotices()
  const held = useRef(notices)
  useEffect(() => {
    const now = new Set(notices.map(notice => notice.id))
    for (const { id } of held.current) if (!now.has(id)) closeToast(id)
    held.current = notices
  }, [notices])
}

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
async function presentNotice(client: QueryClient, notice: NotificationEntity, onOpen: () => void) {
  const { conversation_id: conversationId } = notice
  if (isOwnDeed(notice)) return
  const isOffer = isOfferNotice(notice) && conversationId !== null
  const tag = `${notice.id} ${notice.timestamp}`
  if (!(await isTeller(tabs, tag))) return
  // What the agent looks at needs no telling.
  if (conversationId !== null && conversationId === selectedConversation() && isPageInFront()) return
  if (!isOffer && !bellOpen.get()) toast(notice, onOpen)
  sound()
  const row = conversationId && rowOf(client, conversationId)
  showBrowserNotice({ ...lockScreenWords(notice, row ? customerNameOf(row) : null), tag, onPress: onOpen })
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
