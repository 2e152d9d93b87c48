import type { ConversationMeta } from '@parley/core/conversations/api'
import { customerNameOf } from '@parley/core/conversations/rules'
import { t } from '@parley/core/text/translate'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { calendar, momentLabel } from '@parley/core/text/format'
import { MessageSquareOff } from 'lucide-react'
import { forgetAction } from '../../../commands/last-action.ts'
import { useCommand } from '../../../commands/live.ts'
import { undoNoReply, useNoReply } from '../../../data/conversations/waits.ts'
import { closeToast } from '../../../ui/states/toasts.ts'
import type { AdvanceToNext } from '../along-the-queue.ts'
import { useNotedAction } from './use-noted-action.ts'
import { ariaKeys, keysLabel } from '../../../commands/catalogue.ts'
import { Button } from '../../../ui/Button.tsx'
import { useNow } from '../../../ui/hooks/use-now.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { rich } from '../../../ui/rich.ts'
import { Notice } from '../../../ui/states/Notice.tsx'

export type NoReplyControl = ReturnType<typeof useNoReplyControl>

interface Waiting {
  /** Since when the customer waits for an answer; null: they do not. */
  readonly since: string | null
  /** The number of the customer's newest message. */
  readonly inboundNo: number
}

/**
 * The one press that ends the customer's wait without a reply, or undoes that.
 * @param isReal it is one of the server's, and all of it is here
 * @param plan what opens once nobody waits any more
 */
export function useNoReplyControl(
  conversation: ConversationMeta,
  { since, inboundNo }: Waiting,
  isReal: boolean,
  plan: AdvanceToNext['plan'],
) {
  'use memo'
  const client = useQueryClient()
  const note = useNotedAction()
  const goOn = useRef<(() => void) | null>(null)
  const { id, no_reply: marked } = conversation
  const key = `no reply ${id}`
  const { busy, failure, dismiss, mark, unmark } = useNoReply(conversation, isMarked => {
    if (isMarked) {
      const done = t('No reply needed: {name}', { name: customerNameOf(conversation) })
      note({ key, done, conversationId: id, undo: () => undoNoReply(client, id), told: {} })
      goOn.current?.()
    } else {
      forgetAction(key)
      closeToast(key)
    }
    goOn.current = null
  })
  /** Null: the customer does not wait, and nobody decided so. */
  const step = !isReal ? null : marked !== null ? 'undo' : since !== null ? 'mark' : null
  const press = () => {
    if (busy || step === null) return
    if (step === 'undo') return unmark()
    goOn.current = plan()
    mark(inboundNo)
  }
  useCommand('conversation.no-reply', step !== null && !busy ? press : null)
  return { step, busy, failure, dismiss, press }
}

const local = calendar()
const label = t('No reply needed')

/** The button among the actions of a conversation whose customer waits. */
export function NoReplyButton({ control: { step, busy, press } }: { control: NoReplyControl }) {
  if (step !== 'mark') return null
  return (
    <IconButton label={label} shortcut={keysLabel('conversation.no-reply')} disabled={busy} onClick={press}>
      <MessageSquareOff size={16} strokeWidth={1.7} aria-hidden="true" />
    </IconButton>
  )
}

interface PressNoticeProps {
  readonly control: NoReplyControl
  readonly label: string
  readonly title: string
  readonly children: ReactNode
}

/** What is said of the customer's wait, with the press. */
function PressNotice({ control: { busy, press }, label, title, children }: PressNoticeProps) {
  const keys = ariaKeys('conversation.no-reply')
  const button = (
    <Button size="small" busy={busy} title={title} aria-keyshortcuts={keys} onClick={press}>
      {label}
    </Button>
  )
  return (
    <Notice tone="info" action={button}>
      {children}
    </Notice>
  )
}

interface AcknowledgementNoticeProps {
  readonly acknowledgement: NonNullable<ConversationMeta['acknowledgement']>
  readonly control: NoReplyControl
}

/** Says that the customer may expect no answer, and how sure that is. */
export function AcknowledgementNotice({ acknowledgement, control }: AcknowledgementNoticeProps) {
  const percent = Math.round(acknowledgement.confidence * 100)
  return (
    <PressNotice control={control} label={label} title={`${label} (${keysLabel('conversation.no-reply')})`}>
      {t('The customer only thanks or agrees ({percent}%)', { percent })}
    </PressNotice>
  )
}

interface NoReplyNoticeProps {
  readonly marked: NonNullable<ConversationMeta['no_reply']>
  readonly control: NoReplyControl
}

/** Says who decided that no reply is needed, and undoes it. */
export function NoReplyNotice({ marked: { at, by }, control }: NoReplyNoticeProps) {
  const now = useNow()
  const time = <time dateTime={at}>{momentLabel(local, new Date(at), now)}</time>
  return (
    <PressNotice
      control={control}
      label={t('Undo')}
      title={t('Undo ({keys})', { keys: keysLabel('conversation.no-reply') })}
    >
      {by === null
        ? rich('No reply needed since {time}', { time })
        : rich('No reply needed since {time}, by {name}', { time, name: <bdi>{by.name}</bdi> })}
    </PressNotice>
  )
}
