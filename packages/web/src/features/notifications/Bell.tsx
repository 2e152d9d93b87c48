import { t } from '@parley/core/text/translate'
import { Bell as BellIcon } from 'lucide-react'
import { useButtonCommand } from '../../commands/live.ts'
import { type NoticeList, useNotices } from '../../data/notifications/queries.ts'
import { Count } from '../../ui/marks/Count.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useLate } from '../../ui/hooks/use-late.ts'
import styles from './Bell.module.css'

/** The bell with its unread count, which opens the list. */
export function Bell() {
  const list = useNotices()
  const { Loaded: Panel, pressed, place, near } = useLate(loadPanel)
  const toPress = useButtonCommand('go.notifications')

  const button = (
    <IconButton label={nameOf(list)} aria-haspopup="dialog">
      <BellIcon size={17} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  )
  return (
    <div ref={place} className={styles.bell}>
      <span ref={toPress}>
        {Panel ? (
          <Panel trigger={button} list={list} openAtOnce={pressed} />
        ) : (
          <span {...near}>{button}</span>
        )}
      </span>
      <span aria-hidden="true">
        <Count
          value={list.unread}
          of={t('unread notifications')}
          stale={list.stale}
          className={styles.count}
        />
      </span>
    </div>
  )
}

const loadPanel = async () => (await import('./NoticePanel.tsx')).NoticePanel

const nameOf = ({ unread, stale }: NoticeList): string =>
  t('Notifications') +
  (unread > 0 ? t(', {unread} unread', { unread }) : '') +
  (stale ? t(', may be out of date') : '')
