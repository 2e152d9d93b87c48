import type { ThreadView } from '../../data/messages/thread.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { ThreadNotes } from './thread-props.ts'
import { mostLookedThrough } from './Thread.tsx'

interface RevealNoticeProps {
  readonly notes: ThreadNotes
  readonly thread: ThreadView
  /** The message to open at; null for none. */
  readonly reveal: string | null
}

/** Says so when the message that a link led to is not among those that were looked through. */
export function RevealNotice({ thread, notes, reveal }: RevealNoticeProps) {
  const { state, messages, hasOlder } = thread
  if (reveal === null || state !== 'ready') return null
  if ([...messages, ...notes.items].some(({ id }) => id === reveal)) return null
  if (!hasOlder) return <Notice tone="warn">The message of this link is not in this conversation.</Notice>
  if (messages.length < mostLookedThrough) return null
  return (
    <Notice tone="warn">
      The message of this link is further back than {mostLookedThrough} messages: scroll up to reach it.
    </Notice>
  )
}
