import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { bellOrder, bellRows, isOfferNotice } from '@parley/core/notifications/rules'
import { clearNotices, type NoticeList, readAllNotices } from '../../data/notifications/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { EnableNotices } from './EnableNotices.tsx'
import styles from './NoticePanel.module.css'
import { NoticeRow } from './NoticeRow.tsx'
import { OfferNotice } from './OfferNotice.tsx'
import { SoundSwitch } from './SoundSwitch.tsx'
import { bellOpen } from './bell-open.ts'
import { useOpenNotice } from './use-open-notice.ts'

export type NoticePanelProps = {
  trigger: ReactElement<Record<string, unknown>>
  list: NoticeList
  /** The press that asked for the list came before its code did. */
  openAtOnce: boolean
}

/** The first ten notices under the bell, offers before all that came since, the others by a press, and what can be done with all of them. */
export function NoticePanel({ trigger, list, openAtOnce }: NoticePanelProps) {
  const { notices, unread, stale } = list
  const client = useQueryClient()
  const openNotice = useOpenNotice()
  const [open, setOpen] = useState(openAtOnce)
  const [all, setAll] = useState(false)
  const clear = useRef<HTMLButtonElement>(null)
  const box = useRef<HTMLUListElement>(null)
  const show = (next: boolean) => {
    setOpen(next)
    if (!next) setAll(false)
  }
  const more = all ? 0 : notices.length - bellRows
  // The button that asked for the others is gone then: the focus goes on to the first of them.
  useEffect(() => {
    if (all) box.current?.children[bellRows]?.querySelector('button')?.focus()
  }, [all])
  useEffect(() => {
    bellOpen.set(open)
    return () => bellOpen.set(false)
  }, [open])
  return (
    <Popover
      trigger={trigger}
      open={open}
      onOpenChange={show}
      title={t('Notifications')}
      actions={
        <>
          {unread > 0 && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => {
                clear.current?.focus()
                void readAllNotices(client)
              }}
            >
              {t('Mark all as read')}
            </Button>
          )}
          <Button ref={clear} variant="quiet" size="small" onClick={() => void clearNotices(client)}>
            {t('Clear all')}
          </Button>
        </>
      }
    >
      <ul ref={box} className={styles.list} aria-live="polite" aria-relevant="additions">
        {bellOrder(notices)
          .slice(0, all ? undefined : bellRows)
          .map(notice => {
            const { id, conversation_id: conversationId } = notice
            const shared = {
              notice,
              onOpen: (leads: boolean, isOver = false) => {
                if (leads) show(false)
                openNotice(notice, isOver)
              },
              onLeave: () => clear.current?.focus(),
            }
            return isOfferNotice(notice) && conversationId !== null ? (
              <OfferNotice key={id} {...shared} conversationId={conversationId} />
            ) : (
              <NoticeRow key={id} {...shared} />
            )
          })}
      </ul>
      <div role="status">
        {notices.length === 0 && (
          <Text as="p" size="list" tone="muted" className={styles.empty}>
            {t('No notifications')}
          </Text>
        )}
        {stale && (
          <Text as="p" size="meta" tone="warn" className={styles.stale}>
            {t('The list could not be refreshed. There may be newer notifications.')}
          </Text>
        )}
      </div>
      <HStack wrap flex="none" rule="top" size="meta" className={styles.footer}>
        {more > 0 && (
          <Button variant="quiet" size="small" onClick={() => setAll(true)}>
            {t('{more} more notifications', { more })}
          </Button>
        )}
        <HStack as="span" wrap className={styles.choices}>
          <SoundSwitch />
          <EnableNotices />
        </HStack>
      </HStack>
    </Popover>
  )
}
