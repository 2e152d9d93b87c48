import { t } from '../text/translate.ts'
import type { MessageEntity, MessageStatus } from '../messages/api.ts'
import { byTime } from './rules.ts'
import { typeLabels } from '../messages/details.ts'
import { responseLabel } from '../text/format.ts'
import { isRead } from './unread.ts'
import { hasVisibleText } from '../text/visible.ts'

/** The thread's order: by time, then by id. Before, around and newest all mean this order. */
export const compareMessages = byTime('created_at', 'oldest')

/**
 * The first unread message in thread order, after the "New messages" marker. Searches from the end until all unread messages are
 * found: a long thread is not read to its start.
 * @param inboundNo the number of the conversation's newest inbound message, as far as is known
 */
export function firstUnread(
  messages: readonly MessageEntity[],
  seenNo: number,
  inboundNo: number,
): MessageEntity | null {
  const newest = messages.findLast(message => message.inbound_no !== null)?.inbound_no ?? 0
  let left = Math.max(inboundNo, newest) - seenNo
  let first: MessageEntity | null = null
  for (let index = messages.length - 1; index >= 0 && left > 0; index -= 1) {
    const message = messages[index]
    if (message === undefined || isRead(message.inbound_no, seenNo)) continue
    first = message
    left -= 1
  }
  return first
}

/** The sender of Parley's own messages to a customer, such as the state of an application: no person's reply. */
export const noticeSender = 'notice'
export const noticeName = t('Automatic notice')

/**
 * A system message is a centred neutral line: no sender, no tick, no direction label. An automatic notice goes to the customer,
 * so it is not a system message.
 */
export const isSystem = (message: Pick<MessageEntity, 'sender_id' | 'source'>): boolean =>
  message.sender_id === 'system' || (message.source === 'SYSTEM' && message.sender_id !== noticeSender)

/** The sender that an outbound message shows: sender name, username or sender id, the first present; null for inbound. */
export const senderLabel = (
  message: Pick<MessageEntity, 'direction' | 'sender_name' | 'username' | 'sender_id'>,
): string | null =>
  message.direction === 'INBOUND' ? null : (message.sender_name ?? message.username ?? message.sender_id)

export interface Tick {
  readonly mark: 'clock' | 'one' | 'two' | 'played' | 'alert'
  /** Accent for read and played, danger for failed and unknown, else neutral. */
  readonly tone: 'neutral' | 'accent' | 'danger'
  readonly label: string
}

/** The tick and label of a message's real state (decision Q-018); inbound messages have none. */
export const tickOf: Readonly<Record<MessageStatus, Tick | null>> = {
  received: null,
  queued: { mark: 'clock', tone: 'neutral', label: t('Waiting to be sent') },
  sending: { mark: 'clock', tone: 'neutral', label: t('Sending') },
  sent: { mark: 'one', tone: 'neutral', label: t('Sent') },
  delivered: { mark: 'two', tone: 'neutral', label: t('Delivered') },
  read: { mark: 'two', tone: 'accent', label: t('Read') },
  played: { mark: 'played', tone: 'accent', label: t('Played') },
  failed: { mark: 'alert', tone: 'danger', label: t('Not delivered') },
  unknown: { mark: 'alert', tone: 'danger', label: t('Delivery not confirmed') },
}

const groupGapMs = 2 * 60_000

/** The fields of a message that decide its group. */
export type Grouped = Pick<
  MessageEntity,
  'direction' | 'source' | 'sender_id' | 'created_at' | 'response_time_seconds'
>

/**
 * Consecutive messages of one sender within two minutes form one group. A message with its own response time, as after a resend,
 * starts a new group: the label stands beside the group's name.
 */
export function continuesGroup(previous: Grouped | undefined, message: Grouped): boolean {
  if (previous === undefined || isSystem(previous) || isSystem(message)) return false
  if (responseLabel(message.response_time_seconds) !== null) return false
  const gap = Date.parse(message.created_at) - Date.parse(previous.created_at)
  return (
    previous.direction === message.direction &&
    previous.source === message.source &&
    previous.sender_id === message.sender_id &&
    gap >= 0 &&
    gap < groupGapMs
  )
}

/**
 * A message's text. Without visible text: the kind of its file, or that WhatsApp sent something we cannot show. Empty for a text
 * message without text.
 */
export function contentLabel({
  content,
  message_type: type,
}: Pick<MessageEntity, 'content' | 'message_type'>): string {
  if (hasVisibleText(content)) return content
  if (type === 'text') return content === '' ? '' : t('No visible text')
  return typeLabels.get(type) ?? t('Unsupported message ({type})', { type })
}
