import { t } from '@parley/core/text/translate'
import { cannedLimits } from '@parley/core/canned-replies/constants'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { Paperclip } from 'lucide-react'
import {
  isStopped,
  readyFile,
  type PendingFiles,
  usePendingFiles,
} from '../../data/attachments/pending-files.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './canned.module.css'
import type { useCannedDraft } from './use-canned-draft.ts'

type CannedFilesWork = Pick<ReturnType<typeof useCannedDraft>, 'files' | 'addFile' | 'keepFiles'>

const dropRecording = () => undefined

/** What its field shows and does. */
type CannedFilesField = Omit<ReturnType<typeof useCannedFiles>, 'obstacle'>

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

/** Draws files with what can be done about each, as the composer does. */
export type FileList = ComponentType<Pick<PendingFiles, 'files' | 'retry' | 'remove' | 'clear'>>

/** The files of a canned reply while it is written: uploaded as the composer's are, and looked at by the same rule. */
export function FilesField({ files, list: List }: { files: CannedFilesField; list: FileList }) {
  const input = useRef<HTMLInputElement>(null)
  const { room, tooMany, add } = files
  return (
    <Grid role="group" aria-label={t('Files')} gap={1}>
      <Text size="meta" weight={500}>
        {t('Files')}
      </Text>
      <List {...files} />
      <HStack as="span" gap={2} wrap>
        <Button
          size="small"
          disabled={room === 0}
          icon={<Paperclip size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {t('Attach files')}
        </Button>
        <Text aria-live="polite" size="meta" tone="muted" className={styles.meta}>
          {tooMany || room === 0
            ? t('A canned reply has at most {files} files', { files: cannedLimits.files })
            : t(
                'Choose, drop or paste pictures, PDFs and other files that WhatsApp accepts. They are inserted with the text',
              )}
        </Text>
      </HStack>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={t('Choose files of the canned reply')}
        onChange={event => {
          add([...(event.target.files ?? [])])
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </Grid>
  )
}
