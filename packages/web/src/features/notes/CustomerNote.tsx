import { t } from '@parley/core/text/translate'
import { noteLimits } from '@parley/core/notes/constants'
import { characters, lengthOf } from '@parley/core/text/length'
import { Pencil } from 'lucide-react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { type KeptDraft, useKeptDraft } from '../../client/device/kept-draft.ts'
import {
  useCustomerNote,
  useSaveCustomerNote,
  type CustomerNoteDraft,
  customerNoteDraftKey,
  customerNoteDrafts,
} from '../../data/notes/notes.ts'
import { useFreshness } from '../../sync/freshness.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { NotLoaded, RetryState } from '../../ui/states/RetryState.tsx'
import { TextArea } from '../../ui/fields/TextArea.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './CustomerNote.module.css'

const wordsOf = (cause: unknown): string => {
  logFailure('saveCustomerNote', cause)
  return failureWords('saveCustomerNote', cause)
}

/** What agents know of the customer, the same beside each of their conversations. */
export function CustomerNote({ agentId, conversationId }: { agentId: string; conversationId: string }) {
  const view = useCustomerNote(conversationId)
  const { draft, restored, kept } = useKeptDraft(
    customerNoteDraftKey(agentId, conversationId),
    customerNoteDrafts,
  )
  const { cut } = useFreshness()
  const { note } = view
  const hasFailed = note === null && view.state === 'failed'
  const edit = () => note !== null && kept.change(() => ({ base: note.version, text: note.text }))
  return (
    <section aria-label={t('Customer note')}>
      <HStack gap={2} justify="between" className={styles.head}>
        <Text as="h3" size="list" weight={600}>
          {t('Customer note')}
        </Text>
        {note !== null && restored && draft === null && (
          <IconButton label={t('Edit the note on the customer')} size="small" onClick={edit}>
            <Pencil size={14} strokeWidth={1.8} aria-hidden="true" />
          </IconButton>
        )}
      </HStack>
      {hasFailed && cut && <NotLoaded />}
      {hasFailed && !cut && (
        <RetryState title={t('The note could not be loaded')} busy={view.retrying} onRetry={view.retry} />
      )}
      {note !== null && draft === null && <Shown note={note} />}
      {note !== null && draft !== null && (
        <Editor key={conversationId} conversationId={conversationId} note={note} draft={draft} kept={kept} />
      )}
    </section>
  )
}

type Note = NonNullable<ReturnType<typeof useCustomerNote>['note']>

function Shown({ note }: { readonly note: Note }) {
  if (note.text === '')
    return (
      <Text as="p" size="meta" tone="faint" className={styles.faint}>
        {t('No note yet')}
      </Text>
    )
  return (
    <>
      <Text as="p" dir="auto" size="list" breaks className={styles.text}>
        {note.text}
      </Text>
      <Changed note={note} />
    </>
  )
}

function Changed({ note }: { readonly note: Note }) {
  if (note.changed === null) return null
  return (
    <Text as="p" size="meta" tone="faint" className={styles.faint}>
      <bdi>{note.changed.by.name}</bdi>, <Moment iso={note.changed.at} />
    </Text>
  )
}

interface EditorProps {
  readonly conversationId: string
  readonly note: Note
  readonly draft: CustomerNoteDraft
  readonly kept: KeptDraft<CustomerNoteDraft | null>
}

function Editor({ conversationId, note, draft, kept }: EditorProps) {
  const save = useSaveCustomerNote(conversationId)
  const { busy, failure, run, dismiss } = useAction(wordsOf)
  const text = draft.text.trim()
  const over = lengthOf(text) - Math.max(noteLimits.onCustomer, lengthOf(note.text))
  const isOvertaken = note.version !== draft.base
  const change = (more: Partial<CustomerNoteDraft>) => kept.change(now => now && { ...now, ...more })
  const close = () => kept.change(() => null)
  const keepMine = () => {
    dismiss()
    change({ base: note.version })
  }
  const submit = async () => {
    if (over > 0 || isOvertaken) return
    if (text === note.text || (await run(() => save(draft.base, text)))) close()
  }
  return (
    <Grid
      as="form"
      aria-label={t('Edit the note on the customer')}
      gap={2}
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        label={t('Note')}
        hint={t('Shown beside each of this customer’s conversations')}
        value={draft.text}
        readOnly={busy}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be written in
        autoFocus
        error={over > 0 ? t('{over} too many', { over: characters(over) }) : undefined}
        onChange={event => change({ text: event.target.value })}
      />
      {isOvertaken ? (
        <Grid role="alert" gap={1.5} size="meta" tone="warn" className={styles.overtaken}>
          <p>{t('A colleague changed this note meanwhile. Now it says:')}</p>
          <Text as="p" dir="auto" size="list" breaks className={styles.text}>
            {note.text === '' ? t('Nothing') : note.text}
          </Text>
          <Changed note={note} />
          <Button size="small" onClick={keepMine}>
            {t('Save mine anyway')}
          </Button>
          <Button size="small" onClick={close}>
            {t('Take theirs')}
          </Button>
        </Grid>
      ) : (
        failure !== null && <FailureNote>{failure}</FailureNote>
      )}
      <HStack gap={2} align="stretch" justify="end">
        <Button size="small" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={busy} disabled={over > 0 || isOvertaken}>
          {t('Save note')}
        </Button>
      </HStack>
    </Grid>
  )
}
