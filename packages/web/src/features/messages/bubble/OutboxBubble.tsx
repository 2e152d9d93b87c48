import type { QuotedEntity } from '@parley/core/messages/api'
import { sizeLabel } from '@parley/core/text/format'
import { goesByItself, type OutboxEntry } from '@parley/core/messages/outbox'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { actionMessages } from '../../../client/action-messages.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { AskedChoices } from '../details/AskedChoices.tsx'
import { SentCardFacts } from '../details/SentCardFacts.tsx'
import { FailureLine } from './FailureLine.tsx'
import styles from './MessageBubble.module.css'
import { MessageText } from '../text/MessageText.tsx'
import { local } from '../message-time.ts'
import { Quote } from './Quote.tsx'
import files from './OutboxBubble.module.css'
import { useThreadActions } from '../thread-actions.ts'
import type { RowFoot } from '../thread/rows/thread-rows.ts'
import { Ticks } from './Ticks.tsx'

interface OutboxBubbleProps {
  readonly entry: OutboxEntry
  readonly continues: boolean
  readonly foot: RowFoot
  readonly onShow: (message: QuotedEntity) => void
}

const sendAnyway = ['Send anyway', 'Sending…'] as const
const onDevice = { mark: 'clock', tone: 'neutral', label: 'On this device' } as const

/** A message that only this device has: on its way to the server, or stopped with its reason. */
export function OutboxBubble({ entry, continues, foot, onShow }: OutboxBubbleProps) {
  const { retryEntry, editEntry } = useThreadActions()
  const isSending = entry.state === 'sending'
  const isStopped = !goesByItself(entry)
  const [wasSending, setWasSending] = useState(isSending)
  if (isSending && !wasSending) setWasSending(true)
  const isAnswered = entry.state === 'answered'
  const line = <Foot entry={entry} foot={foot} />
  return (
    <div
      className={classNames(
        styles.message,
        styles.out,
        styles.device,
        continues && styles.near,
        isStopped && styles.failed,
      )}
    >
      <div className={styles.line}>
        <div className={styles.bubble}>
          {entry.quoted !== null && <Quote quote={{ message: entry.quoted }} onShow={onShow} />}
          {entry.file !== null && (
            <p className={files.file}>
              <Paperclip size={14} strokeWidth={1.8} aria-hidden="true" />
              <span className={files.name}>{entry.file.name}</span>
              <span className={files.size}>{sizeLabel(entry.file.size)}</span>
            </p>
          )}
          {entry.card !== null ? (
            <SentCardFacts card={entry.card} />
          ) : (
            entry.content !== '' && <MessageText text={entry.content} />
          )}
          {entry.ask !== null && <AskedChoices ask={entry.ask} />}
        </div>
        <div className={styles.side}>{foot !== 'line' && <div className={styles.beside}>{line}</div>}</div>
      </div>
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
        <p role="status" className={files.waits}>
          Waiting: {entry.reason}.
        </p>
      )}
      {!isSending && !isStopped && (
        <p className={files.waits}>
          {waitingWords(entry)}
          <button type="button" className={files.edit} onClick={() => void editEntry(entry)}>
            Edit
          </button>
        </p>
      )}
      {foot === 'line' && line}
    </div>
  )
}

function Foot({ entry, foot }: Pick<OutboxBubbleProps, 'entry' | 'foot'>) {
  const at = new Date(entry.at)
  return (
    <div className={classNames(styles.foot, foot !== 'line' && styles.inner)} data-foot={foot}>
      <span className={styles.direction}>OUTBOUND</span>
      <span>On this device</span>
      <time dateTime={entry.at} title={local.full(at)}>
        {local.clock(at)}
      </time>
      {goesByItself(entry) && (
        <span className={styles.tick}>
          <Ticks tick={onDevice} />
        </span>
      )}
    </div>
  )
}

const waitingWords = ({ state, reason }: OutboxEntry): string =>
  state === 'waiting' || reason === null
    ? 'Waiting for the connection. It goes by itself.'
    : `Not confirmed: ${reason}. It goes again by itself.`

function wordsOf({ state, reason }: OutboxEntry): string {
  const why = reason === null ? '' : `: ${reason}`
  const what =
    state === 'unconfirmed' ? 'Not confirmed' : state === 'answered' ? 'Not sent' : actionMessages.send
  return `${what}${why}.`
}
