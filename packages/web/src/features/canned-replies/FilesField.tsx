import { t } from '@parley/core/text/translate'
import { cannedLimits } from '@parley/core/canned-replies/constants'
import { Paperclip } from 'lucide-react'
import { type ComponentType, useRef } from 'react'
import type { PendingFiles } from '../../data/attachments/pending-files.ts'
import { Button } from '../../ui/Button.tsx'
import { Grid, HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './canned.module.css'
import type { CannedFilesField } from './use-canned-files.ts'

/** Draws files with what can be done about each, as the composer does. */
export type FileList = ComponentType<Pick<PendingFiles, 'files' | 'retry' | 'remove' | 'clear'>>

/** The files of a canned reply while it is written: uploaded as the composer's are, and looked at by the same rule. */
export function FilesField({
  files,
  list: List,
}: {
  readonly files: CannedFilesField
  readonly list: FileList
}) {
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
