import { t } from '@parley/core/text/translate'
import type { ConversationMeta } from '@parley/core/conversations/api'
import { takes } from '@parley/core/channel/rules'
import { customerNameOf, isNameless, phoneOf } from '@parley/core/conversations/rules'
import { LayoutTemplate } from 'lucide-react'
import { type ReactNode, Suspense, useEffect } from 'react'
import type { KnownOfCustomer } from '@parley/core/templates/rules'
import { CannedButton, ModeSwitch, OtherDraft, WindowNote } from '../../messages/composer/ComposerParts.tsx'
import { useAssist } from '../../../data/capabilities/queries.ts'
import { type CachedReach, noReach, useReach } from '../../../data/conversations/reach.ts'
import { IntentBox } from '../../intent/IntentBox.tsx'
import { AskMenu } from '../../asks/AskMenu.tsx'
import type { Asked } from '../../asks/written-ask.ts'
import { AskPreview } from '../../messages/details/TemplatesAndAsks.tsx'
import { ClosedComposer, KeptWords } from '../../messages/composer/ClosedComposer.tsx'
import { Composer } from '../../messages/composer/Composer.tsx'
import { sendState } from '../../messages/composer/send-state.ts'
import { useChosenQuote, useComposerText } from '../../messages/composer/use-composer.ts'
import { useNotTyping } from '../../presence/use-viewing.ts'
import { Button } from '../../../ui/Button.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { lazyWithRetry, usePreloaded } from '../../../ui/hooks/lazy-part.ts'
import { AssistMenu, AssistNotes } from '../../assist/LazyAssist.tsx'
import { useNotedAction } from '../finish/use-noted-action.ts'
import { type AskFormState, useCannedPicker } from './use-pickers.ts'
import type { Replies, WriteMode } from './use-replies.ts'
import type { Owner } from './use-owner.ts'
import type { AdvanceToNext } from '../along-the-queue.ts'

const askForm = lazyWithRetry(async () => (await import('../../asks/AskForm.tsx')).AskForm)

const templatePicker = lazyWithRetry(
  async () => (await import('../../templates/TemplatePicker.tsx')).TemplatePicker,
)

const cannedPicker = lazyWithRetry(
  async () => (await import('../../canned-replies/CannedPicker.tsx')).CannedPicker,
)

const noteComposer = lazyWithRetry(async () => (await import('../../notes/NoteComposer.tsx')).NoteComposer)

interface ConversationComposerProps {
  readonly writing: Replies['writing']
  readonly agentId: string
  readonly conversation: ConversationMeta
  readonly owner: Owner
  /** Reply or note. */
  readonly mode: WriteMode
  readonly reach: CachedReach
  /** The thread is on its way. */
  readonly loading: boolean
  /** What to know of the next messages, in a line of its own; null: nothing. */
  readonly line: ReactNode
  readonly advance: AdvanceToNext
  /** A reply can resolve the conversation. */
  readonly canResolve: boolean
}

/**
 * The composer with the check before a message goes; all that depends on the text stands in here. While
 * WhatsApp takes nothing, why that is so stands in its place.
 */
export function ConversationComposer(props: ConversationComposerProps) {
  const { writing, agentId, conversation, owner, mode, reach, loading, line, advance, canResolve } = props
  const { composer, check, checkState, quoteBeside, templates, asks } = writing
  const { id: conversationId, channel, tags, status, continued_in: continuedIn } = conversation
  const { isNote, toReply, toNote, noteFocus } = mode
  const isArchived = status === 'ARCHIVED'
  const hasAssist = useAssist()
  const quoted = useChosenQuote(composer)
  const sendOf = (text: string) => sendState({ text, files: composer.files, status, continuedIn, loading })
  const enabled = useComposerText(composer, text => sendOf(text).enabled)
  const reason = useComposerText(composer, text => sendOf(text).reason)
  // What an archived conversation needs first is another status.
  const isOpen = useReach(isArchived ? noReach : reach, mode => mode.is === 'open')
  const isReachable = useReach(reach, mode => mode.is !== 'unreachable')
  const picker = isReachable && !isArchived && templates.isOpen ? <Picker {...props} /> : null
  usePreloaded(templatePicker, askForm, cannedPicker, noteComposer)
  const hasNoWords = useComposerText(composer, text => text.trim() === '')
  useNotTyping(useComposerText(composer, text => text === '') || !isOpen || isNote)
  const note = useNotedAction()
  const canned = useCannedPicker(composer)
  const press = () => {
    if (owner.ask('box') === null && !canned.asks()) check.press()
  }
  const hasCanned = canned.isOpen && !isArchived
  const isChecking = checkState.is !== 'idle'
  useEffect(() => {
    // What waits to be understood comes back into the draft.
    if (!isOpen && isChecking) check.cancel()
  }, [isOpen, isChecking, check])
  const goToReply = () => {
    toReply()
    composer.focus()
  }
  const head = <ModeSwitch isNote={isNote} onReply={goToReply} onNote={toNote} />
  const toggleTemplates = () => (templates.isOpen ? templates.close() : templates.open())
  if (isNote) {
    return (
      <Suspense fallback={null}>
        <noteComposer.Part
          key={conversationId}
          agentId={agentId}
          conversationId={conversationId}
          head={head}
          focusAsked={noteFocus}
          onEscape={advance.toQueue}
          onAdded={undo => {
            const done = t('Added a note on {name}', { name: customerNameOf(conversation) })
            note({ key: `note ${conversationId}`, done, conversationId, undo, told: null })
          }}
        />
      </Suspense>
    )
  }
  if (!isOpen) {
    return (
      <ClosedComposer
        reach={reach}
        head={head}
        above={
          <>
            {picker}
            <Asking asks={asks} owner={owner} off={t('You cannot send this now. It is saved for later.')} />
            <OtherDraft composer={composer} />
          </>
        }
        action={
          isReachable && (
            <Button
              variant={templates.isOpen ? 'secondary' : 'primary'}
              aria-expanded={templates.isOpen}
              icon={<LayoutTemplate size={15} strokeWidth={1.8} aria-hidden="true" />}
              onClick={toggleTemplates}
            >
              {t('Send a template')}
            </Button>
          )
        }
      >
        <KeptWords composer={composer} />
      </ClosedComposer>
    )
  }
  return (
    <Composer
      composer={composer}
      send={{ enabled: enabled && !hasCanned, reason }}
      note={
        canned.left === '' || canned.isAsked ? null : t('Press Tab to fill in {left}', { left: canned.left })
      }
      line={line}
      until={!isArchived && !canned.isAsked && <WindowNote reach={reach} />}
      analysed={checkState.is === 'analysing' ? checkState.message.text : null}
      head={head}
      above={
        <>
          {picker}
          {!isArchived && <Asking asks={asks} owner={owner} off={null} />}
          <OtherDraft composer={composer} />
          {hasAssist && !isArchived && <AssistNotes conversationId={conversationId} composer={composer} />}
          {hasCanned && (
            <Suspense fallback={null}>
              <cannedPicker.Part
                id={canned.listId}
                typed={canned.typed}
                conversationId={conversationId}
                customerName={knownOf(conversation).name}
                tags={tags}
                onKeys={canned.setKeys}
                onActive={canned.setActive}
                onInsert={canned.insert}
                onClose={canned.close}
              />
            </Suspense>
          )}
          <IntentBox check={check} state={checkState} off={!enabled} onDone={composer.focus} />
        </>
      }
      tools={
        !isArchived && (
          <>
            {takes(channel, 'template') && (
              <IconButton
                label={t('Send a template')}
                aria-expanded={templates.isOpen}
                onClick={toggleTemplates}
              >
                <LayoutTemplate size={16} strokeWidth={1.8} aria-hidden="true" />
              </IconButton>
            )}
            {takes(channel, 'ask') && <AskMenu onOpen={asks.open} />}
            {hasAssist && <AssistMenu conversationId={conversationId} composer={composer} />}
            <CannedButton composer={composer} onOpen={canned.open} />
          </>
        )
      }
      canRecord={!isArchived && takes(channel, 'voice')}
      picker={{
        list: hasCanned ? { id: canned.listId, active: canned.active } : null,
        onKey: event => (isArchived ? false : canned.onBoxKey(event)),
        onComposing: canned.setComposing,
      }}
      question={
        canned.isAsked
          ? t('Not filled in yet: {left}. Press Send again to send it as it is', { left: canned.left })
          : hasNoWords && composer.files.length === 0
            ? null
            : owner.question('box')
      }
      quoted={quoted}
      actions={{
        send: () => {
          advance.cancel()
          press()
        },
        sendAndNext: advance.isPossible
          ? () => {
              advance.arm()
              press()
            }
          : null,
        sendAndResolve: canResolve
          ? () => {
              advance.armToResolve()
              press()
            }
          : null,
        sendNow: () => check.skip(),
        quoteBeside,
        escape: () => {
          advance.cancel()
          if (checkState.is !== 'idle') check.cancel()
          else if (quoted !== null) composer.quote(null)
          else advance.toQueue()
        },
      }}
    />
  )
}

/** Nobody is greeted by a number. */
const knownOf = (conversation: ConversationMeta): KnownOfCustomer => ({
  name: isNameless(conversation) ? null : customerNameOf(conversation),
  phone: phoneOf(conversation),
})

const askPreview = (asked: Asked) => <AskPreview {...asked} />

function Asking({ asks, owner, off }: { asks: AskFormState; owner: Owner; off: string | null }) {
  const { making, start, send, keep, close } = asks
  if (making === null) return null
  return (
    <Suspense fallback={null}>
      <askForm.Part
        key={making.key}
        kind={making.kind}
        start={start}
        off={off}
        question={owner.question('ask')}
        preview={askPreview}
        onSend={send}
        onKeep={keep}
        onClose={close}
      />
    </Suspense>
  )
}

function Picker({ writing, conversation, owner }: ConversationComposerProps) {
  'use memo'
  const { start, send, close } = writing.templates
  return (
    <Suspense fallback={null}>
      <templatePicker.Part
        key={start === null ? '' : `${start.name} ${start.language}`}
        conversationId={conversation.id}
        customer={knownOf(conversation)}
        start={start}
        question={owner.question('template')}
        onSend={send}
        onClose={close}
      />
    </Suspense>
  )
}
