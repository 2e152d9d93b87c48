import { t } from '@parley/core/text/translate'
import type { QuotedEntity } from '@parley/core/messages/api'
import { lengthNote } from '@parley/core/messages/rules'
import { lengthOf } from '@parley/core/text/length'
import { maxTextLength } from '@parley/core/messages/constants'
import { Mic, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useId, useEffect, useRef, useState } from 'react'
import { runCommand } from '../../../commands/live.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { lazyWithRetry } from '../../../ui/hooks/lazy-part.ts'
import { HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { PastedOffer } from '../../../ui/files/PastedOffer.tsx'
import { useFilePaste } from '../../../ui/files/use-file-paste.ts'
import { ChosenQuote } from './ChosenQuote.tsx'
import styles from './Composer.module.css'
import { ComposerBox } from './ComposerBox.tsx'
import { PendingFileList } from './PendingFileList.tsx'
import { readyFiles } from '../../../data/attachments/pending-files.ts'
import { SendButtons } from './send/SendButtons.tsx'
import type { SendState } from './send/send-state.ts'
import { type ComposerState, useComposerText } from './use-composer.ts'

const voiceRecorder = lazyWithRetry(async () => (await import('../voice/VoiceRecorder.tsx')).VoiceRecorder)

/** A list in which the box's keys choose. */
export interface BoxPicker {
  /** The list's id and that of its active option; null: it is closed. */
  readonly list: { readonly id: string; readonly active: string | null } | null
  /** Gets the box's keys first. Returns true for a key that it used. */
  readonly onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => boolean
  /** An input method composes, or does so no more. */
  readonly onComposing: (composing: boolean) => void
}

/** What Send and the keys of the box do. */
export interface ComposerActions {
  readonly send: () => void
  /** Sends and opens the next conversation; null where there is no queue beside this one. */
  readonly sendAndNext: (() => void) | null
  /** Sends and resolves the conversation; null where that cannot be done. */
  readonly sendAndResolve: (() => void) | null
  /** Sends the message that is being analysed, without waiting. */
  readonly sendNow: () => void
  /** Quotes the message before or behind the quoted one. */
  readonly quoteBeside: (step: 'older' | 'newer') => void
  readonly escape: () => void
}

interface ComposerProps {
  readonly composer: ComposerState
  readonly send: SendState
  /** What to know of the next message. */
  readonly note: string | null
  /** What else, in a line of its own; null: nothing. */
  readonly line: ReactNode
  /** Until when it can be sent. */
  readonly until: ReactNode
  /** The text that waits to be sent until it is known what it means. */
  readonly analysed: string | null
  /** What chooses between this and a note; false: nothing else can be written. */
  readonly head: ReactNode
  /** What is to be said of the message that is being sent. */
  readonly above: ReactNode
  /** More that can be sent, behind the files. */
  readonly tools: ReactNode
  readonly canRecord: boolean
  readonly picker: BoxPicker
  /** What is asked before it is sent, beside Send; null: nothing. */
  readonly question: string | null
  /** The message that this one answers; null: none. */
  readonly quoted: QuotedEntity | null
  readonly actions: ComposerActions
}

/** Where an agent writes: a box that grows, files, and Send with the reason when it is off. */
export function Composer(props: ComposerProps) {
  const {
    composer,
    send,
    note,
    line,
    until,
    analysed,
    head,
    above,
    tools,
    canRecord,
    picker,
    question,
    quoted,
    actions,
  } = props
  const { add, quote, focus } = composer
  const { sendAndNext, sendAndResolve } = actions
  const paste = useFilePaste(add)
  const [recording, setRecording] = useState(false)
  const [noteId, lineId, untilId] = [useId(), useId(), useId()]

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (picker.onKey(event)) return
    if (event.key === 'Escape') return actions.escape()
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      return actions.quoteBeside(event.key === 'ArrowUp' ? 'older' : 'newer')
    }
    // In an empty box there is nothing else to undo.
    if (event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey)) {
      if (composer.written() === '' && runCommand('undo')) event.preventDefault()
      return
    }
    const isCtrl = event.ctrlKey || event.metaKey
    if (event.key !== 'Enter' || (event.shiftKey && !isCtrl)) return
    event.preventDefault()
    if (event.repeat) return
    if (event.shiftKey) {
      if (send.enabled) sendAndResolve?.()
    } else if (send.enabled && sendAndNext !== null && isCtrl) sendAndNext()
    else if (send.enabled) actions.send()
    else if (analysed !== null) actions.sendNow()
  }

  return (
    <VStack rule="top" className={styles.composer}>
      {above}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- pasting files is also a button */}
      <form
        aria-label={t('Reply')}
        className={styles.box}
        onSubmit={event => {
          event.preventDefault()
          if (!send.enabled) return
          actions.send()
          focus()
        }}
        onPaste={paste.onPaste}
      >
        <HStack gap={2} justify="between">
          {head}
          <Text as="div" id={untilId} size="meta" tone="faint" className={styles.until}>
            {analysed === null && until}
          </Text>
        </HStack>
        {quoted !== null && (
          <ChosenQuote
            message={quoted}
            onLetGo={() => {
              quote(null)
              focus()
            }}
          />
        )}
        {recording ? (
          <Suspense fallback={<p role="status">{t('Getting ready to record…')}</p>}>
            <voiceRecorder.Part
              onRecorded={composer.addRecording}
              onClose={() => {
                setRecording(false)
                focus()
              }}
            />
          </Suspense>
        ) : (
          <ComposerBox
            composer={composer}
            describedBy={[noteId, untilId, ...(line === null ? [] : [lineId])].join(' ')}
            list={picker.list}
            onKeyDown={onKeyDown}
            onComposing={picker.onComposing}
          />
        )}
        <PendingFileList {...composer} />
        <BesideWords composer={composer} paste={paste} />
        {line !== null && (
          <Text as="div" id={lineId} size="meta" tone="muted" className={styles.line}>
            {line}
          </Text>
        )}
        <HStack gap={2} wrap className={styles.tools}>
          <AttachButton onChoose={add} onDone={focus} />
          {tools}
          {canRecord && !recording && (
            <RecordButton composer={composer} onRecord={() => setRecording(true)} />
          )}
          {analysed !== null && <Analysing text={analysed} onSendNow={actions.sendNow} />}
          <Notes
            id={noteId}
            composer={composer}
            reason={send.reason}
            question={question}
            note={analysed === null ? note : null}
          />
          <SendButtons send={send} sendAndNext={sendAndNext} sendAndResolve={sendAndResolve} />
        </HStack>
      </form>
    </VStack>
  )
}

/** What came with pasted words is offered for as long as there are words. */
function BesideWords({
  composer,
  paste,
}: {
  composer: ComposerState
  paste: ReturnType<typeof useFilePaste>
}) {
  const isEmpty = useComposerText(composer, text => text === '')
  const { dismiss } = paste
  useEffect(() => {
    if (isEmpty) dismiss()
  }, [isEmpty, dismiss])
  return <PastedOffer {...paste} />
}

interface AttachButtonProps {
  readonly onChoose: (files: readonly File[]) => void
  /** The browser's window has gone. */
  readonly onDone: () => void
}

function AttachButton({ onChoose, onDone }: AttachButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { current } = input
    current?.addEventListener('cancel', onDone)
    return () => current?.removeEventListener('cancel', onDone)
  }, [onDone])
  return (
    <>
      <IconButton label={t('Attach files')} onClick={() => input.current?.click()}>
        <Plus size={17} strokeWidth={1.8} aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Files to attach')}
        onChange={event => {
          onChoose([...(event.target.files ?? [])])
          // So that the same file can be chosen again after it was removed.
          event.target.value = ''
          onDone()
        }}
      />
    </>
  )
}

/** A voice note goes without words, so it is offered while there are none. Its code comes when the button is neared. */
function RecordButton({ composer, onRecord }: { composer: ComposerState; onRecord: () => void }) {
  const isEmpty = useComposerText(composer, text => text === '')
  if (!isEmpty) return null
  const { preload } = voiceRecorder
  return (
    <IconButton
      label={t('Record a voice note')}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={onRecord}
    >
      <Mic size={16} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
}

const slowMs = 200

/** Shown only once it takes a moment, so that a quick answer does not flicker; a line of its own, as the others have no room. */
function Analysing({ text, onSendNow }: { text: string; onSendNow: () => void }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isSlow) return null
  return (
    <HStack gap={1.5} flex="shrink" size="meta" tone="muted" nowrap className={styles.analysing}>
      <Spinner size={12} />
      <span role="status">{t('Analyzing your request...')}</span>
      <Text as="button" type="button" weight={500} tone="accent" className={styles.skip} onClick={onSendNow}>
        {t('Send now')}
      </Text>
      <Text dir="auto" tone="faint" className={styles.analysed}>
        {text}
      </Text>
    </HStack>
  )
}

type NotesProps = {
  id: string
  composer: ComposerState
  reason: string | null
  question: string | null
  note: string | null
}

/** Why Send is off, what to know of the message, how much room is left, that the text has several lines; else what Enter does. */
function Notes({ id, composer, reason, question, note }: NotesProps) {
  const firstFile = readyFiles(composer.files)[0]?.mime_type ?? null
  const room = useComposerText(composer, text => lengthNote(lengthOf(text), firstFile))
  const isOver = useComposerText(composer, text => lengthOf(text) > maxTextLength)
  const isMultiline = useComposerText(composer, text => text.includes('\n'))
  const isQuiet = reason === null && question === null && note === null && !isMultiline && room === null
  return (
    <HStack id={id} align="stretch" wrap flex="grow" size="meta" tone="faint" className={styles.notes}>
      {reason !== null && (
        <Text role="status" tone="warn">
          {reason}
        </Text>
      )}
      {question !== null && (
        <Text role="alert" tone="warn">
          {question}
        </Text>
      )}
      {note !== null && <span>{note}</span>}
      {isMultiline && <span>{t('Multiline message')}</span>}
      {isQuiet && (
        <Text cut className={styles.enter}>
          {t('Enter to send')}
          <span className={styles.break}>{t(', Shift+Enter for a new line')}</span>
        </Text>
      )}
      {room !== null && (
        <Text digits className={classNames(isOver && styles.over)}>
          {room}
        </Text>
      )}
    </HStack>
  )
}
