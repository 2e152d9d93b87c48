import { useState } from 'react'

/** Whom the agent writes to. */
export interface WriteMode {
  readonly isNote: boolean
  /** Rises when the caret is wanted in the note's box. */
  readonly noteFocus: number
  readonly toNote: () => void
  readonly toReply: () => void
}

/**
 * Whether a reply or a note is being written; a conversation begins with a reply. Whatever wants the caret in the reply's
 * box, or puts words into it, leads back to the reply.
 * @param replyFocus rises when the caret is wanted in the reply's box
 */
export function useWriteMode(replyFocus: number): WriteMode {
  'use memo'
  const [note, setNote] = useState<{ readonly at: number; readonly focus: number } | null>(null)
  const isNote = note?.at === replyFocus
  const noteFocus = note?.focus ?? 0
  const toNote = () => setNote(before => ({ at: replyFocus, focus: (before?.focus ?? 0) + 1 }))
  const toReply = () => setNote(null)
  return { isNote, noteFocus, toNote, toReply }
}
