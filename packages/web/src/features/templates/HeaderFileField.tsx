import { t } from '@parley/core/text/translate'
import type { TemplateEntity } from '@parley/core/templates/api'
import { FileText, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { HStack, Text } from '../../ui/layout/Layout.tsx'
import styles from './TemplateForm.module.css'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { uploadDocument } from '../../client/upload.ts'

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

/** The file of a template's heading. */
type HeaderFileState =
  | { readonly is: 'none' }
  | { readonly is: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly is: 'ready'; readonly file: OutboxFile }
  | { readonly is: 'failed'; readonly name: string; readonly reason: string }

export type HeaderFile = ReturnType<typeof useHeaderFile>

/** Uploads one in place of what is there, which is `first` in the beginning. */
export function useHeaderFile(first: OutboxFile | null) {
  'use memo'
  const [state, setState] = useState<HeaderFileState>(
    first === null ? { is: 'none' } : { is: 'ready', file: first },
  )
  const upload = useRef<AbortController | null>(null)
  useEffect(() => () => upload.current?.abort(), [])
  const begin = async (source: File) => {
    upload.current?.abort()
    const controller = new AbortController()
    upload.current = controller
    const show = (next: HeaderFileState) => {
      if (!controller.signal.aborted) setState(next)
    }
    const { name } = source
    const uploading = (percent: number) => show({ is: 'uploading', name, percent })
    uploading(0)
    try {
      const onProgress = (loaded: number) =>
        uploading(Math.min(99, Math.floor((100 * loaded) / Math.max(1, source.size))))
      show({ is: 'ready', file: await uploadDocument(source, { onProgress, signal: controller.signal }) })
    } catch (cause) {
      show({ is: 'failed', name, reason: cause instanceof Error ? cause.message : t('unknown reason') })
    }
  }
  return { state, choose: (file: File) => void begin(file) }
}
