import type { MessageEntity } from '@parley/core/read/message'
import type { Calendar } from '@parley/core/rules/format'
import type { OutboxEntry } from '@parley/core/rules/outbox'
import { continuesGroup, isSystem } from '@parley/core/rules/thread'

/** One row of the thread: a message of the server, or one that is only on this device yet. */
export type ThreadRow = ThreadRowFrame &
  (
    | { readonly kind: 'message' | 'system'; readonly message: MessageEntity }
    | { readonly kind: 'outbox'; readonly entry: OutboxEntry }
  )

interface ThreadRowFrame {
  /** The same before and after the server confirmed a message, so that its bubble stays where it is. */
  readonly key: string
  /** The date pill above it, on the first message of a day. */
  readonly day: string | null
  /** The "New messages" marker stands above it. */
  readonly isFirstUnread: boolean
  /** Drawn as one group with the row above: no name, tight gap. */
  readonly continues: boolean
}

interface Sources {
  readonly messages: readonly MessageEntity[]
  readonly entries: readonly OutboxEntry[]
  readonly firstUnreadId: string | null
  readonly calendar: Calendar
}

const keyOf = (message: MessageEntity): string =>
  message.client_message_id === null ? message.id : `client:${message.client_message_id}`

/** The rows of a thread: messages in their order, then what this device has not got confirmed. */
export function threadRows({ messages, entries, firstUnreadId, calendar }: Sources): readonly ThreadRow[] {
  let lastDay = ''
  const dayOf = (iso: string): string | null => {
    const at = new Date(iso)
    const day = calendar.day(at)
    if (day === lastDay) return null
    lastDay = day
    return calendar.dayPill(at)
  }
  const rows = messages.map((message, index): ThreadRow => {
    const day = dayOf(message.created_at)
    const isFirstUnread = message.id === firstUnreadId
    return {
      key: keyOf(message),
      kind: isSystem(message) ? 'system' : 'message',
      message,
      day,
      isFirstUnread,
      continues: day === null && !isFirstUnread && continuesGroup(messages[index - 1], message),
    }
  })
  const unconfirmed = entries.map(
    (entry, index): ThreadRow => ({
      key: `client:${entry.clientId}`,
      kind: 'outbox',
      entry,
      day: dayOf(entry.at),
      isFirstUnread: false,
      continues: index > 0,
    }),
  )
  return [...rows, ...unconfirmed]
}
