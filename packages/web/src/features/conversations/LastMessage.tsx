import { cut } from '@parley/core/rules/format'
import { Paperclip } from 'lucide-react'
import styles from './LastMessage.module.css'
import type { LastMessageView } from './last-message.ts'

type LastMessageProps = {
  view: LastMessageView
  /** Draw it strong: somebody waits for an answer. */
  unread: boolean
  /** Cut to so many characters; without it the line ends where its room does. */
  length?: number
}

/** The newest message in one line, with its direction hinted. */
export function LastMessage({ view, unread, length }: LastMessageProps) {
  return (
    <span className={styles.line} data-unread={unread || undefined} data-none={view.none || undefined}>
      {view.file && (
        <Paperclip size={14} strokeWidth={1.8} aria-label="With a file:" className={styles.clip} />
      )}
      {view.by !== null && <span className={styles.by}>{`${view.by}: `}</span>}
      <bdi>{length === undefined ? view.text : cut(view.text, length)}</bdi>
    </span>
  )
}
