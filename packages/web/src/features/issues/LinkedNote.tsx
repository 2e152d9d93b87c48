import { t } from '@parley/core/text/translate'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Center, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './LinkedNote.module.css'
import type { IssueWork } from './use-issue-work.ts'

const which = t('the current issue')

/**
 * By the box: which issue the next messages are linked to, in one line, and the way to have them linked to none. `title`: the
 * issue's; null: it is not loaded.
 */
function LinkedNote({ title, onLetGo }: { title: string | null; onLetGo: () => void }) {
  return (
    <HStack as="span" gap={1} flex="shrink">
      <Text
        cut
        className={styles.words}
        title={t('Messages will be linked to {title}', { title: title ?? which })}
      >
        {t('Messages will be linked to')}{' '}
        {title === null ? (
          which
        ) : (
          <>
            {/* There is no room for both: the name says it to the eye. */}
            <span className="visually-hidden">{which}: </span>
            <bdi>{title}</bdi>
          </>
        )}
      </Text>
      <Center
        as="button"
        type="button"
        flex="none"
        tone="muted"
        className={styles.letGo}
        aria-label={t('Stop linking messages to the issue')}
        title={t('Stop linking messages to the issue')}
        onClick={onLetGo}
      >
        <X size={13} strokeWidth={2} aria-hidden="true" />
      </Center>
    </HStack>
  )
}

/** The note for the composer, the same until something of it changes; null: no issue is selected. */
export function useLinkedNote({ currentId, current, select }: IssueWork, focusBox: () => void): ReactNode {
  'use memo'
  const title = current?.title ?? null
  return currentId === null ? null : (
    <LinkedNote
      title={title}
      onLetGo={() => {
        select(null)
        focusBox()
      }}
    />
  )
}
