import type { ChangeFrame } from '../api/sockets.ts'
import type { MessageEntity } from '../entities/message.ts'
import { readMessage } from '../read/message.ts'
import { compareMessages } from '../rules/thread.ts'

/** A thread as held: the messages from `messages[0]` to the newest, in thread order. */
export interface ThreadState {
  readonly conversationId: string
  readonly messages: readonly MessageEntity[]
  /** Older messages exist before the first. */
  readonly hasMore: boolean
}

/** A thread after one frame. A message older than what is held is left to be paged in. */
export function applyToThread(thread: ThreadState, frame: ChangeFrame): ThreadState {
  if (frame.event !== 'new_message' && frame.event !== 'message') return thread
  if (frame.data.conversation_id !== thread.conversationId) return thread
  return withMessage(thread, readMessage(frame.data))
}

/** A thread with one message put in its place, or replaced there. */
export function withMessage(thread: ThreadState, message: MessageEntity): ThreadState {
  const others = thread.messages.filter(other => other.id !== message.id)
  const oldest = thread.messages[0]
  const isHeld = others.length < thread.messages.length
  if (!isHeld && thread.hasMore && oldest !== undefined && compareMessages(message, oldest) < 0) return thread
  const after = others.findLastIndex(other => compareMessages(other, message) < 0)
  return { ...thread, messages: [...others.slice(0, after + 1), message, ...others.slice(after + 1)] }
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
