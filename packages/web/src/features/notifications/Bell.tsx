import { Bell as BellIcon } from 'lucide-react'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { type NoticeList, useNotices } from '../../data/notices.ts'
import { Count } from '../../ui/Count.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import styles from './Bell.module.css'
import type { NoticePanelProps } from './NoticePanel.tsx'

/**
 * The bell with its unread count, which opens the list. The list's code is not part of the first load: it comes when the
 * page is idle, or at once with the first press, and then opens by itself.
 */
export function Bell() {
  const list = useNotices()
  const [Panel, setPanel] = useState<ComponentType<NoticePanelProps>>()
  const [pressed, setPressed] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const load = async () => {
      const loaded = await loadPanel()
      hadFocus.current = place.current?.contains(document.activeElement) ?? false
      setPanel(loaded)
    }
    const timer = setTimeout(() => void load(), pressed ? 0 : IDLE_MS)
    return () => clearTimeout(timer)
  }, [pressed])
  // The panel brings its own copy of the button; the focus must not be lost on the way.
  useEffect(() => {
    if (Panel && hadFocus.current) place.current?.querySelector('button')?.focus()
  }, [Panel])

  const button = (
    <IconButton label={nameOf(list)} aria-haspopup="dialog">
      <BellIcon size={17} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  )
  return (
    <div ref={place} className={styles.bell}>
      {Panel ? (
        <Panel trigger={button} list={list} openAtOnce={pressed} />
      ) : (
        <span onClickCapture={() => setPressed(true)}>{button}</span>
      )}
      <span aria-hidden="true">
        <Count value={list.unread} of="unread notifications" stale={list.stale} className={styles.count} />
      </span>
    </div>
  )
}

const IDLE_MS = 1500

async function loadPanel(): Promise<() => ComponentType<NoticePanelProps>> {
  const { NoticePanel } = await import('./NoticePanel.tsx')
  return () => NoticePanel
}

const nameOf = ({ unread, stale }: NoticeList): string =>
  `Notifications${unread > 0 ? `, ${unread} unread` : ''}${stale ? ', not current' : ''}`
