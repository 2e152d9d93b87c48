import { t } from '@parley/core/text/translate'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { cannedLimits } from '@parley/core/canned-replies/constants'
import { useEffect, useState } from 'react'
import { isStopped, readyFile, usePendingFiles } from '../../data/attachments/pending-files.ts'

interface CannedFilesWork {
  /** Those that it will have once it is saved. */
  readonly files: readonly OutboxFile[]
  readonly addFile: (file: OutboxFile) => void
  readonly keepFiles: (which: (file: OutboxFile) => boolean) => void
}

const dropRecording = () => undefined

/** What its field shows and does. */
export type CannedFilesField = Omit<ReturnType<typeof useCannedFiles>, 'obstacle'>

/** The files of a canned reply while it is written: what is up belongs to what was written, what is on its way does not yet. */
export function useCannedFiles({ files, addFile, keepFiles }: CannedFilesWork) {
  'use memo'
  const pending = usePendingFiles(dropRecording)
  const { files: coming, remove, add } = pending
  const [tooMany, setTooMany] = useState(false)
  useEffect(() => {
    for (const { key, state } of coming) {
      if (state.is !== 'ready') continue
      addFile(state.file)
      remove(key)
    }
  }, [coming, remove, addFile])
  const held = files.map(readyFile)
  const all = [...held, ...coming.filter(({ state }) => state.is !== 'ready')]
  const room = Math.max(0, cannedLimits.files - all.length)
  return {
    ...pending,
    files: all,
    /** How many more it takes. */
    room,
    /** Of what was last chosen, dropped or pasted some had no room. */
    tooMany,
    add: (chosen: readonly File[]) => {
      setTooMany(chosen.length > room)
      add(chosen.slice(0, room))
    },
    remove: (key: string) => {
      remove(key)
      keepFiles(file => readyFile(file).key !== key)
    },
    clear: () => {
      pending.clear()
      setTooMany(false)
      keepFiles(() => false)
    },
    /** Why it cannot be saved yet; null: it can. */
    obstacle: coming.some(isStopped)
      ? t('A file was not uploaded. Retry or remove it, then save')
      : coming.some(({ state }) => state.is !== 'ready')
        ? t('Wait for the upload, then save')
        : null,
  }
}
