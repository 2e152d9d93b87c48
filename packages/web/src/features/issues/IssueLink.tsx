import { t } from '@parley/core/text/translate'
import type { MessageEntity } from '@parley/core/messages/api'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { issueOf } from '../../data/issues/issues.ts'
import { useSelected } from '../../store.ts'
import { Text } from '../../ui/layout/Layout.tsx'
import styles from './IssueLink.module.css'
import type { IssueWork } from './use-issue-work.ts'

/** What of the work on issues is to be seen beside a message. */
export type LinkedWork = Pick<IssueWork, 'area' | 'issues' | 'current' | 'source' | 'awaiting'>

/** Beside a message: that it belongs to an issue, or the button that attaches it to the selected one. */
export function IssueLink({ work, message }: { work: LinkedWork; message: MessageEntity }) {
  const { source, current } = work
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<{ readonly words: string; readonly failed: boolean } | null>(null)
  const attach = async () => {
    if (busy || source === null || current === null) return
    setBusy(true)
    setSaid(null)
    try {
      const { alreadyAttached } = await source.attach(current, message)
      if (alreadyAttached)
        setSaid({ words: t('This message is already attached to an issue'), failed: false })
    } catch (cause) {
      logFailure('attachMessage', cause)
      setSaid({ words: failureWords('attachMessage', cause), failed: true })
    } finally {
      setBusy(false)
    }
  }
  const issueId = issueOf(work.issues, message)
  const hasFocus = useRef(false)
  const badge = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    // The button that had the focus is gone: it goes to what stands in its place.
    if (issueId !== null && hasFocus.current) badge.current?.focus()
    hasFocus.current = false
  }, [issueId])
  const isChosenFor = useSelected(work.awaiting, now => now?.messageId === message.id && now.chosen)
  useEffect(() => {
    if (!isChosenFor || current === null) return
    work.awaiting.set(null)
    hasFocus.current = true
    void attach()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for what was chosen
  }, [isChosenFor, current])
  return (
    <>
      {issueId !== null ? (
        <Text
          ref={badge}
          tabIndex={-1}
          tone="muted"
          nowrap
          className={styles.linked}
          title={titleOf(work, issueId)}
        >
          {t('Linked to issue')}
        </Text>
      ) : (
        current !== null && (
          <Text
            as="button"
            type="button"
            tone="accent"
            nowrap
            className={styles.attach}
            data-act="issue"
            title={t('Attach this message to the current issue ({keys})', {
              keys: keysLabel('message.issue'),
            })}
            aria-keyshortcuts={ariaKeys('message.issue')}
            aria-busy={busy || undefined}
            onClick={event => {
              hasFocus.current = event.currentTarget === document.activeElement
              void attach()
            }}
          >
            {busy ? t('Attaching…') : t('Attach to current issue')}
          </Text>
        )
      )}
      {said !== null && (
        <span role={said.failed ? 'alert' : 'status'} className={said.failed ? styles.failed : styles.said}>
          {said.words}
        </span>
      )}
    </>
  )
}

const titleOf = ({ issues, area }: LinkedWork, issueId: string): string => {
  const issue = issues.find(({ id }) => id === issueId)
  const title = issue === undefined ? t('Issue {issueId}', { issueId }) : issue.title
  return area === 'sample' && issue !== undefined ? t('Sample data: {title}', { title }) : title
}
