import type { OutboxFile } from '@parley/core/rules/outbox'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepDraft, readDraft } from '../../data/messages/drafts.ts'
import { readyFiles } from './pending-file.ts'
import { type PendingFiles, usePendingFiles } from './use-pending-files.ts'

/** What one press of Send takes out of the box. */
export interface Taken {
  readonly text: string
  readonly files: readonly OutboxFile[]
}

const nothing: Taken = { text: '', files: [] }

/** What is being written in one conversation. Kept on this device until it is sent. */
export interface ComposerState extends PendingFiles {
  readonly text: string
  readonly setText: (text: string) => void
  /** The newest text, also between two events of one frame. */
  readonly written: () => string
  /**
   * Empties the box and takes what was in it; the draft keeps it until it is let go of. Null for what was taken already:
   * one press sends once.
   */
  readonly take: () => Taken | null
  /** What was taken is safe elsewhere. */
  readonly letGo: () => void
  /** What was taken comes back, before what was written since. */
  readonly giveBack: () => void
  /** Puts text and files before what is in the box, and the caret into it. */
  readonly putBack: (text: string, files: readonly OutboxFile[]) => void
  /** Puts the caret into the box. */
  readonly focus: () => void
  /** Rises when the caret is wanted in the box. */
  readonly focusAsked: number
}

const joined = (before: string, after: string): string =>
  before === '' || after === '' ? before + after : `${before}\n${after}`

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

  const ready = useRef(nothing.files)
  useLayoutEffect(() => {
    ready.current = readyFiles(files)
  }, [files])
  const taken = useRef(nothing)
  const keepWith = useCallback(
    (rest: Taken) => {
      const { text: before, files: documents } = taken.current
      const draft = { text: joined(before, rest.text), files: [...documents, ...rest.files] }
      void keepDraft(agentId, conversationId, draft)
    },
    [agentId, conversationId],
  )
  useEffect(() => {
    // Before the old draft was read, the empty box would overwrite it.
    if (restored.current || text !== '') keepWith({ text, files: readyFiles(files) })
  }, [keepWith, text, files])

  return {
    ...pending,
    text,
    setText: write,
    written: () => written.current,
    take: () => {
      if (written.current.trim() === '' && ready.current.length === 0) return null
      taken.current = { text: written.current, files: ready.current }
      ready.current = []
      write('')
      clear()
      return taken.current
    },
    letGo: () => {
      taken.current = nothing
      // At once: the screen may be gone, and nothing after it would forget the draft.
      keepWith({ text: written.current, files: ready.current })
    },
    giveBack: () => {
      const { text: back, files: documents } = taken.current
      taken.current = nothing
      write(joined(back, written.current))
      addReady(documents)
    },
    putBack: (back, documents) => {
      write(joined(back, written.current))
      addReady(documents)
      focus()
    },
    focus,
    focusAsked,
  }
}
