import { t } from '@parley/core/text/translate'
import type { ApplicationEntity } from '@parley/core/applications/application'
import { maxApplicationText } from '@parley/core/applications/constants'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { rich } from '../../../ui/rich.ts'
import { failureWords, logFailure } from '../../../client/action-messages.ts'
import { newId } from '../../../client/client.ts'
import type { ApplicationDraft, SetDraft } from '../../../data/applications/drafts.ts'
import type { ApplicationSource, NoteWish } from '../../../data/applications/source.ts'
import { Button } from '../../../ui/Button.tsx'
import { Box, Grid, Text } from '../../../ui/layout/Layout.tsx'
import { EmptyState } from '../../../ui/states/EmptyState.tsx'
import { FailureNote } from '../../../ui/states/FailureNote.tsx'
import { TextArea } from '../../../ui/fields/TextArea.tsx'
import { Byline } from '../ApplicationMarks.tsx'
import { tooLong } from './application-changes.ts'
import styles from './Notes.module.css'

interface NotesProps {
  readonly application: ApplicationEntity
  readonly source: ApplicationSource
  readonly draft: ApplicationDraft
  readonly setDraft: SetDraft
}

/** What agents wrote about the application, newest first, and the box for the next one. */
export function Notes({ application, source, draft, setDraft }: NotesProps) {
  const [blank, setBlank] = useState(false)
  const { kind, id, notes } = application
  const add = useMutation({
    mutationFn: (wish: NoteWish) => source.addNote({ kind, id }, wish),
    onSuccess: (_, wish) =>
      setDraft(now => (now.noteId === wish.noteId ? { ...now, note: '', noteId: newId() } : now)),
    onError: cause => logFailure('addNote', cause),
  })
  const content = draft.note.trim()
  const long = tooLong(content, maxApplicationText)
  const submit = () => {
    setBlank(content === '')
    if (content !== '' && long === undefined && !add.isPending) add.mutate({ content, noteId: draft.noteId })
  }
  const error = blank && content === '' ? t('Write something first: a note cannot be blank') : undefined
  return (
    <Grid gap={4} size="list" narrow>
      <Grid
        as="form"
        aria-label={t('Add a note')}
        gap={2.5}
        className={styles.form}
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        <TextArea
          label={rich('New note {visible}', {
            visible: (
              <Text size="meta" tone="muted">
                {t('visible to agents only')}
              </Text>
            ),
          })}
          value={draft.note}
          readOnly={add.isPending}
          error={long ?? error}
          // Other words are another note: only the very same one may be sent under the same id.
          onChange={event => {
            const note = event.target.value
            setDraft(now => ({ ...now, note, noteId: newId() }))
          }}
        />
        <div>
          <Button type="submit" variant="primary" busy={add.isPending} disabled={add.isPending}>
            {t('Add Note')}
          </Button>
        </div>
        {add.error !== null && !add.isPending && (
          <FailureNote>{failureWords('addNote', add.error)}</FailureNote>
        )}
      </Grid>
      {notes.length === 0 ? (
        <EmptyState
          title={t('No notes yet')}
          hint={t('Notes are for agents; the customer never sees them.')}
        />
      ) : (
        <Box as="ol" frame className={styles.notes} aria-label={t('Notes')}>
          {notes.toReversed().map(note => (
            <li key={note.id} className={styles.note}>
              <Byline by={note.created_by} at={note.created_at} />
              <Text as="p" dir="auto" breaks className={styles.text}>
                {note.content}
              </Text>
            </li>
          ))}
        </Box>
      )}
    </Grid>
  )
}
