import { t } from '@parley/core/text/translate'
import type { QuotedEntity } from '@parley/core/messages/api'
import { sizeLabel } from '@parley/core/text/format'
import { goesByItself, type OutboxEntry } from '@parley/core/messages/outbox'
import { Paperclip } from 'lucide-react'
import { actionMessages } from '../../../../client/action-messages.ts'
import { classNames } from '../../../../ui/hooks/class-names.ts'
import { useEver } from '../../../../ui/hooks/use-ever.ts'
import { Box, HStack, Text, VStack } from '../../../../ui/layout/Layout.tsx'
import { AskWords } from '../../details/TemplatesAndAsks.tsx'
import { FailureLine } from './FailureLine.tsx'
import failure from './FailureLine.module.css'
import styles from '../MessageBubble.module.css'
import { Quote } from '../Quote.tsx'
import { useThreadActions } from '../../thread-actions.ts'
import type { RowFoot } from '../../thread/thread-rows.ts'
import { Foot, Ticks } from './Foot.tsx'

interface OutboxBubbleProps {
  readonly entry: OutboxEntry
  readonly continues: boolean
  readonly foot: RowFoot
  readonly onShow: (message: QuotedEntity) => void
}

const sendAnyway = [t('Send anyway'), t('Sending…')] as const
const onDevice = { mark: 'clock', tone: 'neutral', label: t('On this device') } as const

/** A message that only this device has: on its way to the server, or stopped with its reason. */
export function OutboxBubble({ entry, continues, foot, onShow }: OutboxBubbleProps) {
  const { retryEntry, editEntry } = useThreadActions()
  const isSending = entry.state === 'sending'
  const isStopped = !goesByItself(entry)
  const wasSending = useEver(isSending)
  const isAnswered = entry.state === 'answered'
  const line = (
    <Foot
      foot={foot}
      direction={t('OUTBOUND')}
      at={entry.at}
      place={<span>{t('On this device')}</span>}
      tick={!isStopped && <Ticks tick={onDevice} />}
    />
  )
  return (
    <VStack
      align="start"
      className={classNames(
        styles.message,
        styles.out,
        styles.device,
        continues && styles.near,
        isStopped && styles.failed,
      )}
    >
      <HStack gap={1.5} align="stretch" className={styles.line}>
        <div className={styles.bubble}>
          {entry.quoted !== null && <Quote message={entry.quoted} onShow={onShow} />}
          {entry.file !== null && (
            <HStack as="p" gap={1.5} size="list" weight={500}>
              <Paperclip size={14} strokeWidth={1.8} aria-hidden="true" />
              <Text flex="shrink" breaks>
                {entry.file.name}
              </Text>
              <Text weight={400} tone="faint" nowrap>
                {sizeLabel(entry.file.size)}
              </Text>
            </HStack>
          )}
          <AskWords ask={entry.ask} card={entry.card} words={entry.content} />
        </div>
        <Box flex="grow" className={styles.side}>
          {foot !== 'line' && (
            <HStack tone="faint" className={styles.beside}>
              {line}
            </HStack>
          )}
        </Box>
      </HStack>
      {isStopped && (
        <FailureLine
          words={wordsOf(entry)}
          {...(isAnswered && { again: sendAnyway })}
          takesFocus={isAnswered && wasSending}
          onRetry={async () => {
            await retryEntry(entry)
            return null // the entry itself says what became of it
          }}
          onEdit={() => void editEntry(entry)}
        />
      )}
      {isSending && entry.reason !== null && (
        <p role="status" className={styles.waits}>
          {t('Waiting: {reason}.', { reason: entry.reason })}
        </p>
      )}
      {!isSending && !isStopped && (
        <p className={styles.waits}>
          {waitingWords(entry)}
          <button type="button" className={failure.action} onClick={() => void editEntry(entry)}>
            {t('Edit')}
          </button>
        </p>
      )}
      {foot === 'line' && line}
    </VStack>
  )
}

const waitingWords = ({ state, reason }: OutboxEntry): string =>
  state === 'waiting' || reason === null
    ? t('Waiting for the connection. It is sent automatically.')
    : t('Not confirmed: {reason}. It is sent again automatically.', { reason })

function wordsOf({ state, reason }: OutboxEntry): string {
  const why = reason === null ? '' : `: ${reason}`
  const what =
    state === 'unconfirmed' ? t('Not confirmed') : state === 'answered' ? t('Not sent') : actionMessages.send
  return `${what}${why}.`
}
