import type { NoteEntity } from '@parley/core/notes/api'
import { conversationPath } from '@parley/core/notifications/rules'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { useMay } from '../../data/capabilities/queries.ts'
import { useNotes } from '../../data/notes/notes.ts'
import type { ThreadNotes } from '../messages/thread-props.ts'
import { NoteBubble } from '../notes/NoteBubble.tsx'

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
  const mayDeleteAny = useMay('colleague-notes')
  const isLoading = state === 'loading'
  const draw = useCallback(
    (note: NoteEntity) => (
      <NoteBubble
        note={note}
        viewerId={viewerId}
        mayDeleteAny={mayDeleteAny}
        link={conversationPath(note.conversation_id, note.id)}
      />
    ),
    [viewerId, mayDeleteAny],
  )
  const newestOwn = notes.findLast(note => note.agent.id === viewerId)?.id ?? ''
  const view = useMemo<ThreadNotes>(
    () => ({ items: notes, isLoading, newestOwn, draw }),
    [notes, isLoading, newestOwn, draw],
  )
  useEffect(() => onNotes(view), [onNotes, view])
  const newest = notes.findLast(note => note.agent.id !== viewerId)
  const [first, setFirst] = useState<string | null | undefined>(undefined)
  if (first === undefined && state === 'ready') setFirst(newest?.id ?? null)
  const isNews = newest !== undefined && first !== undefined && newest.id !== first
  return (
    <div role="log" aria-label="New notes" className="visually-hidden">
      {isNews && <p key={newest.id}>{`Internal note by ${newest.agent.name}: ${newest.text}`}</p>}
    </div>
  )
})
