import { t } from '@parley/core/text/translate'
import type { NotificationEntity } from '@parley/core/notifications/api'
import { destinationOf, isMessageNotice, noticeTitle, relativeTime } from '@parley/core/notifications/rules'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Center, Text } from '../../ui/layout/Layout.tsx'
import { NoticeIcon } from './NoticeIcon.tsx'
import styles from './NoticePanel.module.css'

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
export function NoticeRow({ notice, about = null, until = null, onOpen, onLeave }: NoticeRowProps) {
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
          <Text size="meta" weight={600} tone="warn" nowrap digits className={styles.until}>
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
