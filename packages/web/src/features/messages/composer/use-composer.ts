import type { QuotedEntity } from '@parley/core/messages/api'
import type { CannedOrigin, OutboxFile } from '@parley/core/messages/outbox'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { joinedText, changeDraft, useHeldDraft } from '../../../client/device/kept-draft.ts'
import {
  type MessageDraft,
  messageDraftKey,
  messageDrafts,
  type Taken,
} from '../../../data/messages/drafts.ts'
import { useSelected } from '../../../store.ts'
import { useServerDraft } from '../../../data/messages/use-server-draft.ts'
import {
  readyFiles,
  type FileToTake,
  type PendingFiles,
  usePendingFiles,
} from '../../../data/attachments/pending-files.ts'
import { logFailure } from '../../../client/action-messages.ts'
import { uploadDocument } from '../../../client/files.ts'

export type ComposerState = ReturnType<typeof useComposer>
type Written = Pick<ComposerState, 'draft'>

/**
 * What `select` makes of the text in the box: a string, number, boolean or null. Whoever asks is drawn again when that
 * changes and not for every key, so that what stands around the box stands still while somebody writes.
 */
export const useComposerText = <S extends string | number | boolean | null>(
  { draft }: Written,
  select: (text: string) => S,
): S => useSelected(draft, state => select(state.draft.text))

/** The message that the next one answers; null: none. */
export const useChosenQuote = ({ draft }: Written): QuotedEntity | null =>
  useSelected(draft, state => state.draft.quoted ?? null)

/**
 * What one agent is writing in one conversation; give it a key of both. Kept on this device and on the server until it is
 * sent. Its text is no part of what is returned: see `useComposerText`.
 * @param isSending a message that was written in it is not confirmed yet
 */
export function useComposer(agentId: string, conversationId: string, isSending: boolean) {
  'use memo'
  const key = messageDraftKey(agentId, conversationId)
  const kept = useHeldDraft(key, messageDrafts)
  const restored = useSelected(kept.state, state => state.restored)
  const server = useServerDraft(agentId, conversationId, kept, isSending)
  const [focusAsked, setFocusAsked] = useState(0)
  /** Puts the caret into the box. */
  const focus = () => setFocusAsked(count => count + 1)
  const pending = usePendingFiles(recording => void leaveRecording(key, recording))
  const { files, addReady, addTaken, clear } = pending
  const addRecording = useRecordings(key, pending)

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
  /** The next message answers this one; null: none. */
  const quote = (message: QuotedEntity | null) =>
    kept.change(now => ({ ...now, quoted: message ?? undefined }))
  /** Puts a canned reply's words in place of what is in the box, its files beside those that are there, and the caret behind the words. */
  const insertCanned = (text: string, canned: CannedOrigin, taken: readonly FileToTake[]) => {
    kept.change(now => ({ ...now, text, canned }))
    addTaken(taken)
    focus()
  }
  /** Puts text and files before what is in the box, with what they answered, and the caret into it. */
  const putBack = (back: string, documents: readonly OutboxFile[], quoted: QuotedEntity | null) => {
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
    /** The newest text, also between two events of one frame. */
    written: () => kept.draft.text,
    /**
     * Empties the box and takes what was in it; the draft keeps it until it is let go of. Null for what was taken already:
     * one press sends once.
     */
    take: (): Taken | null => {
      const { text, quoted, canned } = kept.draft
      const taken = { text, files: ready.current, quoted, canned }
      if (taken.text.trim() === '' && taken.files.length === 0) return null
      ready.current = []
      kept.change(now => ({ text: '', files: [], taken, server: now.server }))
      clear()
      return taken
    },
    /** What was taken is safe elsewhere. */
    letGo: () => kept.change(inTheBoxOnly),
    /** What was taken comes back, before what was written since. */
    giveBack: () => {
      const { taken } = kept.draft
      if (taken === undefined) return
      kept.change(now => messageDrafts.join({ ...taken }, inTheBoxOnly(now)))
      addReady(taken.files)
    },
    putBack,
    insertCanned,
    quote,
    /** What the server has of it. */
    server,
    focus,
    /** Rises when the caret is wanted in the box. */
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
  return recording => (isHere.current ? addRecording(recording) : void leaveRecording(key, recording))
}

/** Without what was taken. */
function inTheBoxOnly(draft: MessageDraft): MessageDraft {
  const { taken: _, ...box } = draft
  return box
}

/** Where the recordings of one draft go while its composer is there. */
interface Taker {
  readonly add: (recording: File) => void
  readonly addReady: (file: OutboxFile) => void
}

const takers = new Map<string, Taker>()
/** What could not be uploaded after its composer had gone. */
const left = new Map<string, readonly File[]>()

/** From now on this composer has the recordings of a draft, first of all those that were left. Answers how it goes. */
function takeRecordings(key: string, taker: Taker): () => void {
  takers.set(key, taker)
  for (const recording of left.get(key) ?? []) taker.add(recording)
  left.delete(key)
  return () => {
    if (takers.get(key) === taker) takers.delete(key)
  }
}

/**
 * Keeps a recording whose composer has gone: in the draft, like any file that was attached, or, where it cannot be
 * uploaded now, in the page until the conversation is opened again.
 */
async function leaveRecording(key: string, recording: File): Promise<void> {
  try {
    const { signal } = new AbortController()
    const uploaded = await uploadDocument(recording, { onProgress: () => undefined, signal })
    const file = { ...uploaded, voice: true } as const
    if (!takers.has(key))
      await changeDraft(key, messageDrafts, draft => ({ ...draft, files: [...draft.files, file] }))
    // A composer that came during the change may have read the draft before it. It adds a file once.
    takers.get(key)?.addReady(file)
  } catch (cause) {
    logFailure('upload', cause)
    const taker = takers.get(key)
    if (taker === undefined) left.set(key, [...(left.get(key) ?? []), recording])
    else taker.add(recording)
  }
}
