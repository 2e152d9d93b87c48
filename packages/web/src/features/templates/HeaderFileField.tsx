import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import { FileText, Upload } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './TemplateForm.module.css'
import type { HeaderFile } from './use-header-file.ts'

type FileKind = Exclude<NonNullable<TemplateEntity['header']>['kind'], 'text'>

const taken: Readonly<Record<FileKind, { readonly accept: string; readonly words: string }>> = {
  image: { accept: 'image/jpeg,image/png', words: t('Picture (JPEG or PNG, up to 5 MB)') },
  video: { accept: 'video/mp4,video/3gpp', words: t('Video (MP4, up to 16 MB)') },
  document: { accept: 'application/pdf', words: 'PDF' },
}

interface HeaderFileFieldProps {
  readonly kind: FileKind
  readonly file: HeaderFile
  readonly error: string | undefined
}

/** The file that stands above the words of a template. */
export function HeaderFileField({ kind, file: { state, choose }, error }: HeaderFileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const { accept, words } = taken[kind]
  return (
    <HStack wrap size="meta" tone="muted" className={styles.fileField}>
      <Text size="meta" weight={500}>
        {words}
      </Text>
      <HStack gap={2} wrap>
        {state.is !== 'none' && (
          <HStack as="span" gap={1.5} inline flex="shrink" size="list" tone="text" breaks>
            <FileText size={14} strokeWidth={1.8} aria-hidden="true" />
            <span>{state.is === 'ready' ? state.file.name : state.name}</span>
          </HStack>
        )}
        {state.is === 'uploading' && (
          <span role="status">{t('{percent}% uploaded', { percent: state.percent })}</span>
        )}
        <Button
          size="small"
          icon={<Upload size={14} strokeWidth={1.8} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {state.is === 'none' ? t('Choose a file') : t('Choose another file')}
        </Button>
      </HStack>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={words}
        onChange={event => {
          const [chosen] = event.target.files ?? []
          if (chosen !== undefined) choose(chosen)
          // So that the same file can be chosen again.
          event.target.value = ''
        }}
      />
      {state.is === 'failed' && (
        <p role="alert" className={styles.error}>
          {t('Failed to upload: {reason}', { reason: state.reason })}
        </p>
      )}
      {error !== undefined && state.is !== 'failed' && <p className={styles.error}>{error}</p>}
    </HStack>
  )
}
