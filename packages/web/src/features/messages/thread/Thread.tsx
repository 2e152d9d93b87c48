import { t } from '@parley/core/text/translate'
import type { ConversationEntity } from '@parley/core/conversations/api'
import { MessageSquare } from 'lucide-react'
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { goesByItself, type OutboxEntry } from '@parley/core/messages/outbox'
import { mentionedAt } from '@parley/core/conversations/queue'
import { noReplySentence, snoozeSentence, snoozeTime } from '@parley/core/conversations/rules'
import { standing } from '@parley/core/messages/delivery'
import { contentLabel } from '@parley/core/conversations/thread'
import { historyFailure, type ThreadView } from '../../../data/messages/thread.ts'
import { useFreshness } from '../../../sync/freshness.ts'
import { Button } from '../../../ui/Button.tsx'
import { HStack, VStack } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { usePageFocus } from '../../../ui/hooks/page-focus.ts'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import styles from './Thread.module.css'
import { Announcer, DayPill, NewestButton, NewMessagesMarker, SystemLine } from './ThreadLines.tsx'
import { useMarker } from './thread-marker.ts'
import { type ThreadActions, ThreadActionsContext, useThreadActions } from '../thread-actions.ts'
import { useCommand } from '../../../commands/live.ts'
import { local } from '../message-time.ts'
import { PrintedThread } from './PrintedThread.tsx'
import {
  footOf,
  type MadeRows,
  type RowFoot,
  rowIdOf,
  type ThreadNotes,
  type ThreadRow,
  threadRows,
  withNotes,
  withStopped,
} from './thread-rows.ts'
import { useArrived, useOwnNotesInView, useOwnSendsInView, useThreadScroll } from './use-thread-scroll.ts'
import { useJump } from './use-jump.ts'
import { type MessageKeys, useMessageKeys } from './use-message-keys.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { NoteBubble } from '../../notes/NoteBubble.tsx'
import { MessageBubble } from '../bubble/MessageBubble.tsx'
import { OutboxBubble } from '../bubble/delivery/OutboxBubble.tsx'

/** The data that a thread draws; `ThreadActionsContext` holds what can be done with it. */
interface ThreadProps {
  readonly conversation: ConversationEntity
  readonly thread: ThreadView
  readonly entries: readonly OutboxEntry[]
  readonly notes: ThreadNotes
  /** The message or note to open at, instead of the newest or the first unread; null for none. */
  readonly reveal: string | null
  readonly keys: MessageKeys
}

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
      <Middle>
        <Spinner label={t('Loading messages')} />
      </Middle>
    )
  }
  if (thread.messages.length === 0 && entries.length === 0 && notes.items.length === 0) {
    return (
      <Middle>
        <EmptyState
          icon={<MessageSquare size={20} strokeWidth={1.8} aria-hidden="true" />}
          title={t('No messages yet')}
        />
      </Middle>
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
    <Middle role="alert">
      <SystemLine>{historyFailure}</SystemLine>
      {/* Without a connection there is nothing to press: it is loaded by itself. */}
      {!cut && (
        <Button size="small" busy={thread.retrying} onClick={thread.retry}>
          {t('Retry')}
        </Button>
      )}
    </Middle>
  )
}

/** In the place of the messages. */
const Middle = (props: { role?: 'alert'; children: ReactNode }) => (
  <VStack gap={3} align="center" justify="center" full flex="fill" pad={6} {...props} />
)

const noEntries: readonly OutboxEntry[] = []

type MessageListProps = ThreadProps & {
  /** The message that the marker stands before; null: there is none. */
  readonly firstUnreadId: string | null
  /** Told when the reader comes to the end of what is held, and leaves it. */
  readonly onAtEnd: (atEnd: boolean) => void
}

/** The messages themselves, only those near the screen in the page. */
function MessageList(props: MessageListProps) {
  const { conversation, thread, entries, notes, firstUnreadId, reveal, keys, onAtEnd } = props
  const { viewerId } = useThreadActions()
  const messages = useMemo(() => standing(thread.messages), [thread.messages])
  const { hasOlder, older, loadOlder, hasNewer, newer, loadNewer, toNewest } = thread
  // What was written here stands behind the newest message.
  const going = useMemo(() => (hasNewer ? noEntries : entries.filter(goesByItself)), [entries, hasNewer])
  const ownRows = useThreadRows(messages, going, firstUnreadId, viewerId)
  const rows = useMemo(() => {
    const stopped = hasNewer ? noEntries : entries.filter(entry => !goesByItself(entry))
    return withNotes(withStopped(ownRows, stopped, local), notes.items, { hasOlder, hasNewer }, local)
  }, [ownRows, entries, notes.items, hasOlder, hasNewer])
  const { visit } = thread
  const openAt = useMemo(() => {
    // Whoever asked for the newest messages is shown these.
    if (visit > 0) return -1
    const revealed = reveal === null ? -1 : rows.findIndex(row => rowIdOf(row) === reveal)
    if (revealed !== -1 || firstUnreadId === null) return revealed
    return rows.findLastIndex(row => row.isFirstUnread)
  }, [rows, reveal, firstUnreadId, visit])
  const onNearStart = useCallback(() => {
    if (hasOlder && older === 'idle') loadOlder()
  }, [hasOlder, older, loadOlder])
  const onNearEnd = useCallback(() => {
    if (hasNewer && newer === 'idle') loadNewer()
  }, [hasNewer, newer, loadNewer])
  const scroll = useThreadScroll({
    rows,
    openAt,
    openAlign: reveal === null ? 'quarter' : 'center',
    onNearStart,
    hasNewer,
    onNearEnd,
  })
  const { box, virtualizer, goTo } = scroll
  const atEnd = scroll.atEnd && !hasNewer
  const toEnd = hasNewer ? toNewest : scroll.toEnd

  useEffect(() => onAtEnd(atEnd), [onAtEnd, atEnd])

  const { to: jump, marked } = useJump({ rows, thread, box, goTo })
  useCommand('conversation.first-unread', firstUnreadId === null ? null : () => jump(firstUnreadId))
  useMessageKeys({ rows, box, goTo, ...keys })
  const onShow = useCallback(({ id }: QuotedEntity) => jump(id), [jump])

  const newest = messages.findLast(message => message.inbound_no !== null) ?? null
  const visible = visibleMessages(rows, virtualizer.range)
  const mentioned = mentionedAt(conversation, viewerId)
  useMarkSeen(conversation.id, conversation.seen_no, newest, visible, mentioned)
  useOwnSendsInView(entries.at(-1)?.clientId, toEnd)
  useOwnNotesInView(notes, toEnd)
  const arrived = useArrived(messages, atEnd)

  return (
    <div className={styles.frame} data-on-paper>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable with the keyboard */}
      <VStack ref={box} className={styles.box} role="region" aria-label={t('Messages')} tabIndex={0}>
        <OlderLine older={older} retryOlder={thread.retryOlder} />
        <div
          role="list"
          className={styles.inner}
          style={{ height: virtualizer.getTotalSize() }}
          aria-busy={older === 'loading'}
        >
          {virtualizer.getVirtualItems().map(item => {
            const row = rows[item.index]
            return (
              row && (
                <div
                  key={item.key}
                  ref={virtualizer.measureElement}
                  data-index={item.index}
                  role="listitem"
                  aria-setsize={hasOlder ? -1 : rows.length}
                  aria-posinset={item.index + 1}
                  className={styles.row}
                  data-revealed={(reveal !== null && rowIdOf(row) === reveal) || undefined}
                  data-marked={(marked !== null && rowIdOf(row) === marked) || undefined}
                  tabIndex={-1}
                  style={{ transform: `translateY(${item.start}px)` }}
                >
                  {row.day !== null && <DayPill>{row.day}</DayPill>}
                  {row.isFirstUnread && <NewMessagesMarker />}
                  <Row row={row} foot={footOf(rows, item.index)} onShow={onShow} />
                </div>
              )
            )
          })}
        </div>
      </VStack>
      {!atEnd && <NewestButton arrived={arrived} onClick={toEnd} />}
      <Announcer messages={messages} />
      <PrintedThread conversation={conversation} thread={thread} rows={rows}>
        {row => <Row row={row} foot="line" onShow={onShow} />}
      </PrintedThread>
    </div>
  )
}

/** The rows as they stand now. A change makes the rows that it touches and no others. */
function useThreadRows(
  messages: readonly MessageEntity[],
  entries: readonly OutboxEntry[],
  firstUnreadId: string | null,
  viewerId: string,
): readonly ThreadRow[] {
  const made = useRef<MadeRows | null>(null)
  const rows = useMemo(() => {
    const sources = { messages, entries, firstUnreadId, viewerId, calendar: local }
    // oxlint-disable-next-line react/refs -- a cache: what stands in it decides how long this takes, never what comes out
    return { sources, rows: threadRows(sources, made.current) }
  }, [messages, entries, firstUnreadId, viewerId])
  useLayoutEffect(() => {
    made.current = rows
  }, [rows])
  return rows.rows
}

const visibleMessages = (
  rows: readonly ThreadRow[],
  range: { readonly startIndex: number; readonly endIndex: number } | null,
): readonly MessageEntity[] =>
  range === null
    ? []
    : rows
        .slice(range.startIndex, range.endIndex + 1)
        .flatMap(row => (row.kind === 'outbox' || row.kind === 'note' ? [] : [row.message]))

/** What happens above the first message; laid over it, so that it takes no place and moves nothing. */
const OlderLine = memo(function OlderLine({ older, retryOlder }: Pick<ThreadView, 'older' | 'retryOlder'>) {
  if (older === 'idle') return null
  return (
    <HStack align="stretch" justify="center" className={styles.older}>
      {older === 'loading' ? (
        <Spinner size={16} label={t('Loading older messages')} />
      ) : (
        <HStack
          as="span"
          role="alert"
          gap={2.5}
          inline
          frame
          size="list"
          tone="danger"
          className={styles.olderFailed}
        >
          {historyFailure}
          <Button size="small" onClick={retryOlder}>
            {t('Retry')}
          </Button>
        </HStack>
      )}
    </HStack>
  )
})

function lineOf(message: MessageEntity): string {
  const { snooze, no_reply: noReply } = message.details ?? {}
  if (noReply !== undefined) return noReplySentence(noReply)
  if (snooze === undefined) return contentLabel(message)
  return snoozeSentence(snooze, snoozeTime(local, new Date(snooze.until), new Date(message.created_at)))
}

interface RowProps {
  readonly row: ThreadRow
  readonly foot: RowFoot
  /** Goes to a quoted message. */
  readonly onShow: (message: QuotedEntity) => void
}

/** One row of the thread, without what stands above it. A thread is drawn several times for each message that comes. */
const Row = memo(function Row({ row, foot, onShow }: RowProps) {
  const { viewerId } = useThreadActions()
  switch (row.kind) {
    case 'system':
      return <SystemLine>{lineOf(row.message)}</SystemLine>
    case 'note':
      return <NoteBubble note={row.note} viewerId={viewerId} />
    case 'outbox':
      return <OutboxBubble entry={row.entry} continues={row.continues} foot={foot} onShow={onShow} />
    case 'message':
      return <MessageBubble message={row.message} continues={row.continues} foot={foot} onShow={onShow} />
  }
})
