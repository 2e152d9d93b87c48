import { t } from '@parley/core/text/translate'
import type { NoteEntity } from '@parley/core/notes/api'
import { characters, lengthOf } from '@parley/core/text/length'
import { noteLimits } from '@parley/core/notes/constants'
import { AtSign, StickyNote } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { failureWords, logFailure } from '../../client/action-messages.ts'
import { newId } from '../../client/client.ts'
import { ariaKeys, keysLabel } from '../../commands/catalogue.ts'
import { changeDraft, useKeptDraft } from '../../client/device/kept-draft.ts'
import { noteDraftKey, noteDrafts, useMentionable, useNoteActions, useNotes } from '../../data/notes/notes.ts'
import { Button } from '../../ui/Button.tsx'
import { HStack, Text, VStack } from '../../ui/layout/Layout.tsx'
import { FailureNote } from '../../ui/states/FailureNote.tsx'
import { MentionBox } from './MentionBox.tsx'
import styles from './NoteComposer.module.css'

interface NoteComposerProps {
  readonly agentId: string
  readonly conversationId: string
  /** What chooses between a reply and a note. */
  readonly head: ReactNode
  /** Rises when the caret is wanted in the box. */
  readonly focusAsked: number
  readonly onEscape: () => void
  /** Told of a note that was added. `undo` removes it and brings its words back; it rejects with words for a person. */
  readonly onAdded: (undo: () => Promise<void>) => void
}

/** How many characters are left; said once it is of use. */
const saidBelow = 300

/** Where an agent writes for colleagues. Nothing in here sends anything to a customer. */
export function NoteComposer(props: NoteComposerProps) {
  const { agentId, conversationId, head, focusAsked, onEscape, onAdded } = props
  const { draft, restored, kept } = useKeptDraft(noteDraftKey(agentId, conversationId), noteDrafts)
  const people = useMentionable(conversationId)
  const actions = useNoteActions(conversationId)
  const { notes } = useNotes(conversationId)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ readonly clientId: string; readonly words: string } | null>(null)
  const [focused, setFocused] = useState(0)
  const [mentions, setMentions] = useState(0)
  const [hintId, enterId] = [useId(), useId()]
  const text = draft.text.trim()
  const left = noteLimits.text - lengthOf(text)
  const isReady = restored && text !== '' && left >= 0 && !busy

  const isThere = draft.clientId !== '' && isAmong(notes, agentId, draft.clientId)
  useEffect(() => {
    // Its answer was lost on the way, but it is in the thread.
    if (isThere && !busy) kept.change(() => noteDrafts.empty())
  }, [isThere, busy, kept])

  const takeBack = async (note: NoteEntity) => {
    try {
      await actions.remove(note, 'own')
    } catch (cause) {
      logFailure('deleteNote', cause)
      throw new Error(failureWords('deleteNote', cause), { cause })
    }
    await changeDraft(noteDraftKey(agentId, conversationId), noteDrafts, now =>
      noteDrafts.join({ clientId: '', text: note.text }, now),
    )
  }
  const add = async () => {
    if (!isReady) return
    const clientId = draft.clientId === '' ? newId() : draft.clientId
    // Kept with its id first: a page that ends meanwhile sends the same note again, not a second one.
    kept.change(now => ({ ...now, clientId }))
    setBusy(true)
    setFailure(null)
    try {
      const note = await actions.add(clientId, text)
      onAdded(() => takeBack(note))
      kept.change(now => (now.clientId === clientId ? noteDrafts.empty() : now))
      setFocused(count => count + 1)
    } catch (cause) {
      logFailure('addNote', cause)
      setFailure({ clientId, words: failureWords('addNote', cause) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <VStack rule="top" className={styles.composer}>
      <form
        aria-label={t('Internal note')}
        className={styles.box}
        onSubmit={event => {
          event.preventDefault()
          void add()
        }}
      >
        <HStack gap={2} justify="between" className={styles.head}>
          {head}
          <Text id={hintId} size="meta" tone="warn">
            {t('Only agents see this')}
          </Text>
        </HStack>
        <MentionBox
          text={draft.text}
          // Other words are another note: only the very same one may be sent under the same id.
          onText={next => kept.change(() => ({ clientId: '', text: next }))}
          people={people}
          label={t('Internal note')}
          placeholder={t('Write for your colleagues')}
          describedBy={`${hintId} ${enterId}`}
          isOff={!restored || busy}
          isWriteBox
          focusAsked={focusAsked + focused}
          mentionAsked={mentions}
          onAdd={() => void add()}
          onEscape={onEscape}
        />
        {failure !== null && !isAmong(notes, agentId, failure.clientId) && (
          <FailureNote onDismiss={() => setFailure(null)}>{failure.words}</FailureNote>
        )}
        <HStack gap={2} className={styles.tools}>
          <HStack
            as="button"
            type="button"
            inline
            size="meta"
            tone="warn"
            className={styles.mention}
            disabled={!restored || busy}
            onClick={() => setMentions(count => count + 1)}
          >
            <AtSign size={14} strokeWidth={1.8} aria-hidden="true" />
            {t('Mention a colleague')}
          </HStack>
          <Text id={enterId} flex="grow" size="meta" tone="warn" cut digits className={styles.room}>
            {left < saidBelow ? (
              <span role="status" data-over={left < 0 || undefined}>
                {left < 0
                  ? t('{characters} too many', { characters: characters(-left) })
                  : t('{left} left', { left: characters(left) })}
              </span>
            ) : (
              t('Enter to add, Shift+Enter for a new line')
            )}
          </Text>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabled={!isReady}
            title={t('Add note ({keys})', { keys: keysLabel('write.send') })}
            aria-keyshortcuts={ariaKeys('write.send')}
            icon={<StickyNote size={15} strokeWidth={1.8} aria-hidden="true" />}
          >
            {t('Add note')}
          </Button>
        </HStack>
      </form>
    </VStack>
  )
}

const isAmong = (notes: readonly NoteEntity[], agentId: string, clientId: string): boolean =>
  notes.some(note => note.agent.id === agentId && note.client_note_id === clientId)
