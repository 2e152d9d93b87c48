import { t } from '@parley/core/text/translate'
import { rich } from '../../ui/rich.ts'
import type { NoteEntity } from '@parley/core/notes/api'
import { conversationPath } from '@parley/core/notifications/rules'
import { calendar } from '@parley/core/text/format'
import { noteReactions } from '@parley/core/notes/constants'
import { Lock } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { useKeptDraft } from '../../client/device/kept-draft.ts'
import { useMay } from '../../data/capabilities/queries.ts'
import { noteEditKey, noteEdits, type NoteActions, useNoteActions } from '../../data/notes/notes.ts'
import { HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { CopyLink } from '../../ui/CopyLink.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { Popover } from '../../ui/overlays/Popover.tsx'
import { useAction } from '../../ui/hooks/use-action.ts'
import styles from './NoteBubble.module.css'
import { NoteEditor } from './NoteEditor.tsx'
import { NoteText } from './NoteText.tsx'

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
          <NoteEditor
            note={note}
            text={draft}
            onText={text => kept.change(() => text)}
            actions={actions}
            onClose={() => kept.change(() => null)}
          />
        ) : (
          <NoteText text={note.text} mentions={note.mentions} />
        )}
      </div>
      <Signs note={note} viewerId={viewerId} actions={actions} />
      {!isEdited && (
        <HStack gap={1.5} justify="end" wrap tone="faint" className={styles.foot}>
          <HStack as="span" align="stretch" justify="end" wrap className={styles.tools}>
            <React note={note} viewerId={viewerId} actions={actions} />
            {isOwn && (
              <button type="button" className={styles.tool} onClick={() => kept.change(() => note.text)}>
                {t('Edit')}
              </button>
            )}
            {(isOwn || mayDeleteAny) && <Delete note={note} isOwn={isOwn} actions={actions} />}
            <CopyLink to={conversationPath(note.conversation_id, note.id)} className={styles.tool} />
          </HStack>
          <span className={styles.kind}>{t('NOTE')}</span>
          <time dateTime={note.created_at} title={local.full(new Date(note.created_at))}>
            {local.clock(new Date(note.created_at))}
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

const wordsOf = (cause: unknown): string => {
  logFailure('reactToNote', cause)
  return failureWords('reactToNote', cause)
}

const isOf = (viewerId: string, agents: readonly { readonly id: string }[]) =>
  agents.some(({ id }) => id === viewerId)

/** What colleagues put on it, by name; a press puts the own one on or takes it away. */
function Signs({ note, viewerId, actions }: PartProps) {
  const { busy, failure, run, dismiss } = useAction(wordsOf)
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
  const { failure, run } = useAction(wordsOf)
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

const deleteWords = (cause: unknown): string => {
  logFailure('deleteNote', cause)
  return failureWords('deleteNote', cause)
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
