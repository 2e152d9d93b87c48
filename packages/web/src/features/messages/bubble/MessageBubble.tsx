import { t } from '@parley/core/text/translate'
import { rich } from '../../../ui/rich.ts'
import { Ellipsis, Forward } from 'lucide-react'
import { memo, useState } from 'react'
import { contentLabel, senderLabel, tickOf } from '@parley/core/conversations/thread'
import { wantsTemplate } from '@parley/core/conversations/window'
import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { canRetry, saidInParts } from '@parley/core/messages/rules'
import { responseLabel } from '@parley/core/text/format'
import { hasVisibleText } from '@parley/core/text/visible'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { Box, HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { Translate, Translation } from '../../assist/LazyAssist.tsx'
import { AttachmentCard } from '../../attachments/AttachmentCard.tsx'
import { IssueLink } from '../../issues/IssueLink.tsx'
import { RemindButton, ReminderMarks } from '../../reminders/Reminders.tsx'
import { Edited, Revoked } from './Changed.tsx'
import { FailureLine } from './delivery/FailureLine.tsx'
import { LinkButton } from './LinkButton.tsx'
import styles from './MessageBubble.module.css'
import { MessageText } from '../text/MessageText.tsx'
import { Quote } from './Quote.tsx'
import { ReactButton } from './ReactButton.tsx'
import { Reactions } from './Reactions.tsx'
import { ReplyButton } from './ReplyButton.tsx'
import { TicketButton } from './TicketButton.tsx'
import { TickButton } from './delivery/TickButton.tsx'
import { AskedChoices } from '../details/AskedChoices.tsx'
import { Details } from '../details/Details.tsx'
import { Origin } from '../details/Origin.tsx'
import { Shortfall } from '../details/Shortfall.tsx'
import { local } from '../message-time.ts'
import { useThreadActions } from '../thread-actions.ts'
import type { RowFoot } from '../thread/rows/thread-rows.ts'
import { UndoSend } from './delivery/UndoSend.tsx'

interface MessageBubbleProps {
  readonly message: MessageEntity
  readonly continues: boolean
  readonly foot: RowFoot
  readonly onShow: (message: QuotedEntity) => void
}

/** One message of the server: name and response time, text and files, then direction, time and where it is. */
export const MessageBubble = memo(function MessageBubble({
  message,
  continues,
  foot,
  onShow,
}: MessageBubbleProps) {
  const isOut = message.direction === 'OUTBOUND'
  const failed = canRetry(message.status)
  const { viewerId, issues, reminders, hasAssist } = useThreadActions()
  const [isOpen, setOpen] = useState(false)
  return (
    <VStack
      align="start"
      className={classNames(
        styles.message,
        isOut && styles.out,
        continues && styles.near,
        message.source === 'BOT' && styles.bot,
        failed && styles.failed,
      )}
    >
      {isOut && !continues && <Sender message={message} />}
      <HStack gap={1.5} align="stretch" className={styles.line} data-tools={isOpen ? 'open' : 'closed'}>
        <div className={styles.bubble}>
          {message.revoked_at === null ? (
            <Content message={message} onShow={onShow} />
          ) : (
            <Revoked at={message.revoked_at}>
              <Content message={message} onShow={onShow} />
            </Revoked>
          )}
        </div>
        <Text
          as="button"
          type="button"
          flex="none"
          tone="faint"
          className={styles.more}
          aria-label={t('More for this message')}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Ellipsis size={16} strokeWidth={1.8} aria-hidden="true" />
        </Text>
        <Box flex="grow" className={styles.side}>
          <HStack tone="faint" className={styles.beside}>
            {foot !== 'line' && <Foot message={message} foot={foot} names={continues} />}
            {message.leaves_at !== null && <UndoSend message={message} />}
            <IssueLink work={issues} message={message} />
            <HStack as="span" align="stretch" wrap className={styles.tools}>
              {hasAssist && <Translate message={message} />}
              {reminders !== null && message.revoked_at === null && (
                <RemindButton messageId={message.id} reminders={reminders} />
              )}
              <ReplyButton message={message} />
              <ReactButton message={message} />
              <LinkButton message={message} />
              <TicketButton message={message} />
            </HStack>
          </HStack>
        </Box>
      </HStack>
      <Reactions message={message} />
      {hasAssist && <Translation message={message} />}
      {reminders !== null && (
        <ReminderMarks messageId={message.id} viewerId={viewerId} reminders={reminders} />
      )}
      {message.status === 'queued' && message.waits !== null && <Waiting waits={message.waits} />}
      {failed && <Failed message={message} />}
      {foot === 'line' && <Foot message={message} foot={foot} names={continues} />}
    </VStack>
  )
})

function Content({ message, onShow }: Pick<MessageBubbleProps, 'message' | 'onShow'>) {
  const { details } = message
  const { view } = useThreadActions()
  return (
    <>
      {message.forwarded !== null && <ForwardedMark forwarded={message.forwarded} />}
      {message.quote !== null && <Quote quote={message.quote} onShow={onShow} />}
      {details !== null && <Origin details={details} />}
      {message.attachments.map((file, index) => (
        <div key={file.id || index} className={styles.file}>
          <AttachmentCard file={file} onView={view} />
        </div>
      ))}
      {details !== null && <Details messageId={message.id} details={details} words={message.content} />}
      {(!saidInParts(details) || message.edited !== null) && <Words message={message} />}
      {details?.ask !== undefined && <AskedChoices ask={details.ask} />}
      {message.edited !== null && <Edited edited={message.edited} />}
      {details !== null && <Shortfall details={details} />}
    </>
  )
}

function Sender({ message }: { message: MessageEntity }) {
  const name = senderLabel(message)
  const response = responseLabel(message.response_time_seconds)
  if (name === null && response === null) return null
  return (
    <HStack gap={1.5} align="stretch" tone="muted" breaks className={styles.from}>
      {name !== null && <span dir="auto">{name}</span>}
      {name !== null && response !== null && ' '}
      {response !== null && (
        <Text weight={400} tone="faint" nowrap>
          {response}
        </Text>
      )}
    </HStack>
  )
}

function ForwardedMark({ forwarded }: { forwarded: NonNullable<MessageEntity['forwarded']> }) {
  return (
    <HStack as="p" gap={1} tone="muted" className={styles.forwarded}>
      <Forward size={12} strokeWidth={1.8} aria-hidden="true" />
      {forwarded === 'forwarded' ? t('Forwarded') : t('Forwarded many times')}
    </HStack>
  )
}

function Words({ message }: { message: MessageEntity }) {
  if (hasVisibleText(message.content)) return <MessageText text={message.content} />
  if (message.attachments.length > 0) return null
  // Nobody writes a text without words: retention took them.
  return <p className={styles.kind}>{contentLabel(message) || t('No longer kept')}</p>
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
    <HStack
      gap={1.5}
      wrap
      tone="faint"
      className={classNames(styles.foot, foot !== 'line' && styles.inner)}
      data-foot={foot}
    >
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
    </HStack>
  )
}

function Waiting({ waits }: { waits: NonNullable<MessageEntity['waits']> }) {
  const at = new Date(waits.until)
  return (
    <p role="status" className={styles.waits}>
      {rich('Waiting: {sentence} Parley tries again at {time}.', {
        sentence: waits.sentence,
        time: (
          <time dateTime={waits.until} title={local.full(at)}>
            {local.seconds(at)}
          </time>
        ),
      })}
    </p>
  )
}

function Failed({ message }: Pick<MessageBubbleProps, 'message'>) {
  const { retryMessage, editMessage, openTemplates } = useThreadActions()
  const { failure, status } = message
  const label = tickOf[status]?.label ?? ''
  const words = failure === null ? `${label}.` : `${label}: ${failure.sentence} ${failure.remedy}`.trim()
  return (
    <FailureLine
      words={words}
      onRetry={() => retryMessage(message)}
      instead={
        wantsTemplate(failure) && openTemplates !== null
          ? { label: t('Send a template'), act: openTemplates }
          : undefined
      }
      onEdit={message.content === '' ? undefined : () => editMessage(message)}
    />
  )
}
