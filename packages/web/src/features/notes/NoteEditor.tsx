import { t } from '@parley/core/text/translate'
import type { NoteEntity } from '@parley/core/notes/api'
import { lengthOf } from '@parley/core/text/length'
import { noteLimits } from '@parley/core/notes/constants'
import { useId } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { type NoteActions, useMentionable } from '../../data/notes/notes.ts'
import { Button } from '../../ui/Button.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import { MentionBox } from './MentionBox.tsx'
import styles from './NoteBubble.module.css'

interface NoteEditorProps {
  readonly note: NoteEntity
  /** The new words. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly actions: NoteActions
  readonly onClose: () => void
}

const wordsOf = (cause: unknown): string => {
  logFailure('editNote', cause)
  return failureWords('editNote', cause)
}

/** Changes a note in its place. What is written stays when saving fails. */
export function NoteEditor({ note, text, onText, actions, onClose }: NoteEditorProps) {
  const people = useMentionable(note.conversation_id, note.mentions)
  const { busy, failure, run } = useAction(wordsOf)
  const hintId = useId()
  const words = text.trim()
  const isReady = words !== '' && lengthOf(words) <= noteLimits.text && !busy
  const save = async () => {
    if (!isReady) return
    if (words === note.text || (await run(() => actions.edit(note, words)))) onClose()
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
        onText={onText}
        people={people}
        label={t('Note')}
        describedBy={hintId}
        isOff={busy}
        focusAsked={1}
        onAdd={() => void save()}
        onEscape={onClose}
      />
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      <HStack gap={2} wrap justify="end">
        <Text id={hintId} flex="grow" size="meta" tone="warn">
          {t('Enter to save, Shift+Enter for a new line')}
        </Text>
        <Button size="small" onClick={onClose}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={busy} disabled={!isReady}>
          {t('Save note')}
        </Button>
      </HStack>
    </form>
  )
}
