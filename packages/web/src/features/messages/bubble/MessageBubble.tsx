import { t } from '@parley/core/text/translate'
import { Ban, Ellipsis, Forward } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { contentLabel, senderLabel, tickOf } from '@parley/core/conversations/thread'
import { wantsTemplate } from '@parley/core/conversations/window'
import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { canRetry, saidInParts } from '@parley/core/messages/rules'
import { cut, responseLabel } from '@parley/core/text/format'
import { hasVisibleText } from '@parley/core/text/visible'
import { rich } from '../../../ui/rich.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { Box, HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { Translate, Translation } from '../../assist/LazyAssist.tsx'
import { AttachmentCard } from '../../attachments/AttachmentCard.tsx'
import { IssueLink } from '../../issues/IssueLink.tsx'
import { RemindButton, ReminderMarks } from '../../reminders/Reminders.tsx'
import { FailureLine } from './delivery/FailureLine.tsx'
import { LinkButton, ReplyButton, TicketButton, UndoSend } from './MessageButtons.tsx'
import styles from './MessageBubble.module.css'
import { MessageText } from '../text/MessageText.tsx'
import { Quote } from './Quote.tsx'
import { ReactButton, Reactions } from './Reactions.tsx'
import { Foot, TickButton } from './delivery/Foot.tsx'
import { AskedChoices } from '../details/TemplatesAndAsks.tsx'
import { Details } from '../details/Details.tsx'
import { Origin, Shortfall } from '../details/OriginAndShortfall.tsx'
import { local } from '../message-time.ts'
import { useThreadActions } from '../thread-actions.ts'
import type { RowFoot } from '../thread/thread-rows.ts'

interface MessageBubbleProps {
  readonly message: MessageEntity
  readonly continues: boolean
  readonly foot: RowFoot
  readonly onShow: (message: QuotedEntity) => void
}

/** One message of the server: name and response time, text and files, then direction, time and where it is. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, continues, foot, onShow } = props
  const isOut = message.direction === 'OUTBOUND'
  const failed = canRetry(message.status)
  const { viewerId, issues, reminders, hasAssist } = useThreadActions()
  const [isOpen, setOpen] = useState(false)
  const tick = isOut ? tickOf[message.status] : null
  const line = (
    <Foot
      foot={foot}
      direction={message.direction}
      at={message.created_at}
      sender={isOut && continues && <Sender message={message} />}
      tick={tick !== null && <TickButton message={message} tick={tick} />}
    />
  )
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
            {foot !== 'line' && line}
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
      {foot === 'line' && line}
    </VStack>
  )
})

function Content({ message, onShow }: Pick<MessageBubbleProps, 'message' | 'onShow'>) {
  const { details } = message
  const { view } = useThreadActions()
  return (
    <>
      {message.forwarded !== null && <ForwardedMark forwarded={message.forwarded} />}
      {message.quote !== null && <Quote message={message.quote.message} onShow={onShow} />}
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
  const isForTemplate = wantsTemplate(failure) && openTemplates !== null
  return (
    <FailureLine
      words={words}
      onRetry={() => retryMessage(message)}
      instead={isForTemplate ? { label: t('Send a template'), act: openTemplates } : undefined}
      onEdit={message.content === '' ? undefined : () => editMessage(message)}
    />
  )
}

/** A message that its customer deleted: what stood there is for agents who ask for it. */
function Revoked({ at, children }: { at: string; children: ReactNode }) {
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
function Edited({ edited }: { edited: NonNullable<MessageEntity['edited']> }) {
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
