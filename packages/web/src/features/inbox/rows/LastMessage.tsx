import { t } from '@parley/core/text/translate'
import { cut } from '@parley/core/text/format'
import { Paperclip } from 'lucide-react'
import { Text } from '../../../ui/layout/Layout.tsx'
import styles from './LastMessage.module.css'
import type { LastMessageView } from './last-message.ts'

/** More than the widest line has room for. */
const longest = 300

type LastMessageProps = {
  view: LastMessageView
  /** Draw it strong: somebody waits for an answer. */
  unread: boolean
  /** Characters at most. The line ends where its room does. */
  length?: number
}

/** The newest message in one line, with its direction hinted. */
export function LastMessage({ view, unread, length = longest }: LastMessageProps) {
  return (
    <Text
      tone="muted"
      cut
      className={styles.line}
      data-unread={unread || undefined}
      data-none={view.none || undefined}
    >
      {view.file && (
        <Paperclip size={14} strokeWidth={1.8} aria-label={t('With a file:')} className={styles.clip} />
      )}
      {view.by !== null && <Text weight={400} tone="faint" className={styles.by}>{`${view.by}: `}</Text>}
      <bdi>{cut(view.text, length)}</bdi>
    </Text>
  )
}
