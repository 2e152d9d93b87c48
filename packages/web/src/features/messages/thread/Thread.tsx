import type { ConversationEntity } from '@parley/core/conversations/api'
import { MessageSquare } from 'lucide-react'
import { useEffect, useState } from 'react'
import { historyFailure, type ThreadView } from '../../../data/messages/thread.ts'
import { useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { usePageFocus } from '../../../ui/hooks/page-focus.ts'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { MessageList } from './MessageList.tsx'
import styles from './Thread.module.css'
import { SystemLine } from './ThreadLines.tsx'
import { type Marker, nextMarker, openingMarker } from './rows/thread-marker.ts'
import { type ThreadActions, ThreadActionsContext } from '../thread-actions.ts'
import type { ThreadProps } from './thread-props.ts'

/** How far back the first unread message, or the one to open at, is looked for when a thread opens. */
export const mostLookedThrough = 600

/** A conversation's messages: loading, failed, empty, or the list. */
export const Thread = ({ actions, ...props }: ThreadProps & { readonly actions: ThreadActions }) => (
  <ThreadActionsContext value={actions}>
    <Messages {...props} />
  </ThreadActionsContext>
)

function Messages(props: ThreadProps) {
  const { thread, entries, notes, conversation, reveal } = props
  // A note is among the messages that are there.
  const isNote = notes.items.some(note => note.id === reveal)
  const [atEnd, setAtEnd] = useState(true)
  const isLooking = usePageFocus() && atEnd
  const marker = useMarker(conversation, thread, isNote ? null : reveal, isLooking)
  if (thread.state === 'failed' && entries.length === 0) return <Failed thread={thread} />
  if (thread.state === 'loading' || marker === null) {
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
  return (
    <MessageList key={`${thread.visit} ${reveal}`} {...props} firstUnreadId={marker.id} onAtEnd={setAtEnd} />
  )
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
 * Before which message the marker stands; null until that is settled, as the thread opens: after older pages were fetched as
 * far as the first unread message or the one to open at.
 */
function useMarker(
  conversation: ConversationEntity,
  thread: ThreadView,
  reveal: string | null,
  isLooking: boolean,
): Marker | null {
  const { messages, hasOlder, hasNewer, older, loadOlder, state } = thread
  const { seen_no: seenNo, inbound_no: inboundNo } = conversation
  const [marker, setMarker] = useState<Marker | null>(null)
  const oldestCounted = messages.find(message => message.inbound_no !== null)?.inbound_no ?? null
  const lacksUnread = inboundNo > seenNo && (oldestCounted === null || oldestCounted > seenNo + 1)
  const mustLookFurther =
    marker === null &&
    state === 'ready' &&
    hasOlder &&
    older !== 'failed' &&
    messages.length < mostLookedThrough &&
    ((lacksUnread && !hasNewer) || (reveal !== null && messages.every(message => message.id !== reveal)))
  useEffect(() => {
    if (mustLookFurther) loadOlder()
  }, [mustLookFurther, loadOlder])
  if (state !== 'ready' || mustLookFurther) return marker
  const seen = { messages, hasNewer, seenNo, inboundNo }
  const next = marker === null ? openingMarker(seen) : nextMarker(marker, seen, isLooking)
  if (next !== marker) setMarker(next)
  return next
}
