import { customerNameOf } from '@parley/core/conversations/rules'
import { isSystem } from '@parley/core/conversations/thread'
import { type RefObject, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCommand } from '../../commands/live.ts'
import { useAssist } from '../../data/capabilities/queries.ts'
import { type ConversationDetail, useConversationMeta } from '../../data/conversations/conversation.ts'
import { useReach } from '../../data/conversations/reach.ts'
import { Grid } from '../../ui/layout/Layout.tsx'
import { useStretch, useThread } from '../../data/messages/thread.ts'
import { AboveThread } from './AboveThread.tsx'
import { ConversationActions } from './ConversationActions.tsx'
import { ConversationHeader } from './header/ConversationHeader.tsx'
import { ErasedNotice } from '../customer/ErasedNotice.tsx'
import { useLinkedNote } from '../issues/LinkedNote.tsx'
import { useIssueWork } from '../issues/use-issue-work.ts'
import { Thread } from '../messages/thread/Thread.tsx'
import { noNotes, notesToCome } from '../messages/thread/rows/thread-rows.ts'
import { threadReminders } from '../reminders/thread-reminders.ts'
import { useViewing } from '../presence/use-viewing.ts'
import { useTicketCommand } from '../tickets/ticket-door.ts'
import { TicketDialog } from '../tickets/TicketDialog.tsx'
import { useTicketWork } from '../tickets/use-ticket-work.ts'
import { createStore, useAsStore } from '../../store.ts'
import { classNames } from '../../ui/hooks/class-names.ts'
import { useFileDrop } from '../../ui/files/use-file-drop.ts'
import styles from './ConversationView.module.css'
import { LoadApplications } from '../applications/ConversationApplications.tsx'
import { ConversationComposer } from './writing/ConversationComposer.tsx'
import { ConversationFailed } from './ConversationFailed.tsx'
import { SnoozeConversation, useSnoozeControl } from './SnoozeConversation.tsx'
import { ConversationNotes } from './ConversationNotes.tsx'
import { PictureViewer } from '../pictures/PictureViewer.tsx'
import { ConversationPanel } from './ConversationPanel.tsx'
import type { QueueHandle } from './along-the-queue.ts'
import { useAdvance } from './writing/use-advance.ts'
import { useOwner } from './writing/use-owner.ts'
import { useReplies } from './writing/use-replies.ts'
import { useWriteMode } from './writing/use-write-mode.ts'
import { UnansweredQuestion } from './finish/UnansweredQuestion.tsx'
import { useHandedOver } from './finish/use-handed-over.ts'
import { useNoReplyControl } from './finish/use-no-reply.ts'
import { useResolve } from './finish/use-resolve.ts'
import { useCustomerPanel } from './use-customer-panel.ts'
import { useFocusOnEntry } from './use-focus-on-entry.ts'
import { useMessageKeysOf } from './use-message-keys-of.ts'
import { useRetryCommand } from './use-retry-command.ts'
import { useThreadActionsOf } from './use-thread-actions.ts'

interface ConversationViewProps {
  readonly detail: Extract<ConversationDetail, { state: 'ready' | 'unloaded' }>
  readonly agentId: string
  /** The queue beside it; holds null where there is none. */
  readonly queue: RefObject<QueueHandle | null>
}

/** Where an agent works on one conversation: its header, thread and composer, and who the customer is. */
export function ConversationView({ detail, agentId, queue }: ConversationViewProps) {
  'use memo'
  const { conversation } = detail
  const meta = useConversationMeta(conversation)
  const reach = useAsStore(conversation.reach)
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
  const replies = useReplies(agentId, conversation.id, thread.messages, issues.currentId, owner, advance)
  const mode = useWriteMode(replies.composer.focusAsked)
  const [viewed] = useState(() => createStore<string | null>(null))
  const hasAssist = useAssist() && !isUnknown
  const [ofThread] = useState(threadReminders)
  const reminders = isReal && !isErased ? ofThread : null
  const tickets = useTicketWork(meta, agentId, isReal)
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
    newTicket: isReal && !isErased ? tickets.openNewFrom : null,
  })
  const newest = thread.messages.findLast(message => !isSystem(message))?.id ?? null
  const keys = useMessageKeysOf(reminders, newest, isErased ? null : issues)
  const linked = useLinkedNote(issues, replies.composer.focus)
  const isLocked = isErased || meta.status === 'ARCHIVED'
  const panel = useCustomerPanel(isReal && !isLocked)
  const heading = useFocusOnEntry(isReal && isOpen ? replies.composer.focus : null)
  const snooze = useSnoozeControl(meta, advance.plan)
  const waitsSince = isErased ? null : conversation.waiting_since
  const waiting = { since: waitsSince, inboundNo: conversation.inbound_no }
  const noReply = useNoReplyControl(meta, waiting, isReal && !isErased, advance.plan)
  const resolve = useResolve(meta, waitsSince, isReal && !isErased, advance.plan)
  const onHandedOver = useHandedOver(meta, advance.plan)
  const actions = !isErased && (
    <ConversationActions
      {...{
        conversation: meta,
        viewerId: agentId,
        isReal,
        noReply,
        snooze,
        tickets,
        onHandedOver,
        panel,
      }}
    />
  )
  useCommand('conversation.reply', isReal && isOpen ? replies.composer.focus : null)
  useCommand('conversation.note', isReal && !isErased ? mode.toNote : null)
  useRetryCommand(thread.messages, isReal && isOpen ? replies.retryMessage : null)
  useTicketCommand(isErased ? null : tickets)
  useViewing(isReal ? conversation.id : null)
  // A note has no files, and none is dropped by mistake into a reply that is not on the screen.
  const takesFiles = isReal && !isLocked && isOpen && !mode.isNote
  const files = useFileDrop(takesFiles ? replies.composer.add : null)
  // Only when neither the conversation nor its messages, nor anything of this device can be shown.
  if (isUnknown && replies.entries.length === 0 && thread.state === 'failed') {
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
      <Grid narrow full className={styles.column}>
        <ConversationHeader
          conversation={conversation}
          meta={meta}
          state={isUnknown ? 'unknown' : detail.state}
          viewerId={agentId}
          heading={heading}
          actions={!panel.isPhone && actions}
          resolve={resolve}
          panel={panel}
        />
        <AboveThread
          question={
            resolve.isAsking && (
              <UnansweredQuestion
                name={customerNameOf(conversation)}
                onResolve={resolve.press}
                onCancel={resolve.cancel}
                onReply={isOpen ? replies.composer.focus : null}
              />
            )
          }
          detail={detail}
          conversation={meta}
          viewerId={agentId}
          thread={shown}
          notes={notes}
          reveal={reveal}
          noReply={noReply}
          snooze={snooze}
          tickets={tickets}
          issues={issues}
          reminders={reminders}
          focusBox={isOpen ? replies.composer.focus : null}
        />
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
            thread={shown}
            entries={replies.entries}
            notes={notes}
            reveal={reveal}
            keys={keys}
            actions={threadActions}
          />
        )}
        {isReal && !isErased && (
          <ConversationComposer
            writing={replies.writing}
            agentId={agentId}
            conversation={meta}
            owner={owner}
            mode={mode}
            reach={reach}
            loading={thread.state === 'loading'}
            advance={advance}
            canResolve={resolve.step === 'resolve' && resolve.status.area === 'served'}
            line={linked}
          />
        )}
      </Grid>
      {panel.isOpen && (
        <ConversationPanel
          id={panel.id}
          state={detail.state}
          conversation={meta}
          agentId={agentId}
          tickets={tickets}
          reminders={ofThread}
          actions={panel.isPhone && actions}
          withTags={panel.hasTags}
          withStatus={!panel.isRoomy}
          onClose={panel.isBeside ? null : panel.close}
        />
      )}
      {isReal && !panel.isOpen && <LoadApplications conversation={meta} />}
      {isReal && !isErased && <SnoozeConversation conversation={meta} control={snooze} />}
      <TicketDialog work={tickets} />
      <PictureViewer messages={shown.messages} customerName={customerNameOf(conversation)} viewed={viewed} />
    </div>
  )
}
