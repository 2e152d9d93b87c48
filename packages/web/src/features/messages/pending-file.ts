import type { OutboxFile } from '@parley/core/rules/outbox'

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
}

const loadedOf = ({ size, state }: PendingFile): number =>
  state.is === 'ready' ? (size ?? 0) : state.is === 'uploading' ? state.loaded : 0

/** How much of all bytes is up, in whole percent; null when nothing is on its way. Failed files do not count. */
export function uploadPercent(files: readonly PendingFile[]): number | null {
  if (!files.some(({ state }) => state.is === 'uploading' || state.is === 'waiting')) return null
  const counted = files.filter(({ state }) => state.is !== 'failed')
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
})
