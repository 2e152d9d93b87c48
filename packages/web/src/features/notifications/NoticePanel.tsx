import { countdown, offerStanding } from '@parley/core/assignments/rules'
import { customerNameOf } from '@parley/core/conversations/rules'
import type { NotificationEntity } from '@parley/core/notifications/api'
import {
  bellOrder,
  bellRows,
  destinationOf,
  isMessageNotice,
  isOfferNotice,
  noticeTitle,
  relativeTime,
} from '@parley/core/notifications/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { Volume2, VolumeX } from 'lucide-react'
import { type ComponentProps, type ReactElement, useEffect, useRef, useState } from 'react'
import { useServerNow } from '../../client/server-clock.ts'
import { useConversation } from '../../data/conversations/conversation.ts'
import { clearNotices, type NoticeList, readAllNotices } from '../../data/notifications/queries.ts'
import { useSession } from '../../data/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Center, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { askPermission, useBrowserPermission } from './browser-notice.ts'
import { NoticeIcon } from './NoticeIcon.tsx'
import styles from './NoticePanel.module.css'
import { chooseSound, useSoundChoice } from './sound.ts'
import { bellOpen, useOpenNotice } from './use-open-notice.ts'

type NoticePanelProps = {
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

type NoticeRowProps = {
  notice: NotificationEntity
  /** Whom it is about, where its words do not say. */
  about?: string | null
  /** How long there is to do something, in the place of its age. */
  until?: string | null
  /** `leads`: to another place. */
  onOpen: (leads: boolean) => void
  /** The row goes with the focus on it and no other row is there to take it. */
  onLeave: () => void
}

/** One notice; a press reads it, which takes it away, and goes where it leads. */
function NoticeRow({ notice, about = null, until = null, onOpen, onLeave }: NoticeRowProps) {
  const now = useNow()
  const leads = destinationOf(notice) !== null
  const isMessage = isMessageNotice(notice)
  return (
    <li className={styles.row} data-unread={!notice.read}>
      <button
        type="button"
        className={styles.notice}
        onClick={({ currentTarget }) => {
          if (!leads) moveFocusFrom(currentTarget, onLeave)
          onOpen(leads)
        }}
      >
        <Center as="span" tone="faint" className={styles.icon}>
          <NoticeIcon type={notice.type} />
        </Center>
        {/* A customer's words can be read in the conversation that they lead to; other words stand here alone. */}
        <Text size="list" weight={500} tone="muted" breaks className={styles.title} data-cut={isMessage}>
          {!notice.read && <span className="visually-hidden">{t('Unread:')} </span>}
          {noticeTitle(notice)}
          {about !== null && (
            <>
              : <bdi>{about}</bdi>
            </>
          )}
        </Text>
        {until === null ? (
          <Text as="time" size="meta" tone="faint" nowrap className={styles.time} dateTime={notice.timestamp}>
            {relativeTime(new Date(notice.timestamp), now)}
          </Text>
        ) : (
          <Text size="meta" weight={600} tone="warn" nowrap digits className={styles.time}>
            {until}
          </Text>
        )}
        <Text size="list" tone="muted" breaks className={styles.message} data-cut={isMessage}>
          {notice.message}
        </Text>
      </button>
    </li>
  )
}

function moveFocusFrom(button: HTMLElement, otherwise: () => void): void {
  const row = button.closest('li')
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const target = next?.querySelector('button')
  if (target) target.focus()
  else otherwise()
}

type OfferNoticeProps = Pick<NoticeRowProps, 'notice' | 'onLeave'> & {
  conversationId: string
  /** `isOver`: there is nothing to answer any more. */
  onOpen: (leads: boolean, isOver: boolean) => void
}

/** The notice of an offer: whose conversation it is, and how long there is to answer. */
function OfferNotice({ conversationId, onOpen, ...shared }: OfferNoticeProps) {
  const { conversation, state } = useConversation(conversationId)
  const viewerId = useSession()?.user.id ?? ''
  const now = useServerNow()
  const standing = state === 'ready' ? offerStanding(conversation, viewerId, now) : null
  const isOpen = standing?.state === 'open' || standing?.state === 'late'
  const left = isOpen ? new Date(standing.deadline).getTime() - now : null
  return (
    <NoticeRow
      {...shared}
      about={state === 'ready' ? customerNameOf(conversation) : null}
      until={left === null ? null : left > 0 ? t('{left} left', { left: countdown(left) }) : t('Expired')}
      onOpen={leads => onOpen(leads, standing !== null && !isOpen)}
    />
  )
}

/** Whether new notices are heard. */
function SoundSwitch() {
  const on = useSoundChoice()
  const Icon = on ? Volume2 : VolumeX
  return (
    <Choice role="switch" aria-checked={on} onClick={() => chooseSound(!on)}>
      <Icon size={14} strokeWidth={1.8} aria-hidden="true" />
      {t('Sound')} <span aria-hidden="true">{on ? 'on' : 'off'}</span>
    </Choice>
  )
}

/** Asks for the browser's permission; says so where it was refused, since only the browser's settings can undo that. */
function EnableNotices() {
  const permission = useBrowserPermission()
  if (permission === 'denied') return <Text tone="faint">{t('Blocked by the browser')}</Text>
  if (permission !== 'default') return null
  return <Choice onClick={() => void askPermission()}>{t('Enable notifications')}</Choice>
}

/** A button at the foot of the list. */
const Choice = (props: ComponentProps<'button'>) => (
  <HStack as="button" type="button" gap={1} inline tone="accent" className={styles.choice} {...props} />
)
