import { t } from '@parley/core/text/translate'
import type { Mention, NoteEntity } from '@parley/core/notes/api'
import { conversationPath } from '@parley/core/notifications/rules'
import { calendar } from '@parley/core/text/format'
import { noteLimits, noteReactions } from '@parley/core/notes/constants'
import { Lock } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { lengthOf } from '@parley/core/text/length'
import { shownParts } from '@parley/core/notes/rules'
import { rich } from '../../ui/rich.ts'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { type KeptDraft, useKeptDraft } from '../../client/device/kept-draft.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import {
  noteEditKey,
  noteEdits,
  type NoteActions,
  useMentionable,
  useNoteActions,
} from '../../data/notes/notes.ts'
import { HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './NoteBubble.module.css'
import { Button } from '../../ui/Button.tsx'
import { MentionBox } from './MentionBox.tsx'

interface NoteBubbleProps {
  readonly note: NoteEntity
  readonly viewerId: string
}

const local = calendar()

/** What an agent wrote for colleagues, among the messages and like none of them. */
export const NoteBubble = memo(function NoteBubble({ note, viewerId }: NoteBubbleProps) {
  const mayDeleteAny = useMay('colleague-notes')
  // On the device, since the thread holds the rows near the screen only.
  const { draft, kept } = useKeptDraft(noteEditKey(viewerId, note.id), noteEdits)
  const actions = useNoteActions(note.conversation_id)
  const isOwn = note.agent.id === viewerId
  const isEdited = isOwn && draft !== null
  const at = new Date(note.created_at)
  const part = { note, viewerId, actions }
  return (
    <VStack
      role="group"
      aria-label={t('Internal note by {name}', { name: note.agent.name })}
      align="end"
      className={styles.note}
    >
      <HStack tone="warn" breaks className={styles.from}>
        <Lock size={13} strokeWidth={1.8} aria-hidden="true" />
        <span>{rich('Internal note · {name}', { name: <bdi>{note.agent.name}</bdi> })}</span>
      </HStack>
      <div className={styles.bubble}>
        {isEdited ? (
          <NoteEditor {...part} text={draft} kept={kept} />
        ) : (
          <NoteText text={note.text} mentions={note.mentions} />
        )}
      </div>
      <Signs {...part} />
      {!isEdited && (
        <HStack gap={1.5} justify="end" wrap tone="faint" className={styles.foot}>
          <HStack as="span" align="stretch" justify="end" wrap className={styles.tools}>
            <React {...part} />
            {isOwn && (
              <button type="button" className={styles.tool} onClick={() => kept.change(() => note.text)}>
                {t('Edit')}
              </button>
            )}
            {(isOwn || mayDeleteAny) && <Delete note={note} isOwn={isOwn} actions={actions} />}
            <CopyLink to={conversationPath(note.conversation_id, note.id)} className={styles.tool} />
          </HStack>
          <span className={styles.kind}>{t('NOTE')}</span>
          <time dateTime={note.created_at} title={local.full(at)}>
            {local.clock(at)}
          </time>
          {note.edited_at !== null && (
            <span title={t('Edited {time}', { time: local.full(new Date(note.edited_at)) })}>
              {t('Edited')}
            </span>
          )}
        </HStack>
      )}
    </VStack>
  )
})

interface PartProps {
  readonly note: NoteEntity
  readonly viewerId: string
  readonly actions: NoteActions
}

/** Logs why something was not done, and says it. */
const saidOf = (action: 'reactToNote' | 'deleteNote' | 'editNote') => (cause: unknown) => {
  logFailure(action, cause)
  return failureWords(action, cause)
}
const reactWords = saidOf('reactToNote')
const deleteWords = saidOf('deleteNote')
const editWords = saidOf('editNote')

const isOf = (viewerId: string, agents: readonly { readonly id: string }[]) =>
  agents.some(({ id }) => id === viewerId)

/** What colleagues put on it, by name; a press puts the own one on or takes it away. */
function Signs({ note, viewerId, actions }: PartProps) {
  const { busy, failure, run, dismiss } = useAction(reactWords)
  if (note.reactions.length === 0) return null
  return (
    <>
      <HStack
        as="ul"
        align="stretch"
        justify="end"
        wrap
        className={styles.signs}
        aria-label={t('Reactions of colleagues')}
      >
        {note.reactions.map(({ emoji, agents }) => {
          const isOwn = isOf(viewerId, agents)
          return (
            <li key={emoji}>
              <Text
                as="button"
                type="button"
                size="meta"
                tone="muted"
                breaks
                className={styles.sign}
                aria-pressed={isOwn}
                disabled={busy}
                onClick={() => void run(() => actions.react(note, emoji, !isOwn))}
              >
                <span>{emoji}</span> <bdi>{agents.map(({ name }) => name).join(', ')}</bdi>
              </Text>
            </li>
          )
        })}
      </HStack>
      {failure !== null && <FailureNote onDismiss={dismiss}>{failure}</FailureNote>}
    </>
  )
}

function React({ note, viewerId, actions }: PartProps) {
  const [isOpen, setOpen] = useState(false)
  const { failure, run } = useAction(reactWords)
  const button = useRef<HTMLButtonElement>(null)
  const put = async (emoji: (typeof noteReactions)[number], on: boolean) => {
    if (await run(() => actions.react(note, emoji, on))) setOpen(false)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.tool}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(open => !open)}
      >
        {t('React')}
      </button>
      {isOpen && (
        <Popover anchor={button} open onOpenChange={setOpen} title={t('React to the note')}>
          <HStack gap={0.5} align="stretch" className={styles.choice} role="group" aria-label={t('Emojis')}>
            {noteReactions.map(emoji => {
              const isOwn = isOf(viewerId, note.reactions.find(one => one.emoji === emoji)?.agents ?? [])
              return (
                <button
                  key={emoji}
                  type="button"
                  className={styles.offered}
                  aria-pressed={isOwn}
                  onClick={() => void put(emoji, !isOwn)}
                >
                  {emoji}
                </button>
              )
            })}
          </HStack>
          {failure !== null && <FailureNote>{failure}</FailureNote>}
        </Popover>
      )}
    </>
  )
}

function Delete({ note, isOwn, actions }: Omit<PartProps, 'viewerId'> & { readonly isOwn: boolean }) {
  const [isAsked, setAsked] = useState(false)
  const { busy, failure, run } = useAction(deleteWords)
  return (
    <>
      <button type="button" className={styles.tool} onClick={() => setAsked(true)}>
        {t('Delete')}
      </button>
      {isAsked && (
        <ConfirmDialog
          title={isOwn ? t('Delete your note?') : t('Delete the note of {name}?', { name: note.agent.name })}
          action={t('Delete note')}
          busy={busy}
          failure={failure}
          onConfirm={() => void run(() => actions.remove(note, isOwn ? 'own' : 'colleague'))}
          onClose={() => setAsked(false)}
        >
          <p>
            {t('It is deleted for everybody and cannot be restored.')}
            {!isOwn && t(' The audit log records that you deleted it.')}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}

interface NoteEditorProps extends Omit<PartProps, 'viewerId'> {
  /** The new words. */
  readonly text: string
  readonly kept: KeptDraft<string | null>
}

/** Changes a note in its place. What is written stays when saving fails. */
function NoteEditor({ note, text, kept, actions }: NoteEditorProps) {
  const close = () => kept.change(() => null)
  const people = useMentionable(note.conversation_id, note.mentions)
  const { busy, failure, run } = useAction(editWords)
  const hintId = useId()
  const words = text.trim()
  const isReady = words !== '' && lengthOf(words) <= noteLimits.text && !busy
  const save = async () => {
    if (!isReady) return
    if (words === note.text || (await run(() => actions.edit(note, words)))) close()
  }
  return (
    <form
      aria-label={t('Edit the note')}
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void save()
      }}
    >
      <MentionBox
        text={text}
        onText={next => kept.change(() => next)}
        people={people}
        label={t('Note')}
        describedBy={hintId}
        isOff={busy}
        focusAsked={1}
        onAdd={() => void save()}
        onEscape={close}
      />
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <HStack gap={2} wrap justify="end">
        <Text id={hintId} flex="grow" size="meta" tone="warn">
          {t('Enter to save, Shift+Enter for a new line')}
        </Text>
        <Button size="small" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={busy} disabled={!isReady}>
          {t('Save note')}
        </Button>
      </HStack>
    </form>
  )
}

/** A note's words, with today's names of those whom it mentions marked. Never HTML. */
function NoteText({ text, mentions }: { text: string; mentions: readonly Mention[] }) {
  return (
    <Text as="p" dir="auto" size="body" breaks className={styles.text}>
      {shownParts(text, mentions).map((part, place) =>
        part.mention ? (
          // The parts of one text never move, so their place is their identity.
          // oxlint-disable-next-line react/no-array-index-key
          <Text as="strong" key={place} weight={600} tone="accent">
            {part.text}
          </Text>
        ) : (
          part.text
        ),
      )}
    </Text>
  )
}
