import { t } from '@parley/core/text/translate'
import type { Attempt, MessageEntity } from '@parley/core/messages/api'
import { endOf, priceLabel, stepsOf } from '@parley/core/messages/delivery'
import { exactLabel } from '@parley/core/text/format'
import type { RefObject } from 'react'
import { failureWords } from '../../../../client/action-messages.ts'
import { useAttempts } from '../../../../data/messages/message-actions.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Text, VStack } from '../../../../ui/layout/Layout.tsx'
import { Fact, Facts } from '../../../../ui/lists/Facts.tsx'
import { Popover } from '../../../../ui/overlays/Popover.tsx'
import { Spinner } from '../../../../ui/states/Spinner.tsx'
import { useNow } from '../../../../ui/hooks/use-now.ts'
import styles from './AttemptTimes.module.css'
import { local } from '../../message-time.ts'

interface AttemptTimesProps {
  readonly message: MessageEntity
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** Under a message's tick: when each thing happened to it, what failed before, and what it costs. */
export function AttemptTimes({ message, anchor, onClose }: AttemptTimesProps) {
  const { data, error, isFetching, refetch } = useAttempts(message)
  return (
    <Popover
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
      title={t('When it was sent')}
      anchor={anchor}
    >
      <VStack gap={2} className={styles.times}>
        {data !== undefined ? (
          <Tries message={message} {...data} />
        ) : error === null ? (
          <Spinner label={t('Loading the times')} />
        ) : (
          <VStack role="alert" gap={2} align="start">
            <p>{failureWords('fetchAttempts', error)}</p>
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('Retry')}
            </Button>
          </VStack>
        )}
      </VStack>
    </Popover>
  )
}

interface TriesProps {
  readonly message: MessageEntity
  readonly attempts: readonly Attempt[]
  /** What agents call it. */
  readonly channel: string
}

/** The newest try first, below when the message was written. */
const Tries = ({ message, attempts, channel }: TriesProps) => (
  <>
    <Facts>
      <When label={t('Written')} at={message.created_at} />
    </Facts>
    {attempts.toReversed().map(attempt => (
      <VStack as="section" key={attempt.no} gap={1} className={styles.attempt}>
        {attempts.length > 1 && (
          <Text as="h3" size="meta" weight={600}>
            {t('Try {no} of {count}', { no: attempt.no, count: attempts.length })}
          </Text>
        )}
        <Facts>
          {stepsOf(attempt, channel).map(({ label, at }) => (
            <When key={label} label={label} at={at} />
          ))}
        </Facts>
        <Line tone="danger">{endOf(attempt, attempt === attempts.at(-1))}</Line>
        <Line tone="muted">{priceLabel(attempt.pricing)}</Line>
      </VStack>
    ))}
    {attempts.length === 0 && <Line tone="muted">{t('Not sent yet.')}</Line>}
  </>
)

/** Null: there is nothing to say. */
const Line = ({ tone, children }: { tone: 'danger' | 'muted'; children: string | null }) =>
  children !== null && (
    <Text as="p" size="meta" tone={tone}>
      {children}
    </Text>
  )

function When({ label, at: iso }: { label: string; at: string }) {
  const at = new Date(iso)
  return (
    <Fact name={label}>
      <time dateTime={iso} title={local.full(at)}>
        {exactLabel(local, at, useNow())}
      </time>
    </Fact>
  )
}
