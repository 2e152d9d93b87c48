import { t } from '@parley/core/text/translate'
import { memo, useEffect, useMemo, useState } from 'react'
import { useNotes } from '../../data/notes/notes.ts'
import type { ThreadNotes } from '../messages/thread/rows/thread-rows.ts'

interface ConversationNotesProps {
  readonly conversationId: string
  readonly viewerId: string
  /** Is given the notes of the conversation whenever they change. */
  readonly onNotes: (notes: ThreadNotes) => void
}

/** Has the notes of a conversation for its thread, drawn when they change and not with each message, and says those of colleagues that come to a screen reader. */
export const ConversationNotes = memo(function ConversationNotes({
  conversationId,
  viewerId,
  onNotes,
}: ConversationNotesProps) {
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
})
