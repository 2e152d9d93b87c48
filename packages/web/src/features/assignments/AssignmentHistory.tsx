import { assignmentWords } from '@parley/core/assignments/rules'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { calendar, listTime } from '@parley/core/text/format'
import { t } from '@parley/core/text/translate'
import { useState } from 'react'
import { useAssignmentHistory } from '../../data/assignments/actions.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { useNow } from '../../ui/hooks/use-now.ts'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { Notice } from '../../ui/states/Notice.tsx'
import { NotLoaded } from '../../ui/states/RetryState.tsx'
import { Skeleton } from '../../ui/states/Skeleton.tsx'
import styles from './assignments.module.css'

const SHOWN = 5
const local = calendar()

interface AssignmentHistoryProps {
  readonly conversation: ConversationMeta
  readonly viewerId: string
}

/** Who was offered the conversation, by whom, and what came of it; newest first. */
export function AssignmentHistory({ conversation, viewerId }: AssignmentHistoryProps) {
  const history = useAssignmentHistory(conversation.id)
  const [all, setAll] = useState(false)
  const { cut } = useFreshness()
  const now = useNow()
  const entries = history.entries.toReversed()
  const shown = all ? entries : entries.slice(0, SHOWN)
  return (
    <Grid as="section" gap={2} className={styles.history} aria-labelledby="assignment-history">
      <Text as="h3" id="assignment-history" size="list" weight={600}>
        {t('Assignment history')}
      </Text>
      {history.state === 'loading' && <Skeleton width={180} />}
      {history.state === 'failed' && cut && <NotLoaded />}
      {history.state === 'failed' && !cut && (
        <Notice
          tone="danger"
          action={
            <Button size="small" busy={history.retrying} onClick={history.retry}>
              {t('Retry')}
            </Button>
          }
        >
          {t('The assignment history could not be loaded')}
        </Notice>
      )}
      {history.state === 'ready' && entries.length === 0 && (
        <Text as="p" size="meta" tone="muted" breaks>
          {conversation.agent === null ? t('Not offered to anyone yet') : t('No assignment history')}
        </Text>
      )}
      <Grid as="ol" gap={2} size="list">
        {shown.map(entry => {
          const words = assignmentWords(entry, viewerId)
          return (
            <li key={entry.id}>
              <HStack as="p" gap={2} align="baseline">
                <Text flex="grow" breaks>
                  {words.title}
                </Text>
                {words.at !== null && (
                  <Text
                    as="time"
                    dateTime={words.at}
                    title={local.full(new Date(words.at))}
                    size="meta"
                    tone="faint"
                    breaks
                    nowrap
                  >
                    {listTime(local, new Date(words.at), now)}
                  </Text>
                )}
              </HStack>
              {[words.by, words.reason].map(
                line =>
                  line !== null && (
                    <Text as="p" key={line} size="meta" tone="muted" breaks>
                      {line}
                    </Text>
                  ),
              )}
            </li>
          )
        })}
      </Grid>
      {entries.length > shown.length && (
        <Button size="small" variant="quiet" onClick={() => setAll(true)}>
          {t('Show all {count}', { count: entries.length })}
        </Button>
      )}
    </Grid>
  )
}
