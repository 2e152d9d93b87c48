import type { OutboxFile } from '@parley/core/rules/outbox'
import { useEffect } from 'react'
import { isStopped, readyFile } from '../../data/attachments/pending-file.ts'
import { usePendingFiles } from '../../data/attachments/use-pending-files.ts'

interface CannedFilesWork {
  /** Those that it will have once it is saved. */
  readonly files: readonly OutboxFile[]
  readonly addFile: (file: OutboxFile) => void
  readonly keepFiles: (which: (file: OutboxFile) => boolean) => void
}

const dropRecording = () => undefined

/** The files of a canned reply while it is written: what is up belongs to what was written, what is on its way does not yet. */
export function useCannedFiles({ files, addFile, keepFiles }: CannedFilesWork) {
  const pending = usePendingFiles(dropRecording)
  const { files: coming, remove } = pending
  useEffect(() => {
    for (const { key, state } of coming) {
      if (state.is !== 'ready') continue
      addFile(state.file)
      remove(key)
    }
  }, [coming, remove, addFile])
  const held = files.map(readyFile)
  return {
    ...pending,
    files: [...held, ...coming.filter(({ state }) => state.is !== 'ready')],
    remove: (key: string) => {
      remove(key)
      keepFiles(file => readyFile(file).key !== key)
    },
    clear: () => {
      pending.clear()
      keepFiles(() => false)
    },
    /** Why it cannot be saved yet; null: it can. */
    obstacle: coming.some(isStopped)
      ? 'A file was not uploaded. Retry or remove it, then save'
      : coming.some(({ state }) => state.is !== 'ready')
        ? 'Save waits for the upload'
        : null,
  }
}
