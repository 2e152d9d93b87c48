import type { AttachmentEntity } from '@parley/core/attachments/api'
import type { MessageEntity } from '@parley/core/messages/api'
import { takes } from '@parley/core/channel/rules'
import { customerNameOf, isNameless, phoneOf } from '@parley/core/conversations/rules'
import { mentionedAt } from '@parley/core/conversations/queue'
import { isSystem } from '@parley/core/conversations/thread'
import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { runCommand, useCommand } from '../../commands/live.ts'
import { useAssist } from '../../data/capabilities/queries.ts'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import { useConversationMeta } from '../../data/conversations/standing.ts'
import { useReach } from '../../data/conversations/use-reach.ts'
import { useStretch } from '../../data/messages/stretch.ts'
import { useThread } from '../../data/messages/thread.ts'
import { choose, useChoice } from '../../data/session/remembered.ts'
import { AssignButton } from '../assignments/AssignButton.tsx'
import { AttachmentCard } from '../attachments/AttachmentCard.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ErasedNotice } from '../customer/ErasedNotice.tsx'
import { IssueBar } from '../issues/IssueBar.tsx'
import { IssueLink, type LinkedWork } from '../issues/IssueLink.tsx'
import { LinkedNote } from '../issues/LinkedNote.tsx'
import { chooseIssueFor, type IssueWork, useIssueWork } from '../issues/use-issue-work.ts'
import { astrayOf } from '../messages/RevealNotice.tsx'
import { Thread } from '../messages/Thread.tsx'
import type { MessageKeys } from '../messages/use-message-keys.ts'
import type { ThreadNotes } from '../messages/thread-props.ts'
import { UndoSend } from '../messages/UndoSend.tsx'
import { RemindButton } from '../reminders/RemindButton.tsx'
import { ReminderMarks } from '../reminders/ReminderMarks.tsx'
import { type ThreadReminders, threadReminders } from '../reminders/thread-reminders.ts'
import { useViewing } from '../presence/use-viewing.ts'
import { ViewerNews } from '../presence/ViewerNews.tsx'
import { Viewers } from '../presence/Viewers.tsx'
import { TicketActions } from '../tickets/TicketActions.tsx'
import { useTicketCommand } from '../tickets/ticket-door.ts'
import { TicketDialog } from '../tickets/TicketDialog.tsx'
import { useTicketWork } from '../tickets/use-ticket-work.ts'
import { createStore, useAsStore } from '../../store.ts'
import { classNames } from '../../ui/class-names.ts'
import { isFocusFree } from '../../ui/free-focus.ts'
import { isModalOpen } from '../../ui/modal-open.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useMediaQuery, usePhoneLayout } from '../../ui/use-media-query.ts'
import styles from './ConversationView.module.css'
import { LoadApplications } from '../applications/ConversationApplications.tsx'
import { assistBelow, assistBeside } from '../assist/LazyAssist.tsx'
import { ConversationBanners } from './ConversationBanners.tsx'
import { ConversationComposer } from './writing/ConversationComposer.tsx'
import { StatusField, TagsField } from './StatusAndTags.tsx'
import { ConversationFailed } from './ConversationFailed.tsx'
import { SnoozeConversation, SnoozeButton, useSnoozeControl } from './SnoozeConversation.tsx'
import { FindInConversation } from './FindInConversation.tsx'
import { ConversationNotes } from './ConversationNotes.tsx'
import { PictureViewer } from '../pictures/PictureViewer.tsx'
import { ConversationPanel } from './ConversationPanel.tsx'
import { ConversationReminders } from '../reminders/ConversationReminders.tsx'
import { isAlongTheQueue, type QueueHandle } from './along-the-queue.ts'
import { useUndoSend } from './writing/use-undo-send.ts'
import { useAdvance } from './writing/use-advance.ts'
import { useOwner } from './writing/use-owner.ts'
import { useReplies } from './writing/use-replies.ts'
import { useWriteMode } from './writing/use-write-mode.ts'

interface ConversationViewProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
  readonly agentId: string
  /** The queue beside it; holds null where there is none. */
  readonly queue: RefObject<QueueHandle | null>
}

const noNotes: ThreadNotes = { items: [], isLoading: false, newestOwn: '', draw: () => null }
const notesToCome: ThreadNotes = { ...noNotes, isLoading: true }

/** Where an agent works on one conversation: its header, thread and composer, and who the customer is. */
export function ConversationView({ detail, agentId, queue }: ConversationViewProps) {
  const { conversation } = detail
  const meta = useConversationMeta(conversation)
  const reach = useAsStore(conversation.reach)
  const unseen = useAsStore(conversation.unread_count)
  const isOpen = useReach(reach, mode => mode.is === 'open')
  const isTemplateOnly = useReach(reach, mode => mode.is === 'template-only')
  const thread = useThread(conversation.id)
  const [params] = useSearchParams()
  const reveal = params.get('message')
  const isUnknown = detail.state === 'unloaded' && !detail.known
  const isReal = detail.state === 'ready'
  const isErased = meta.erased !== null
  const [comeNotes, setNotes] = useState(notesToCome)
  const notes = isReal && !isErased ? comeNotes : noNotes
  const shown = useStretch(conversation.id, thread, reveal, notes)
  const issues = useIssueWork(agentId, conversation.id, detail.state === 'ready')
  const advance = useAdvance(queue)
  const owner = useOwner(meta, agentId)
  const replies = useReplies(agentId, conversation.id, thread.messages, issues.currentId, owner, advance.sent)
  const { open: openPicker } = replies.templates
  const mode = useWriteMode(replies.composer.focusAsked)
  const { toReply } = mode
  const openTemplates = useCallback(() => {
    toReply()
    openPicker()
  }, [toReply, openPicker])
  const { editMessage, editEntry } = replies
  const onEditMessage = useCallback<typeof editMessage>(
    message => {
      toReply()
      editMessage(message)
    },
    [toReply, editMessage],
  )
  const onEditEntry = useCallback<typeof editEntry>(
    entry => {
      toReply()
      return editEntry(entry)
    },
    [toReply, editEntry],
  )
  const [viewed] = useState(() => createStore<string | null>(null))
  const attachmentCard = useCallback(
    (file: AttachmentEntity) => <AttachmentCard file={file} onView={one => viewed.set(one.id)} />,
    [viewed],
  )
  const undoSend = useUndoSend(agentId, thread.messages, replies.takeBack, onEditMessage)
  const name = customerNameOf(conversation)
  const phone = phoneOf(conversation)
  const nameless = isNameless(conversation)
  // Nobody is greeted by a number.
  const customer = useMemo(() => ({ name: nameless ? null : name, phone }), [nameless, name, phone])
  const hasAssist = useAssist() && !isUnknown
  const [ofThread] = useState(threadReminders)
  const reminders = isReal && !isErased ? ofThread : null
  const marks = useMarks(issues, agentId, undoSend)
  const tools = useTools(hasAssist, reminders)
  const below = useBelow(hasAssist, agentId, reminders)
  const newest = thread.messages.findLast(message => !isSystem(message))?.id ?? null
  const keys = useMessageKeysOf(reminders, newest, isErased ? null : issues)
  const { currentId: issueId, current: issue, select: selectIssue } = issues
  const { focus: focusBox } = replies.composer
  // The same until something of it changes, as the composer is.
  const linked = useMemo(
    () =>
      issueId === null ? null : (
        <LinkedNote
          title={issue?.title ?? null}
          onLetGo={() => {
            selectIssue(null)
            focusBox()
          }}
        />
      ),
    [issueId, issue?.title, selectIssue, focusBox],
  )
  const tickets = useTicketWork(meta, agentId, detail.state === 'ready')
  const isWide = useMediaQuery('(min-width: 1200px)')
  const isPhone = usePhoneLayout()
  const [drawerOpen, setDrawerOpen] = useState(false)
  const panelId = useId()
  const closeDrawer = useCallback(() => {
    setDrawerOpen(false)
    // What had the focus goes with the panel: what opened it stays.
    if (document.getElementById(panelId)?.contains(document.activeElement))
      document.querySelector<HTMLElement>(`[aria-controls="${panelId}"]`)?.focus()
  }, [panelId])
  const isPanelKept = useChoice('customerPanel') === 'open'
  const hasPanel = isWide ? isPanelKept : drawerOpen
  const togglePanel = () =>
    isWide ? choose('customerPanel', isPanelKept ? 'closed' : 'open') : setDrawerOpen(!drawerOpen)
  // Between queue and panel the header has room for who it is and what can be done; the rest is in the panel.
  const isRoomy = useMediaQuery(isWide && hasPanel ? '(min-width: 1800px)' : '(min-width: 1360px)')
  const tagsInPanel = isPhone || (isWide && hasPanel && !isRoomy)
  const heading = useFocusOnEntry(detail.state === 'ready' && isOpen ? replies.composer.focus : null)
  const snooze = useSnoozeControl(meta)
  // The same until something of it changes: each message draws the desk.
  const actions = useMemo(
    () =>
      !isErased && (
        <>
          {isReal && <SnoozeButton conversation={meta} control={snooze} />}
          <AssignButton conversation={meta} off={!isReal} />
          <TicketActions work={tickets} withStatus={isRoomy} />
        </>
      ),
    [isErased, isReal, meta, snooze, tickets, isRoomy],
  )
  useCommand('conversation.reply', detail.state === 'ready' && isOpen ? replies.composer.focus : null)
  useCommand('conversation.note', isReal && !isErased ? mode.toNote : null)
  useCommand('conversation.panel', togglePanel)
  useTicketCommand(isErased ? null : tickets)
  const canOpenAssign = isPhone && !hasPanel && isReal && !isErased && meta.status !== 'ARCHIVED'
  useAssignInDrawer(canOpenAssign, hasPanel, () => setDrawerOpen(true))
  useViewing(isReal ? conversation.id : null)
  // A note has no files, and none is dropped by mistake into a reply that is not on the screen.
  const takesFiles =
    detail.state === 'ready' && !isErased && meta.status !== 'ARCHIVED' && isOpen && !mode.isNote
  const files = useFileDrop(takesFiles ? replies.composer.add : null)
  // Only when neither the conversation nor its messages, nor anything of this device can be shown.
  const isEmpty = isUnknown && replies.entries.length === 0
  if (isEmpty && thread.state === 'failed') {
    return <ConversationFailed detail={detail} onRetry={thread.retry} />
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping files is also a button
    <div
      className={classNames(
        isWide && hasPanel ? styles.wide : styles.narrow,
        files.isOver && styles.dropping,
      )}
      {...files.takes}
    >
      <div className={styles.column}>
        <ConversationHeader
          conversation={conversation}
          known={detail.state === 'ready' || detail.known}
          viewerId={agentId}
          heading={heading}
          status={
            isErased ? (
              <StatusBadge status={conversation.status} />
            ) : (
              <StatusField
                state={detail.state === 'ready' || detail.known ? detail.state : 'unknown'}
                conversation={meta}
                unseen={unseen}
              />
            )
          }
          tags={!tagsInPanel && !isErased && <TagsField state={detail.state} conversation={meta} />}
          roomy={isRoomy}
          viewers={<Viewers />}
          actions={!isPhone && actions}
          panel={{ open: hasPanel, beside: isWide, phone: isPhone, id: panelId, toggle: togglePanel }}
        />
        <div>
          <ConversationBanners
            unloaded={detail.state === 'unloaded' ? detail : null}
            isReal={isReal}
            conversation={meta}
            viewerId={agentId}
            snooze={snooze}
            tickets={tickets}
            astray={astrayOf(shown, notes, reveal)}
          />
          <ViewerNews />
          {!isErased && <IssueBar work={issues} />}
          {isReal && !isErased && (
            <FindInConversation
              conversationId={conversation.id}
              current={reveal}
              onLeave={isOpen ? replies.composer.focus : null}
            />
          )}
          {reminders !== null && (
            <ConversationReminders
              key={conversation.id}
              conversationId={conversation.id}
              customerName={name}
              viewerId={agentId}
              reminders={reminders}
              messages={shown.messages}
            />
          )}
        </div>
        {isReal && !isErased && (
          <ConversationNotes conversationId={conversation.id} viewerId={agentId} onNotes={setNotes} />
        )}
        {meta.erased !== null ? (
          <div className={styles.erased}>
            <ErasedNotice erased={meta.erased} />
          </div>
        ) : (
          <Thread
            conversation={conversation}
            viewerId={agentId}
            thread={shown}
            entries={replies.entries}
            notes={notes}
            mentionedAt={mentionedAt(conversation, agentId)}
            reveal={reveal}
            attachment={attachmentCard}
            marks={marks}
            tools={tools}
            below={below}
            keys={keys}
            onRetryMessage={replies.retryMessage}
            onRetryEntry={replies.retryEntry}
            onEditMessage={onEditMessage}
            onEditEntry={onEditEntry}
            onReply={detail.state === 'ready' && isOpen ? replies.reply : null}
            onReact={
              detail.state === 'ready' && isOpen && takes(conversation.channel, 'reaction')
                ? replies.react
                : null
            }
            onTemplate={isReal && isTemplateOnly ? openTemplates : null}
            onSuggest={detail.state === 'ready' && isOpen ? replies.suggest : null}
          />
        )}
        {detail.state === 'ready' && !isErased && (
          <ConversationComposer
            composer={replies.composer}
            check={replies.check}
            checkState={replies.checkState}
            quoteBeside={replies.quoteBeside}
            templates={replies.templates}
            asks={replies.asks}
            agentId={agentId}
            conversationId={conversation.id}
            owner={owner}
            mode={isReal ? mode : null}
            channel={conversation.channel}
            customer={customer}
            tags={meta.tags}
            status={conversation.status}
            continuedIn={conversation.continued_in}
            reach={reach}
            loading={thread.state === 'loading'}
            advance={advance}
            line={linked}
          />
        )}
      </div>
      {hasPanel && (
        <ConversationPanel
          id={panelId}
          state={detail.state}
          conversation={meta}
          agentId={agentId}
          tickets={tickets}
          reminders={ofThread}
          actions={isPhone && actions}
          withTags={tagsInPanel}
          withStatus={!isRoomy}
          onClose={isWide ? null : closeDrawer}
        />
      )}
      {isReal && !hasPanel && <LoadApplications conversation={meta} />}
      {isReal && !isErased && <SnoozeConversation conversation={meta} control={snooze} />}
      <TicketDialog work={tickets} />
      <PictureViewer messages={shown.messages} customerName={name} viewed={viewed} />
    </div>
  )
}

/** Where Assign stands in the details, which are closed: opens them, and presses it once it is there. */
function useAssignInDrawer(isOffered: boolean, isOpen: boolean, open: () => void): void {
  const isAsked = useRef(false)
  const ask = () => {
    isAsked.current = true
    open()
  }
  useCommand('conversation.assign', isOffered ? ask : null)
  useEffect(() => {
    if (isOpen && isAsked.current) runCommand('conversation.assign')
    isAsked.current = false
  }, [isOpen])
}

/** The same function until what it draws changes. */
function useMarks(
  { area, issues, current, source, awaiting }: LinkedWork,
  agentId: string,
  undoSend: (message: MessageEntity) => void,
) {
  return useCallback(
    (message: MessageEntity) => (
      <>
        {message.leaves_at !== null && <UndoSend message={message} agentId={agentId} onUndo={undoSend} />}
        <IssueLink work={{ area, issues, current, source, awaiting }} message={message} />
      </>
    ),
    [area, issues, current, source, awaiting, agentId, undoSend],
  )
}

/** The same until what it does changes. */
const useMessageKeysOf = (
  reminders: ThreadReminders | null,
  newest: string | null,
  issues: IssueWork | null,
): MessageKeys =>
  useMemo(
    () => ({
      remindNewest: reminders === null || newest === null ? null : () => reminders.asked.set(newest),
      chooseIssue:
        issues === null || issues.source === null
          ? null
          : (message, from) => chooseIssueFor(issues, message, from),
    }),
    [reminders, newest, issues],
  )

/** The same function until what it draws changes. */
function useTools(hasAssist: boolean, reminders: ThreadReminders | null) {
  return useCallback(
    (message: MessageEntity) => (
      <>
        {hasAssist && assistBeside(message)}
        {reminders !== null && message.revoked_at === null && (
          <RemindButton messageId={message.id} reminders={reminders} />
        )}
      </>
    ),
    [hasAssist, reminders],
  )
}

/** The same function until what it draws changes; null: nothing. */
function useBelow(hasAssist: boolean, agentId: string, reminders: ThreadReminders | null) {
  return useMemo(() => {
    if (!hasAssist && reminders === null) return null
    return (message: MessageEntity) => (
      <>
        {hasAssist && assistBelow(message)}
        {reminders !== null && (
          <ReminderMarks messageId={message.id} viewerId={agentId} reminders={reminders} />
        )}
      </>
    )
  }, [hasAssist, agentId, reminders])
}

/**
 * Who enters a conversation finds the focus in the composer. It is on the heading, which is returned, where there is no
 * composer, until one comes, and where a keyboard on the screen would rise over the thread. Who goes along the queue by
 * keys keeps it there.
 */
function useFocusOnEntry(focusComposer: (() => void) | null): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const hasKeys = useMediaQuery('(min-width: 700px) and (not (pointer: coarse))')
  const isAlong = isAlongTheQueue(useLocation().state)
  const entered = useRef<'not' | 'heading' | 'done'>('not')
  useEffect(() => {
    const before = entered.current
    if (before === 'done') return
    entered.current = 'done'
    const isAt = document.activeElement === heading.current
    if (before === 'not' ? isModalOpen() || isAlong : !isAt && !isFocusFree()) return
    if (hasKeys && focusComposer !== null) return focusComposer()
    entered.current = 'heading'
    if (!isAt) heading.current?.focus({ preventScroll: true })
  }, [hasKeys, focusComposer, isAlong])
  return heading
}
