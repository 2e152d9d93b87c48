import { customerNameOf, isNameless, phoneOf } from '@parley/core/conversations/rules'
import { isSystem } from '@parley/core/conversations/thread'
import { type RefObject, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../commands/live.ts'
import { useAssist } from '../../data/capabilities/queries.ts'
import type { ConversationDetail } from '../../data/conversations/conversation.ts'
import { useConversationMeta } from '../../data/conversations/standing.ts'
import { useReach } from '../../data/conversations/use-reach.ts'
import { useStretch } from '../../data/messages/stretch.ts'
import { useThread } from '../../data/messages/thread.ts'
import { AssignButton } from '../assignments/AssignButton.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ErasedNotice } from '../customer/ErasedNotice.tsx'
import { IssueBar } from '../issues/IssueBar.tsx'
import { LinkedNote } from '../issues/LinkedNote.tsx'
import { useIssueWork } from '../issues/use-issue-work.ts'
import { astrayOf } from '../messages/RevealNotice.tsx'
import { Thread } from '../messages/Thread.tsx'
import { ThreadActionsContext } from '../messages/thread-actions.ts'
import type { ThreadNotes } from '../messages/thread-props.ts'
import { threadReminders } from '../reminders/thread-reminders.ts'
import { useViewing } from '../presence/use-viewing.ts'
import { ViewerNews } from '../presence/ViewerNews.tsx'
import { Viewers } from '../presence/Viewers.tsx'
import { TicketActions } from '../tickets/TicketActions.tsx'
import { useTicketCommand } from '../tickets/ticket-door.ts'
import { TicketDialog } from '../tickets/TicketDialog.tsx'
import { useTicketWork } from '../tickets/use-ticket-work.ts'
import { createStore, useAsStore } from '../../store.ts'
import { classNames } from '../../ui/class-names.ts'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import styles from './ConversationView.module.css'
import { LoadApplications } from '../applications/ConversationApplications.tsx'
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
import type { QueueHandle } from './along-the-queue.ts'
import { useAdvance } from './writing/use-advance.ts'
import { useOwner } from './writing/use-owner.ts'
import { useReplies } from './writing/use-replies.ts'
import { useWriteMode } from './writing/use-write-mode.ts'
import { useCustomerPanel } from './use-customer-panel.ts'
import { useFocusOnEntry } from './use-focus-on-entry.ts'
import { useMessageKeysOf } from './use-message-keys-of.ts'
import { useThreadActionsOf } from './use-thread-actions.ts'

interface ConversationViewProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
  readonly agentId: string
  /** The queue beside it; holds null where there is none. */
  readonly queue: RefObject<QueueHandle | null>
}

const noNotes: ThreadNotes = { items: [], isLoading: false, newestOwn: '' }
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
  const issues = useIssueWork(agentId, conversation.id, isReal)
  const advance = useAdvance(queue)
  const owner = useOwner(meta, agentId)
  const replies = useReplies(agentId, conversation.id, thread.messages, issues.currentId, owner, advance.sent)
  const mode = useWriteMode(replies.composer.focusAsked)
  const [viewed] = useState(() => createStore<string | null>(null))
  const name = customerNameOf(conversation)
  const phone = phoneOf(conversation)
  const nameless = isNameless(conversation)
  // Nobody is greeted by a number.
  const customer = useMemo(() => ({ name: nameless ? null : name, phone }), [nameless, name, phone])
  const hasAssist = useAssist() && !isUnknown
  const [ofThread] = useState(threadReminders)
  const reminders = isReal && !isErased ? ofThread : null
  const threadActions = useThreadActionsOf({
    agentId,
    conversation,
    messages: thread.messages,
    replies,
    mode,
    reach: { isOpen: isReal && isOpen, isTemplateOnly: isReal && isTemplateOnly },
    issues,
    reminders,
    hasAssist,
    viewed,
  })
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
  const tickets = useTicketWork(meta, agentId, isReal)
  const isLocked = isErased || meta.status === 'ARCHIVED'
  const panel = useCustomerPanel(isReal && !isLocked)
  const { isPhone, isRoomy } = panel
  const tagsInPanel = isPhone || (panel.isOpen && panel.isBeside && !isRoomy)
  const heading = useFocusOnEntry(isReal && isOpen ? replies.composer.focus : null)
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
  useCommand('conversation.reply', isReal && isOpen ? replies.composer.focus : null)
  useCommand('conversation.note', isReal && !isErased ? mode.toNote : null)
  useTicketCommand(isErased ? null : tickets)
  useViewing(isReal ? conversation.id : null)
  // A note has no files, and none is dropped by mistake into a reply that is not on the screen.
  const takesFiles = isReal && !isLocked && isOpen && !mode.isNote
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
        panel.isOpen && panel.isBeside ? styles.wide : styles.narrow,
        files.isOver && styles.dropping,
      )}
      {...files.takes}
    >
      <div className={styles.column}>
        <ConversationHeader
          conversation={conversation}
          known={!isUnknown}
          viewerId={agentId}
          heading={heading}
          status={
            isErased ? (
              <StatusBadge status={conversation.status} />
            ) : (
              <StatusField state={isUnknown ? 'unknown' : detail.state} conversation={meta} unseen={unseen} />
            )
          }
          tags={!tagsInPanel && !isErased && <TagsField state={detail.state} conversation={meta} />}
          roomy={isRoomy}
          viewers={<Viewers />}
          actions={!isPhone && actions}
          panel={{
            open: panel.isOpen,
            beside: panel.isBeside,
            phone: isPhone,
            id: panel.id,
            toggle: panel.toggle,
          }}
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
          <ThreadActionsContext value={threadActions}>
            <Thread
              conversation={conversation}
              thread={shown}
              entries={replies.entries}
              notes={notes}
              reveal={reveal}
              keys={keys}
            />
          </ThreadActionsContext>
        )}
        {isReal && !isErased && (
          <ConversationComposer
            writing={replies.writing}
            agentId={agentId}
            conversation={meta}
            owner={owner}
            mode={isReal ? mode : null}
            customer={customer}
            reach={reach}
            loading={thread.state === 'loading'}
            advance={advance}
            line={linked}
          />
        )}
      </div>
      {panel.isOpen && (
        <ConversationPanel
          id={panel.id}
          state={detail.state}
          conversation={meta}
          agentId={agentId}
          tickets={tickets}
          reminders={ofThread}
          actions={isPhone && actions}
          withTags={tagsInPanel}
          withStatus={!isRoomy}
          onClose={panel.isBeside ? null : panel.close}
        />
      )}
      {isReal && !panel.isOpen && <LoadApplications conversation={meta} />}
      {isReal && !isErased && <SnoozeConversation conversation={meta} control={snooze} />}
      <TicketDialog work={tickets} />
      <PictureViewer messages={shown.messages} customerName={name} viewed={viewed} />
    </div>
  )
}
