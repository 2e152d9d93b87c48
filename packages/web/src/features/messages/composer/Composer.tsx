import { t } from '@parley/core/text/translate'
import type { QuotedEntity } from '@parley/core/messages/api'
import { lengthNote } from '@parley/core/messages/rules'
import { lengthOf } from '@parley/core/text/length'
import { maxTextLength } from '@parley/core/messages/constants'
import { Mic, Plus } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import { runCommand } from '../../../commands/live.ts'
import { classNames } from '../../../ui/hooks/class-names.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { lazyWithRetry } from '../../../ui/hooks/lazy-part.ts'
import { HStack, Text, VStack } from '../../../ui/layout/Layout.tsx'
import { Spinner } from '../../../ui/states/Spinner.tsx'
import { PastedOffer, useFilePaste } from '../../../ui/files/FilePaste.tsx'
import { ChosenQuote } from '../bubble/Quote.tsx'
import styles from './Composer.module.css'
import { type BoxPicker, type ComposerActions, ComposerBox, SendButtons } from './ComposerParts.tsx'
import { PendingFileList } from './PendingFileList.tsx'
import { readyFiles } from '../../../data/attachments/pending-files.ts'
import type { SendState } from './send-state.ts'
import { type ComposerState, useComposerText } from './use-composer.ts'

const voiceRecorder = lazyWithRetry(async () => (await import('../voice/VoiceRecorder.tsx')).VoiceRecorder)

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
  /** What chooses between this and a note. */
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
  const { composer, send, line, analysed, picker, quoted, actions } = props
  const { add, focus } = composer
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
      if (send.enabled) actions.sendAndResolve?.()
    } else if (send.enabled && actions.sendAndNext !== null && isCtrl) actions.sendAndNext()
    else if (send.enabled) actions.send()
    else if (analysed !== null) actions.sendNow()
  }

  return (
    <VStack rule="top" className={styles.composer}>
      {props.above}
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
          {props.head}
          <Text as="div" id={untilId} size="meta" tone="faint" className={styles.until}>
            {analysed === null && props.until}
          </Text>
        </HStack>
        {quoted !== null && <ChosenQuote message={quoted} composer={composer} />}
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
            picker={picker}
            onKeyDown={onKeyDown}
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
          <AttachButton composer={composer} />
          {props.tools}
          {props.canRecord && !recording && (
            <RecordButton composer={composer} onRecord={() => setRecording(true)} />
          )}
          {analysed !== null && <Analysing text={analysed} onSendNow={actions.sendNow} />}
          <Notes
            id={noteId}
            composer={composer}
            reason={send.reason}
            question={props.question}
            note={analysed === null ? props.note : null}
          />
          <SendButtons send={send} actions={actions} />
        </HStack>
      </form>
    </VStack>
  )
}

type Paste = ReturnType<typeof useFilePaste>

/** What came with pasted words is offered for as long as there are words. */
function BesideWords({ composer, paste }: { composer: ComposerState; paste: Paste }) {
  const isEmpty = useComposerText(composer, text => text === '')
  const { dismiss } = paste
  useEffect(() => {
    if (isEmpty) dismiss()
  }, [isEmpty, dismiss])
  return <PastedOffer {...paste} />
}

function AttachButton({ composer: { add, focus } }: { composer: ComposerState }) {
  const input = useRef<HTMLInputElement>(null)
  // Where the browser's window has gone.
  useEffect(() => {
    const { current } = input
    current?.addEventListener('cancel', focus)
    return () => current?.removeEventListener('cancel', focus)
  }, [focus])
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
          add([...(event.target.files ?? [])])
          // So that the same file can be chosen again after it was removed.
          event.target.value = ''
          focus()
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

interface NotesProps extends Pick<ComposerProps, 'composer' | 'question' | 'note'> {
  readonly id: string
  readonly reason: string | null
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
