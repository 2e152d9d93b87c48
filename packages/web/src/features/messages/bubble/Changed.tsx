import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { cut } from '@parley/core/text/format'
import { hasVisibleText } from '@parley/core/text/visible'
import { Ban } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './MessageBubble.module.css'
import { MessageText } from '../text/MessageText.tsx'
import { local } from '../message-time.ts'

/** A message that its customer deleted: what stood there is for agents who ask for it. */
export function Revoked({ at, children }: { at: string; children: ReactNode }) {
  return (
    <details className={styles.changed}>
      <summary title={t('{time}. Click to see what it said.', { time: local.full(new Date(at)) })}>
        <Ban size={12} strokeWidth={1.8} aria-hidden="true" className={styles.ban} />
        {t('Deleted by the customer')}
      </summary>
      <div className={styles.before}>{children}</div>
    </details>
  )
}

/** Characters of a tooltip. */
const longestTitle = 300

/** Below words that the customer changed: that they did, and on demand what they had written first. */
export function Edited({ edited }: { edited: NonNullable<MessageEntity['edited']> }) {
  const { at, original } = edited
  return (
    <details className={styles.changed}>
      <summary
        title={t('{time}. Before: {original}', {
          time: local.full(new Date(at)),
          original: cut(original, longestTitle) || t('no words'),
        })}
      >
        {t('Edited')}
      </summary>
      <div className={styles.before}>
        {hasVisibleText(original) ? <MessageText text={original} /> : <p>{t('It had no text.')}</p>}
      </div>
    </details>
  )
}
