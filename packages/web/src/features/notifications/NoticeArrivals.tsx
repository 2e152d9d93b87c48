import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNotices } from '../../data/notifications/queries.ts'
import { noticeQueue } from '../../sync/sockets/arrivals.ts'
import { ToastRegion } from '../../ui/states/ToastRegion.tsx'
import { closeToast } from '../../ui/states/toasts.ts'
import { presentNotice } from './present-notice.tsx'
import { startSoundChoice } from './sound-choice.ts'
import { useOpenNotice } from './use-open-notice.ts'

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
