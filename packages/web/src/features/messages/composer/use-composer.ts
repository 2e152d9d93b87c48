import type { QuotedEntity } from '@parley/core/messages/api'
import type { CannedOrigin, OutboxFile } from '@parley/core/messages/outbox'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { joinedText, useHeldDraft } from '../../../client/device/kept-draft.ts'
import {
  type MessageDraft,
  messageDraftKey,
  messageDrafts,
  type Taken,
} from '../../../data/messages/drafts.ts'
import { type Readable, useSelected } from '../../../store.ts'
import type { ServerDraft } from '../../../data/messages/server-draft.ts'
import { useServerDraft } from '../../../data/messages/use-server-draft.ts'
import {
  readyFiles,
  type FileToTake,
  type PendingFiles,
  usePendingFiles,
} from '../../../data/attachments/pending-files.ts'
import { leaveRecording, takeRecordings } from './left-recordings.ts'

/** What is being written in one conversation. Kept on this device and on the server until it is sent. Its text is no part of it: see `useComposerText`. */
export interface ComposerState extends PendingFiles {
  readonly draft: Readable<{ readonly draft: Taken }>
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
  /** Puts text and files before what is in the box, with what they answered, and the caret into it. */
  readonly putBack: (text: string, files: readonly OutboxFile[], quoted: QuotedEntity | null) => void
  /** Puts a canned reply's words in place of what is in the box, its files beside those that are there, and the caret behind the words. */
  readonly insertCanned: (text: string, origin: CannedOrigin, files: readonly FileToTake[]) => void
  /** The next message answers this one; null: none. */
  readonly quote: (message: QuotedEntity | null) => void
  /** What the server has of it. */
  readonly server: Pick<ServerDraft, 'other' | 'choose' | 'nextStep'>
  /** Puts the caret into the box. */
  readonly focus: () => void
  /** Rises when the caret is wanted in the box. */
  readonly focusAsked: number
}

/**
 * What `select` makes of the text in the box: a string, number, boolean or null. Whoever asks is drawn again when that
 * changes and not for every key, so that what stands around the box stands still while somebody writes.
 */
export const useComposerText = <S extends string | number | boolean | null>(
  { draft }: Pick<ComposerState, 'draft'>,
  select: (text: string) => S,
): S => useSelected(draft, state => select(state.draft.text))

/** The message that the next one answers; null: none. */
export const useChosenQuote = ({ draft }: Pick<ComposerState, 'draft'>): QuotedEntity | null =>
  useSelected(draft, state => state.draft.quoted ?? null)

/**
 * The composer of one agent in one conversation; give it a key of both.
 * @param isSending a message that was written in it is not confirmed yet
 */
export function useComposer(agentId: string, conversationId: string, isSending: boolean): ComposerState {
  'use memo'
  const kept = useHeldDraft(messageDraftKey(agentId, conversationId), messageDrafts)
  const restored = useSelected(kept.state, state => state.restored)
  const server = useServerDraft(agentId, conversationId, kept, isSending)
  const [focusAsked, setFocusAsked] = useState(0)
  const focus = () => setFocusAsked(count => count + 1)
  const keep = (recording: File) => leaveRecording(messageDraftKey(agentId, conversationId), recording)
  const pending = usePendingFiles(keep)
  const { files, addReady, addTaken, clear } = pending
  const addRecording = useRecordings(messageDraftKey(agentId, conversationId), pending)

  // A page that ended in between left what it had taken out of the box.
  const isShown = useRef(false)
  useEffect(() => {
    if (!restored || isShown.current) return
    isShown.current = true
    const { taken } = kept.draft
    if (taken !== undefined) kept.change(now => messageDrafts.join({ ...taken }, inTheBoxOnly(now)))
    addReady(kept.draft.files)
  }, [restored, kept, addReady])
  const ready = useRef<readonly OutboxFile[]>([])
  useLayoutEffect(() => {
    ready.current = readyFiles(files)
  }, [files])
  useEffect(() => {
    // Before the old draft is in the list, an empty list would take its files away.
    if (isShown.current) kept.change(now => ({ ...now, files: readyFiles(files) }))
  }, [kept, files])

  const setText = (text: string) =>
    kept.change(({ canned, ...now }) => ({ ...now, text, ...(text !== '' && { canned }) }))
  const quote = (message: QuotedEntity | null) =>
    kept.change(now => ({ ...now, quoted: message ?? undefined }))
  const insertCanned = (text: string, canned: CannedOrigin, taken: readonly FileToTake[]) => {
    kept.change(now => ({ ...now, text, canned }))
    addTaken(taken)
    focus()
  }
  const putBack: ComposerState['putBack'] = (back, documents, quoted) => {
    setText(joinedText(back, kept.draft.text))
    if (quoted !== null) quote(quoted)
    addReady(documents)
    focus()
  }
  return {
    ...pending,
    addRecording,
    draft: kept.state,
    setText,
    written: () => kept.draft.text,
    take: () => {
      const { text, quoted, canned } = kept.draft
      const taken = { text, files: ready.current, quoted, canned }
      if (taken.text.trim() === '' && taken.files.length === 0) return null
      ready.current = []
      kept.change(now => ({ text: '', files: [], taken, server: now.server }))
      clear()
      return taken
    },
    letGo: () => kept.change(inTheBoxOnly),
    giveBack: () => {
      const { taken } = kept.draft
      if (taken === undefined) return
      kept.change(now => messageDrafts.join({ ...taken }, inTheBoxOnly(now)))
      addReady(taken.files)
    },
    putBack,
    insertCanned,
    quote,
    server,
    focus,
    focusAsked,
  }
}

/** How to add a recording, also once the composer has gone; what was left of earlier ones comes back. */
function useRecordings(key: string, { addRecording, addReady }: PendingFiles): (recording: File) => void {
  'use memo'
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = true
    const leave = takeRecordings(key, { add: addRecording, addReady: file => addReady([file]) })
    return () => {
      isHere.current = false
      leave()
    }
  }, [key, addRecording, addReady])
  return recording => (isHere.current ? addRecording(recording) : leaveRecording(key, recording))
}

/** Without what was taken. */
function inTheBoxOnly(draft: MessageDraft): MessageDraft {
  const { taken: _, ...box } = draft
  return box
}
