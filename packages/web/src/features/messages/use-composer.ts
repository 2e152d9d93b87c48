import type { OutboxFile } from '@parley/core/rules/outbox'
import { useCallback, useEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../data/drafts.ts'
import { readyFiles } from './pending-file.ts'
import { type PendingFiles, usePendingFiles } from './use-pending-files.ts'

/** What is being written in one conversation. Kept on this device until it is sent. */
export interface ComposerState extends PendingFiles {
  readonly text: string
  readonly setText: (text: string) => void
  /** The newest text, also between two events of one frame. */
  readonly written: () => string
  /** Empties the box and takes what was in it. Null for what was taken already: one press sends once. */
  readonly take: () => { readonly text: string; readonly files: readonly OutboxFile[] } | null
  /** Puts text and files before what is in the box, and the caret into it. */
  readonly putBack: (text: string, files: readonly OutboxFile[]) => void
  /** Puts the caret into the box. */
  readonly focus: () => void
  /** Rises when the caret is wanted in the box. */
  readonly focusAsked: number
}

/** The composer of one agent in one conversation; give it a key of both. */
export function useComposer(agentId: string, conversationId: string): ComposerState {
  const [text, setText] = useState('')
  const [focusAsked, setFocusAsked] = useState(0)
  const focus = useCallback(() => setFocusAsked(count => count + 1), [])
  const pending = usePendingFiles()
  const { files, addReady, clear } = pending
  const written = useRef('')
  const write = useCallback((next: string) => {
    written.current = next
    setText(next)
  }, [])

  const restored = useRef(false)
  useEffect(() => {
    let current = true
    const restore = async () => {
      const draft = await readDraft(agentId, conversationId)
      if (!current) return
      restored.current = true
      if (draft === null) return
      if (written.current === '') write(draft.text)
      addReady(draft.files)
    }
    void restore()
    return () => {
      current = false
    }
  }, [agentId, conversationId, addReady, write])

  useEffect(() => {
    // Before the old draft was read, the empty box would overwrite it.
    if (restored.current || text !== '') {
      void keepDraft(agentId, conversationId, { text, files: readyFiles(files) })
    }
  }, [agentId, conversationId, text, files])

  return {
    ...pending,
    text,
    setText: write,
    written: () => written.current,
    take: () => {
      const taken = { text: written.current, files: readyFiles(files) }
      if (taken.text.trim() === '' && taken.files.length === 0) return null
      write('')
      clear()
      // The screen may be gone by now, and nothing after it would forget the draft.
      void keepDraft(agentId, conversationId, { text: '', files: [] })
      return taken
    },
    putBack: (back, documents) => {
      write(written.current === '' ? back : `${back}\n${written.current}`)
      addReady(documents)
      focus()
    },
    focus,
    focusAsked,
  }
}
