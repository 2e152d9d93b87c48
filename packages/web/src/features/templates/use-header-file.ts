import { t } from '@parley/core/text/translate'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { useEffect, useRef, useState } from 'react'
import { uploadDocument } from '../../client/files.ts'

/** The file of a template's heading. */
export type HeaderFileState =
  | { readonly is: 'none' }
  | { readonly is: 'uploading'; readonly name: string; readonly percent: number }
  | { readonly is: 'ready'; readonly file: OutboxFile }
  | { readonly is: 'failed'; readonly name: string; readonly reason: string }

export interface HeaderFile {
  readonly state: HeaderFileState
  /** Uploads one in place of what is there. */
  readonly choose: (file: File) => void
  /** Puts one there that was uploaded before; null takes it away. */
  readonly put: (file: OutboxFile | null) => void
}

const none = { is: 'none' } as const

export function useHeaderFile(first: OutboxFile | null): HeaderFile {
  'use memo'
  const [state, setState] = useState<HeaderFileState>(first === null ? none : { is: 'ready', file: first })
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
  return {
    state,
    choose: file => void begin(file),
    put: file => {
      upload.current?.abort()
      setState(file === null ? none : { is: 'ready', file })
    },
  }
}
