import type { MessageEntity, QuotedEntity } from '@parley/core/messages/api'
import { goesByItself, type OutboxEntry } from '@parley/core/messages/outbox'
import { mentionedAt } from '@parley/core/conversations/queue'
import { compareIds } from '@parley/core/conversations/rules'
import { cut } from '@parley/core/text/format'
import { standing } from '@parley/core/messages/delivery'
import { newestReaction } from '@parley/core/messages/rules'
import { contentLabel, isSystem } from '@parley/core/conversations/thread'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useCommand } from '../../../commands/live.ts'
import { historyFailure } from '../../../data/messages/thread.ts'
import { Button } from '../../../ui/Button.tsx'
import { HStack, VStack } from '../../../ui/layout/Layout.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import styles from './MessageList.module.css'
import { local } from '../message-time.ts'
import { NewestButton } from './NewestButton.tsx'
import { PrintedThread } from './PrintedThread.tsx'
import { Row } from './Row.tsx'
import { DayPill, NewMessagesMarker } from './ThreadLines.tsx'
import { useThreadActions } from '../thread-actions.ts'
import type { ThreadNotes, ThreadProps } from './thread-props.ts'
import { withNotes, withStopped } from './rows/note-rows.ts'
import { footOf, type MadeRows, rowIdOf, type ThreadRow, threadRows } from './rows/thread-rows.ts'
import { useArrived } from './use-arrived.ts'
import { useJump } from './use-jump.ts'
import { useMessageKeys } from './use-message-keys.ts'
import { useMarkSeen } from './use-mark-seen.ts'
import { useThreadScroll } from './use-thread-scroll.ts'

const noEntries: readonly OutboxEntry[] = []

type MessageListProps = ThreadProps & {
  /** The message that the marker stands before; null: there is none. */
  readonly firstUnreadId: string | null
  /** Told when the reader comes to the end of what is held, and leaves it. */
  readonly onAtEnd: (atEnd: boolean) => void
}

/** The messages themselves, only those near the screen in the page. */
export function MessageList(props: MessageListProps) {
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
      <VStack ref={box} className={styles.box} role="region" aria-label="Messages" tabIndex={0}>
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
      <PrintedThread conversation={conversation} thread={thread} rows={rows} onShow={onShow} />
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
const OlderLine = memo(function OlderLine({
  older,
  retryOlder,
}: Pick<ThreadProps['thread'], 'older' | 'retryOlder'>) {
  if (older === 'idle') return null
  return (
    <HStack align="stretch" justify="center" className={styles.older}>
      {older === 'loading' ? (
        <Spinner size={16} label="Loading older messages" />
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
            Retry
          </Button>
        </HStack>
      )}
    </HStack>
  )
})

/** What one has just written is always shown, wherever one was reading. */
function useOwnSendsInView(newestEntry: string | undefined, toEnd: () => void): void {
  const known = useRef(newestEntry)
  useEffect(() => {
    if (newestEntry !== undefined && newestEntry !== known.current) toEnd()
    known.current = newestEntry
  }, [newestEntry, toEnd])
}

/** The same of notes. One that is deleted leaves an older one the newest, which is none that was just written. */
function useOwnNotesInView({ isLoading, newestOwn }: ThreadNotes, toEnd: () => void): void {
  const known = useRef<string | null>(null)
  useEffect(() => {
    if (isLoading) return
    if (known.current !== null && compareIds(newestOwn, known.current) > 0) toEnd()
    known.current = newestOwn
  }, [isLoading, newestOwn, toEnd])
}

/** Characters of a message that are said as it arrives. */
const longestSaid = 500

/** Says arriving messages to a screen reader; rows that only scroll into the page are not news. */
const Announcer = memo(function Announcer({ messages }: { messages: readonly MessageEntity[] }) {
  const newest = messages.findLast(message => message.direction === 'INBOUND' && !isSystem(message))
  const [first] = useState(newest?.id)
  const isNews = newest !== undefined && newest.id !== first
  const reaction = newestReaction(messages)
  const [firstReaction] = useState(reaction?.at)
  return (
    <div role="log" aria-label="New messages" className="visually-hidden">
      {isNews && <p key={newest.id}>{`Customer: ${cut(contentLabel(newest), longestSaid)}`}</p>}
      {reaction !== null && reaction.at !== firstReaction && (
        <p key={reaction.at}>{`The customer reacted with ${reaction.emoji}`}</p>
      )}
    </div>
  )
})
