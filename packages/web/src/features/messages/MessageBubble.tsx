import { Ellipsis, Forward } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import type { AttachmentEntity } from '@parley/core/attachments/api'
import { contentLabel, senderLabel, tickOf } from '@parley/core/conversations/thread'
import { wantsTemplate } from '@parley/core/conversations/window'
import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { canRetry, saidInParts } from '@parley/core/messages/rules'
import { responseLabel } from '@parley/core/text/format'
import { hasVisibleText } from '@parley/core/text/visible'
import { classNames } from '../../ui/class-names.ts'
import { Edited, Revoked } from './Changed.tsx'
import { FailureLine } from './FailureLine.tsx'
import { LinkButton } from './LinkButton.tsx'
import styles from './MessageBubble.module.css'
import { MessageText } from './MessageText.tsx'
import { Quote } from './Quote.tsx'
import { type OnReact, ReactButton } from './ReactButton.tsx'
import { Reactions } from './Reactions.tsx'
import { ReplyButton } from './ReplyButton.tsx'
import { TickButton } from './TickButton.tsx'
import { AskedChoices } from './details/AskedChoices.tsx'
import { Details } from './details/Details.tsx'
import { Origin } from './details/Origin.tsx'
import { Shortfall } from './details/Shortfall.tsx'
import { local } from './message-time.ts'
import type { RowFoot } from './thread-rows.ts'

interface MessageBubbleProps {
  readonly message: MessageEntity
  readonly continues: boolean
  readonly foot: RowFoot
  readonly attachment: (file: AttachmentEntity) => ReactNode
  readonly marks: (message: MessageEntity) => ReactNode
  readonly tools: (message: MessageEntity) => ReactNode
  readonly below: ((message: MessageEntity) => ReactNode) | null
  /** Null when it was taken, else why not. */
  readonly onRetry: (message: MessageEntity) => Promise<string | null>
  readonly onEdit: (message: MessageEntity) => void
  readonly onReply: ((message: MessageEntity) => void) | null
  readonly onReact: OnReact | null
  readonly onShow: (message: QuotedEntity) => void
  readonly onTemplate: (() => void) | null
  readonly onSuggest: ((words: string) => void) | null
}

/** One message of the server: name and response time, text and files, then direction, time and where it is. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const {
    message,
    continues,
    foot,
    attachment,
    marks,
    tools,
    below,
    onRetry,
    onEdit,
    onReply,
    onReact,
    onShow,
    onTemplate,
    onSuggest,
  } = props
  const isOut = message.direction === 'OUTBOUND'
  const failed = canRetry(message.status)
  const [isOpen, setOpen] = useState(false)
  return (
    <div
      className={classNames(
        styles.message,
        isOut && styles.out,
        continues && styles.near,
        message.source === 'BOT' && styles.bot,
        failed && styles.failed,
      )}
    >
      {isOut && !continues && <Sender message={message} />}
      <div className={styles.line} data-tools={isOpen ? 'open' : 'closed'}>
        <div className={styles.bubble}>
          {message.revoked_at === null ? (
            <Content message={message} attachment={attachment} onShow={onShow} onSuggest={onSuggest} />
          ) : (
            <Revoked at={message.revoked_at}>
              <Content message={message} attachment={attachment} onShow={onShow} onSuggest={onSuggest} />
            </Revoked>
          )}
        </div>
        <button
          type="button"
          className={styles.more}
          aria-label="More for this message"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis size={16} strokeWidth={1.8} aria-hidden="true" />
        </button>
        <div className={styles.side}>
          <div className={styles.beside}>
            {foot !== 'line' && <Foot message={message} foot={foot} names={continues} />}
            {marks(message)}
            <span className={styles.tools}>
              {tools(message)}
              <ReplyButton message={message} onReply={onReply} />
              <ReactButton message={message} onReact={onReact} />
              <LinkButton message={message} />
            </span>
          </div>
        </div>
      </div>
      <Reactions message={message} />
      {below?.(message)}
      {message.status === 'queued' && message.waits !== null && <Waiting waits={message.waits} />}
      {failed && <Failed message={message} onRetry={onRetry} onEdit={onEdit} onTemplate={onTemplate} />}
      {foot === 'line' && <Foot message={message} foot={foot} names={continues} />}
    </div>
  )
})

function Content({
  message,
  attachment,
  onShow,
  onSuggest,
}: Pick<MessageBubbleProps, 'message' | 'attachment' | 'onShow' | 'onSuggest'>) {
  const { details } = message
  return (
    <>
      {message.forwarded !== null && <ForwardedMark forwarded={message.forwarded} />}
      {message.quote !== null && <Quote quote={message.quote} onShow={onShow} />}
      {details !== null && <Origin details={details} />}
      {message.attachments.map((file, index) => (
        <div key={file.id || index} className={styles.file}>
          {attachment(file)}
        </div>
      ))}
      {details !== null && <Details messageId={message.id} details={details} words={message.content} />}
      {(!saidInParts(details) || message.edited !== null) && <Words message={message} />}
      {details?.ask !== undefined && <AskedChoices ask={details.ask} />}
      {message.edited !== null && <Edited edited={message.edited} />}
      {details !== null && <Shortfall details={details} onSuggest={onSuggest} />}
    </>
  )
}

function Sender({ message }: { message: MessageEntity }) {
  const name = senderLabel(message)
  const response = responseLabel(message.response_time_seconds)
  if (name === null && response === null) return null
  return (
    <div className={styles.from}>
      {name !== null && <span dir="auto">{name}</span>}
      {name !== null && response !== null && ' '}
      {response !== null && <span className={styles.response}>{response}</span>}
    </div>
  )
}

function ForwardedMark({ forwarded }: { forwarded: NonNullable<MessageEntity['forwarded']> }) {
  return (
    <p className={styles.forwarded}>
      <Forward size={12} strokeWidth={1.8} aria-hidden="true" />
      {forwarded === 'forwarded' ? 'Forwarded' : 'Forwarded many times'}
    </p>
  )
}

function Words({ message }: { message: MessageEntity }) {
  if (hasVisibleText(message.content)) return <MessageText text={message.content} />
  if (message.attachments.length > 0) return null
  // Nobody writes a text without words: retention took them.
  return <p className={styles.kind}>{contentLabel(message) || 'No longer kept'}</p>
}

interface FootProps {
  readonly message: MessageEntity
  readonly foot: RowFoot
  /** It says who wrote it, since nothing above does; to the eye on hover and on focus. */
  readonly names: boolean
}

/** Direction, time and where it is: the line of its group, or inside of one what that line says too (THREAD-02, 10). */
function Foot({ message, foot, names }: FootProps) {
  const at = new Date(message.created_at)
  const tick = tickOf[message.status]
  const isOut = message.direction === 'OUTBOUND'
  return (
    <div className={classNames(styles.foot, foot !== 'line' && styles.inner)} data-foot={foot}>
      {isOut && names && <Sender message={message} />}
      <span className={styles.direction}>{message.direction}</span>
      <time dateTime={message.created_at} title={local.full(at)}>
        {local.clock(at)}
      </time>
      {isOut && tick !== null && (
        <span className={styles.tick}>
          <TickButton message={message} tick={tick} />
        </span>
      )}
    </div>
  )
}

function Waiting({ waits }: { waits: NonNullable<MessageEntity['waits']> }) {
  const at = new Date(waits.until)
  return (
    <p role="status" className={styles.waits}>
      Waiting: {waits.sentence} It is tried again by itself at{' '}
      <time dateTime={waits.until} title={local.full(at)}>
        {local.seconds(at)}
      </time>
      .
    </p>
  )
}

function Failed({
  message,
  onRetry,
  onEdit,
  onTemplate,
}: Pick<MessageBubbleProps, 'message' | 'onRetry' | 'onEdit' | 'onTemplate'>) {
  const { failure, status } = message
  const label = tickOf[status]?.label ?? ''
  const words = failure === null ? `${label}.` : `${label}: ${failure.sentence} ${failure.remedy}`.trim()
  return (
    <FailureLine
      words={words}
      onRetry={() => onRetry(message)}
      instead={
        wantsTemplate(failure) && onTemplate !== null
          ? { label: 'Send a template', act: onTemplate }
          : undefined
      }
      onEdit={message.content === '' ? undefined : () => onEdit(message)}
    />
  )
}
