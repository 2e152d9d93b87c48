import type { OutboxFile } from '@parley/core/messages/outbox'
import { logFailure } from '../../../client/action-messages.ts'
import { uploadDocument } from '../../../client/files.ts'
import { changeDraft } from '../../../client/device/kept-draft.ts'
import { messageDrafts } from '../../../data/messages/drafts.ts'

/** Where the recordings of one draft go while its composer is there. */
interface Taker {
  readonly add: (recording: File) => void
  readonly addReady: (file: OutboxFile) => void
}

const takers = new Map<string, Taker>()
/** What could not be uploaded after its composer had gone. */
const left = new Map<string, readonly File[]>()

/** From now on this composer has the recordings of a draft, first of all those that were left. Answers how it goes. */
export function takeRecordings(key: string, taker: Taker): () => void {
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
export function leaveRecording(key: string, recording: File): void {
  void keepRecording(key, recording)
}

async function keepRecording(key: string, recording: File): Promise<void> {
  try {
    const uploaded = await uploadDocument(recording, {
      onProgress: () => undefined,
      signal: new AbortController().signal,
    })
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
