import { customerNameOf } from '@parley/core/conversations/rules'
import { isSystem } from '@parley/core/conversations/thread'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '@parley/core/text/translate'
import { useCommand } from '../../commands/live.ts'
import { useAssist } from '../../data/capabilities/queries.ts'
import { type ConversationDetail, useConversationMeta } from '../../data/conversations/conversation.ts'
import { useReach } from '../../data/conversations/reach.ts'
import { Center, Grid } from '../../ui/layout/Layout.tsx'
import { historyFailure, useStretch, useThread } from '../../data/messages/thread.ts'
import { AssignButton } from '../assignments/AssignButton.tsx'
import { WithdrawOffer } from '../assignments/offers/WithdrawOffer.tsx'
import { IssueBar } from '../issues/IssueBar.tsx'
import { ViewerNews } from '../presence/Viewers.tsx'
import { ConversationReminders } from '../reminders/ConversationReminders.tsx'
import { TicketActions, TicketDialog, useTicketCommand } from '../tickets/ConversationTickets.tsx'
import { astrayOf, ConversationBanners } from './ConversationBanners.tsx'
import { FindInConversation } from './FindInConversation.tsx'
import { useHandedOver } from './finish/use-noted-action.ts'
import { ConversationHeader } from './header/ConversationHeader.tsx'
import { ErasedNotice } from '../customer/ErasedNotice.tsx'
import { useLinkedNote } from '../issues/LinkedNote.tsx'
import { useIssueWork } from '../issues/use-issue-work.ts'
import { Thread } from '../messages/thread/Thread.tsx'
import { noNotes, notesToCome, type ThreadNotes } from '../messages/thread/thread-rows.ts'
import { threadReminders } from '../reminders/thread-reminders.ts'
import { useViewing } from '../presence/use-viewing.ts'
import { useTicketWork } from '../tickets/use-ticket-work.ts'
import { createStore, useAsStore } from '../../store.ts'
import { classNames } from '../../ui/hooks/class-names.ts'
import { useFileDrop } from '../../ui/files/use-file-drop.ts'
import styles from './ConversationView.module.css'
import { LoadApplications } from '../applications/ConversationApplications.tsx'
import { ConversationComposer } from './writing/ConversationComposer.tsx'
import { SnoozeButton, SnoozeConversation, useSnoozeControl } from './SnoozeConversation.tsx'
import { PictureViewer } from '../pictures/PictureViewer.tsx'
import { ConversationPanel } from './ConversationPanel.tsx'
import { type QueueHandle, useAdvance, useFocusOnEntry } from './along-the-queue.ts'
import { useReplies, useWriteMode } from './writing/use-replies.ts'
import { useOwner } from './writing/use-owner.ts'
import { UnansweredQuestion, useResolve } from './finish/Resolve.tsx'
import { NoReplyButton, useNoReplyControl } from './finish/NoReply.tsx'
import { useCustomerPanel } from './use-customer-panel.ts'
import { useMessageKeysOf, useRetryCommand, useThreadActionsOf } from './use-thread-actions.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { ErrorState } from '../../ui/states/EmptyState.tsx'
import { RetryState } from '../../ui/states/RetryState.tsx'
import { useNotes } from '../../data/notes/notes.ts'

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
  const isKept = isReal && !isErased
  const [comeNotes, setNotes] = useState(notesToCome)
  const notes = isKept ? comeNotes : noNotes
  const shown = useStretch(conversation.id, thread, reveal, notes)
  const issues = useIssueWork(agentId, conversation.id, isReal)
  const advance = useAdvance(queue)
  const owner = useOwner(meta, agentId)
  const replies = useReplies(agentId, conversation.id, thread.messages, issues.currentId, owner, advance)
  const mode = useWriteMode(replies.composer.focusAsked)
  const [viewed] = useState(() => createStore<string | null>(null))
  const hasAssist = useAssist() && !isUnknown
  const [ofThread] = useState(threadReminders)
  const reminders = isKept ? ofThread : null
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
    newTicket: isKept ? tickets.openNewFrom : null,
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
  const noReply = useNoReplyControl(meta, waiting, isKept, advance.plan)
  const resolve = useResolve(meta, waitsSince, isKept, advance.plan)
  const onHandedOver = useHandedOver(meta, advance.plan)
  const actions = !isErased && (
    <>
      {meta.acknowledgement === null && <NoReplyButton control={noReply} />}
      {isReal && <SnoozeButton conversation={meta} control={snooze} />}
      {isReal && <WithdrawOffer conversation={meta} viewerId={agentId} />}
      <AssignButton conversation={meta} off={!isReal} onHandedOver={onHandedOver} />
      <TicketActions work={tickets} withStatus={panel.isRoomy} asIcon={panel.hasTags && !panel.isPhone} />
    </>
  )
  const name = customerNameOf(meta)
  const focusBox = isOpen ? replies.composer.focus : null
  useCommand('conversation.reply', isReal ? focusBox : null)
  useCommand('conversation.note', isKept ? mode.toNote : null)
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
        <div>
          {resolve.isAsking && <UnansweredQuestion name={name} resolve={resolve} onReply={focusBox} />}
          <ConversationBanners
            unloaded={detail.state === 'unloaded' ? detail : null}
            conversation={meta}
            viewerId={agentId}
            noReply={noReply}
            snooze={snooze}
            tickets={tickets}
            astray={astrayOf(shown, notes, reveal)}
          />
          <ViewerNews />
          {!isErased && <IssueBar work={issues} />}
          {isKept && (
            <FindInConversation conversationId={conversation.id} current={reveal} onLeave={focusBox} />
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
        {isKept && (
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
        {isKept && (
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
          isReal={isReal}
          conversation={meta}
          agentId={agentId}
          tickets={tickets}
          reminders={ofThread}
          actions={panel.isPhone && actions}
          panel={panel}
        />
      )}
      {isReal && !panel.isOpen && <LoadApplications conversation={meta} />}
      {isKept && <SnoozeConversation conversation={meta} control={snooze} />}
      <TicketDialog work={tickets} />
      <PictureViewer messages={shown.messages} customerName={name} viewed={viewed} />
    </div>
  )
}

interface ConversationFailedProps {
  readonly detail: Extract<ConversationDetail, { state: 'unloaded' }>
  /** Asks for the messages again. */
  readonly onRetry: () => void
}

/** In place of the page when nothing of a conversation could be loaded. */
function ConversationFailed({ detail, onRetry }: ConversationFailedProps) {
  const { cut } = useFreshness()
  const { failure, retrying, retry } = detail
  const again = () => {
    retry()
    onRetry()
  }
  return (
    <Center full pad={6}>
      {cut ? (
        <ErrorState title={failure} hint={t('It loads automatically when the connection is back.')} />
      ) : (
        <RetryState title={failure} hint={historyFailure} busy={retrying} onRetry={again} />
      )}
    </Center>
  )
}

interface ConversationNotesProps {
  readonly conversationId: string
  readonly viewerId: string
  /** Is given the notes of the conversation whenever they change. */
  readonly onNotes: (notes: ThreadNotes) => void
}

/** Has the notes of a conversation for its thread, drawn when they change and not with each message, and says those of colleagues that come to a screen reader. */
function ConversationNotes({ conversationId, viewerId, onNotes }: ConversationNotesProps) {
  const { notes, state } = useNotes(conversationId)
  const isLoading = state === 'loading'
  const newestOwn = notes.findLast(note => note.agent.id === viewerId)?.id ?? ''
  const view = useMemo<ThreadNotes>(
    () => ({ items: notes, isLoading, newestOwn }),
    [notes, isLoading, newestOwn],
  )
  useEffect(() => onNotes(view), [onNotes, view])
  const newest = notes.findLast(note => note.agent.id !== viewerId)
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first === undefined && state === 'ready') setFirst(newest?.id ?? null)
  const isNews = newest !== undefined && first !== undefined && newest.id !== first
  return (
    <div role="log" aria-label={t('New notes')} className="visually-hidden">
      {isNews && (
        <p key={newest.id}>
          {t('Internal note by {name}: {text}', { name: newest.agent.name, text: newest.text })}
        </p>
      )}
    </div>
  )
}
