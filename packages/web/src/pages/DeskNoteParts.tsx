import { memo, Suspense } from 'react'
import type { ThreadNotes } from '../features/messages/thread-props.ts'
import { lazyPart } from '../ui/lazy-part.ts'

const deskNotes = lazyPart(async () => (await import('./DeskNotes.tsx')).DeskNotes)
const customerNote = lazyPart(async () => (await import('../features/notes/CustomerNote.tsx')).CustomerNote)

interface PartProps {
  readonly conversationId: string
  readonly agentId: string
}

type NotesOfThreadProps = PartProps & { readonly onNotes: (notes: ThreadNotes) => void }

/** Has the notes of a conversation for its thread. */
export const NotesOfThread = memo(function NotesOfThread({
  conversationId,
  agentId,
  onNotes,
}: NotesOfThreadProps) {
  return (
    <Suspense fallback={null}>
      <deskNotes.Part conversationId={conversationId} viewerId={agentId} onNotes={onNotes} />
    </Suspense>
  )
})

/** The note on the conversation's customer, in the customer's panel. */
export const NoteOnCustomer = memo(function NoteOnCustomer({ conversationId, agentId }: PartProps) {
  return (
    <Suspense fallback={null}>
      <customerNote.Part agentId={agentId} conversationId={conversationId} />
    </Suspense>
  )
})
