import type { LiveEvent } from '../sockets/api.ts'
import type { MessageEntity } from '../messages/api.ts'
import { readMessage } from '../read/entities.ts'
import { quotedOf } from '../messages/rules.ts'
import { compareMessages } from '../conversations/thread.ts'
import { isLost } from './visibility.ts'

/** A cached thread: the messages from `messages[0]` to the newest, or to the last of a message window, in thread order. */
export interface ThreadState {
  readonly conversationId: string
  readonly messages: readonly MessageEntity[]
  /** Older messages exist before the first. */
  readonly hasMore: boolean
  /** Newer messages exist after the last: this is a window around a message. Absent: none exist. */
  readonly hasNewer?: boolean
}

/**
 * A thread after one event. A message older than the cached ones, or newer than a message window, is left to paging. A
 * conversation outside the visibility scope has no messages.
 */
export function applyToThread(thread: ThreadState, event: LiveEvent): ThreadState {
  if (isLost(event, thread.conversationId)) return { ...thread, messages: [], hasMore: false }
  if (event.event !== 'new_message' && event.event !== 'message') return thread
  if (event.data.conversation_id !== thread.conversationId) {
    return event.event === 'message' ? without(thread, event.data.id) : thread
  }
  const message = readMessage(event.data)
  const put = withMessage(thread, message)
  return event.event === 'message' ? withQuotesOf(put, message) : put
}

/** The message is in another conversation; it may have been here before two customers were merged. */
function without(thread: ThreadState, id: string): ThreadState {
  const at = lastPlaceOf(id, thread.messages)
  return at === -1 ? thread : { ...thread, messages: thread.messages.toSpliced(at, 1) }
}

/** A changed message is also updated in the replies that quote it: no event announces each of those. */
function withQuotesOf(thread: ThreadState, message: MessageEntity): ThreadState {
  const { messages } = thread
  const isQuoting = ({ quote }: MessageEntity) => quote?.message?.id === message.id
  if (!messages.some(isQuoting)) return thread
  const quote = { message: quotedOf(message) }
  return { ...thread, messages: messages.map(other => (isQuoting(other) ? { ...other, quote } : other)) }
}

/** Inserts or replaces one message. Copies the array once, however long it is. */
export function withMessage(thread: ThreadState, message: MessageEntity): ThreadState {
  const { messages } = thread
  const at = lastPlaceOf(message.id, messages)
  const oldest = messages[0]
  if (at === -1 && thread.hasMore && oldest !== undefined && compareMessages(message, oldest) < 0)
    return thread
  const newest = messages.at(-1)
  if (at === -1 && thread.hasNewer && newest !== undefined && compareMessages(message, newest) > 0)
    return thread
  const others = at === -1 ? messages : messages.toSpliced(at, 1)
  const after = others.findLastIndex(other => compareMessages(other, message) < 0)
  if (after + 1 === at) return { ...thread, messages: messages.with(at, message) }
  return { ...thread, messages: others.toSpliced(after + 1, 0, message) }
}

/** -1 for none. A plain loop: every new message is searched among all, and a callback per message takes five times as long. */
function lastPlaceOf(id: string, messages: readonly MessageEntity[]): number {
  let at = messages.length - 1
  while (at >= 0 && messages[at]?.id !== id) at -= 1
  return at
}

export function withOlder(
  thread: ThreadState,
  older: readonly MessageEntity[],
  hasMore: boolean,
): ThreadState {
  const held = new Set(thread.messages.map(message => message.id))
  const fresh = older.filter(message => !held.has(message.id))
  return { ...thread, messages: [...fresh, ...thread.messages].toSorted(compareMessages), hasMore }
}

/** A message window with the page after it. */
export function withNewer(
  thread: ThreadState,
  newer: readonly MessageEntity[],
  hasNewer: boolean,
): ThreadState {
  const held = new Set(thread.messages.map(message => message.id))
  const fresh = newer.filter(message => !held.has(message.id))
  return { ...thread, messages: [...thread.messages, ...fresh].toSorted(compareMessages), hasNewer }
}

/** The newest messages of a thread, joined with a message window that reaches them. */
export function withStretch(thread: ThreadState, stretch: ThreadState): ThreadState {
  const first = stretch.messages[0]
  const isFarther =
    thread.messages[0] === undefined || first === undefined || compareMessages(first, thread.messages[0]) < 0
  return isFarther ? withOlder(thread, stretch.messages, stretch.hasMore) : thread
}
