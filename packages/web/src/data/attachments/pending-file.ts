import type { OutboxFile } from '@parley/core/messages/outbox'
import { sendableAs, sentOtherwise } from '@parley/core/attachments/rules'

/** A file in the composer: on its way up, ready to be sent, or stopped with its reason. */
export interface PendingFile {
  readonly key: string
  readonly name: string
  /** Bytes; null when only the server knows. */
  readonly size: number | null
  readonly state:
    | { readonly is: 'waiting' }
    | { readonly is: 'uploading'; readonly loaded: number }
    | { readonly is: 'ready'; readonly file: OutboxFile }
    | { readonly is: 'failed'; readonly reason: string }
    /** WhatsApp would not take it, so it is not uploaded; another try helps nothing. */
    | { readonly is: 'refused'; readonly reason: string }
  /** What to know of how it goes out; null: nothing. */
  readonly note: string | null
}

/** A file that was just chosen: it waits for its upload, unless WhatsApp takes no such file. */
export function chosenFile(
  key: string,
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
): PendingFile {
  const as = sendableAs(type, size)
  const state =
    'problem' in as ? ({ is: 'refused', reason: as.problem } as const) : ({ is: 'waiting' } as const)
  return { key, name, size, state, note: sentOtherwise(type, size) }
}

/** Whether it stands in the way of sending until somebody does something about it. */
export const isStopped = ({ state }: PendingFile): boolean => state.is === 'failed' || state.is === 'refused'

const loadedOf = ({ size, state }: PendingFile): number =>
  state.is === 'ready' ? (size ?? 0) : state.is === 'uploading' ? state.loaded : 0

/** How much of all bytes is up, in whole percent; null when nothing is on its way. Failed files do not count. */
export function uploadPercent(files: readonly PendingFile[]): number | null {
  if (!files.some(({ state }) => state.is === 'uploading' || state.is === 'waiting')) return null
  const counted = files.filter(file => !isStopped(file))
  const total = counted.reduce((sum, file) => sum + (file.size ?? 0), 0)
  const loaded = counted.reduce((sum, file) => sum + loadedOf(file), 0)
  // 100 only when every file has its document: the last bytes are up before the server has answered.
  return total === 0 ? 0 : Math.min(99, Math.floor((loaded / total) * 100))
}

export const readyFiles = (files: readonly PendingFile[]): readonly OutboxFile[] =>
  files.flatMap(({ state }) => (state.is === 'ready' ? [state.file] : []))

/** A file that was uploaded before: of a draft, or taken back from a bubble. */
export const readyFile = (file: OutboxFile): PendingFile => ({
  key: `document:${file.document_id}`,
  name: file.name,
  size: file.size,
  state: { is: 'ready', file },
  note: sentOtherwise(file.mime_type, file.size ?? 1),
})
