import type { ConversationEntity } from '@parley/core/entities/conversation'
import { firstUnread } from '@parley/core/rules/thread'
import { MessageSquare } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { historyFailure, type ThreadView } from '../../data/messages/thread.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { MessageList } from './MessageList.tsx'
import styles from './Thread.module.css'
import { SystemLine } from './ThreadLines.tsx'
import type { ThreadProps } from './thread-props.ts'

/** How far back the first unread message, or the one to open at, is looked for when a thread opens. */
export const mostLookedThrough = 600

/** A conversation's messages: loading, failed, empty, or the list. */
export function Thread(props: ThreadProps) {
  const { thread, entries, notes, conversation, reveal } = props
  // A note is among the messages that are there.
  const isNote = notes.items.some(note => note.id === reveal)
  const marker = useMarker(conversation, thread, isNote ? null : reveal)
  if (thread.state === 'failed' && entries.length === 0) return <Failed thread={thread} />
  if (thread.state === 'loading' || !marker.known) {
    return (
      <div className={styles.middle}>
        <Spinner label="Loading messages" />
      </div>
    )
  }
  if (thread.messages.length === 0 && entries.length === 0 && notes.items.length === 0) {
    return (
      <div className={styles.middle}>
        <EmptyState
          icon={<MessageSquare size={20} strokeWidth={1.8} aria-hidden="true" />}
          title="No messages yet"
        />
      </div>
    )
  }
  // Another place to open at is opened at, also where the thread stands already.
  return <MessageList key={`${thread.visit} ${reveal}`} {...props} firstUnreadId={marker.id} />
}

function Failed({ thread }: { thread: ThreadView }) {
  const { cut } = useFreshness()
  return (
    <div className={styles.middle} role="alert">
      <SystemLine>{historyFailure}</SystemLine>
      {/* Without a connection there is nothing to press: it is loaded by itself. */}
      {!cut && (
        <Button size="small" busy={thread.retrying} onClick={thread.retry}>
          Retry
        </Button>
      )}
    </div>
  )
}

/**
 * Before which message the marker stands. Settled when the thread opens, after older pages were fetched as far as the
 * first unread message or the one to open at; moved when messages arrive after everything had been seen.
 */
function useMarker(conversation: ConversationEntity, thread: ThreadView, reveal: string | null) {
  const { messages, hasOlder, hasNewer, older, loadOlder, state } = thread
  const { seen_no: seenNo, inbound_no: inboundNo } = conversation
  const [id, setId] = useState<string | null | undefined>(undefined)
  const oldestCounted = messages.find(message => message.inbound_no !== null)?.inbound_no ?? null
  const lacksUnread = inboundNo > seenNo && (oldestCounted === null || oldestCounted > seenNo + 1)
  const mustLookFurther =
    id === undefined &&
    state === 'ready' &&
    hasOlder &&
    older !== 'failed' &&
    messages.length < mostLookedThrough &&
    ((lacksUnread && !hasNewer) || (reveal !== null && messages.every(message => message.id !== reveal)))
  useEffect(() => {
    if (mustLookFurther) loadOlder()
  }, [mustLookFurther, loadOlder])
  const unread = useMemo(
    () => firstUnread(messages, seenNo, inboundNo)?.id ?? null,
    [messages, seenNo, inboundNo],
  )
  const next = id === undefined || unread !== null ? unread : id
  if (state === 'ready' && !mustLookFurther && next !== id) setId(next)
  return { id: id ?? null, known: id !== undefined }
}
