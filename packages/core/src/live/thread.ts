import type { LiveEvent } from '../sockets/api.ts'
import type { MessageEntity } from '../messages/api.ts'
import { readMessage } from '../read/entities.ts'
import { quotedOf } from '../messages/rules.ts'
import { compareMessages } from '../conversations/thread.ts'
import { isLost } from './visibility.ts'

/** A thread as held: the messages from `messages[0]` to the newest, or to the last of a stretch, in thread order. */
export interface ThreadState {
  readonly conversationId: string
  readonly messages: readonly MessageEntity[]
  /** Older messages exist before the first. */
  readonly hasMore: boolean
  /** Newer messages exist behind the last: this is a stretch around a message. Absent: none do. */
  readonly hasNewer?: boolean
}

/** A thread after one frame. A message older than what is held, or newer than a stretch, is left to be paged in; what is out of sight has none. */
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

/** It stands in another conversation, and may have stood here before two customers were found to be one. */
function without(thread: ThreadState, id: string): ThreadState {
  const at = lastPlaceOf(id, thread.messages)
  return at === -1 ? thread : { ...thread, messages: thread.messages.toSpliced(at, 1) }
}

/** A message that changed stands as it is now above those that answer it: no frame says so of each of them. */
function withQuotesOf(thread: ThreadState, message: MessageEntity): ThreadState {
  const { messages } = thread
  const isQuoting = ({ quote }: MessageEntity) => quote?.message?.id === message.id
  if (!messages.some(isQuoting)) return thread
  const quote = { message: quotedOf(message) }
  return { ...thread, messages: messages.map(other => (isQuoting(other) ? { ...other, quote } : other)) }
}

/** A thread with one message put in its place, or replaced there. One copy of the array, however long it is. */
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

/** -1 for none. A loop: each new message is looked for among all, and a call for each of them takes five times as long. */
function lastPlaceOf(id: string, messages: readonly MessageEntity[]): number {
  let at = messages.length - 1
  while (at >= 0 && messages[at]?.id !== id) at -= 1
  return at
}

/** A thread with an older page put before it. */
export function withOlder(
  thread: ThreadState,
  older: readonly MessageEntity[],
  hasMore: boolean,
): ThreadState {
  const held = new Set(thread.messages.map(message => message.id))
  const fresh = older.filter(message => !held.has(message.id))
  return { ...thread, messages: [...fresh, ...thread.messages].toSorted(compareMessages), hasMore }
}

/** A stretch of a thread with the page behind it. */
export function withNewer(
  thread: ThreadState,
  newer: readonly MessageEntity[],
  hasNewer: boolean,
): ThreadState {
  const held = new Set(thread.messages.map(message => message.id))
  const fresh = newer.filter(message => !held.has(message.id))
  return { ...thread, messages: [...thread.messages, ...fresh].toSorted(compareMessages), hasNewer }
}

/** The newest messages of a thread, with a stretch of it that reaches them. */
export function withStretch(thread: ThreadState, stretch: ThreadState): ThreadState {
  const first = stretch.messages[0]
  const isFarther =
    thread.messages[0] === undefined || first === undefined || compareMessages(first, thread.messages[0]) < 0
  return isFarther ? withOlder(thread, stretch.messages, stretch.hasMore) : thread
}
