import type { OutboxFile } from '@parley/core/rules/outbox'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '../../client/client.ts'
import { uploadDocument } from '../../client/upload.ts'
import { chosenFile, type PendingFile, readyFile } from './pending-file.ts'

export interface PendingFiles {
  readonly files: readonly PendingFile[]
  readonly add: (chosen: readonly File[]) => void
  readonly addReady: (documents: readonly OutboxFile[]) => void
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
  readonly clear: () => void
}

/** The composer's files. They go up one after the other; one that fails stays and does not stop the next. */
export function usePendingFiles(): PendingFiles {
  const [files, setFiles] = useState<readonly PendingFile[]>([])
  const sources = useRef(new Map<string, File>())
  const upload = useRef<{ readonly key: string; readonly controller: AbortController } | null>(null)
  const setState = useCallback((key: string, state: PendingFile['state']) => {
    setFiles(held => held.map(file => (file.key === key ? { ...file, state } : file)))
  }, [])

  const next = files.find(({ state }) => state.is === 'waiting')?.key
  const busy = files.some(({ state }) => state.is === 'uploading')
  useEffect(() => {
    const source = next === undefined ? undefined : sources.current.get(next)
    if (busy || next === undefined || source === undefined) return
    const controller = new AbortController()
    upload.current = { key: next, controller }
    setState(next, { is: 'uploading', loaded: 0 })
    const run = async () => {
      try {
        const onProgress = (loaded: number) => setState(next, { is: 'uploading', loaded })
        const file = await uploadDocument(source, { onProgress, signal: controller.signal })
        setState(next, { is: 'ready', file })
        sources.current.delete(next)
      } catch (cause) {
        if (controller.signal.aborted) return
        const reason = cause instanceof Error ? cause.message : 'The reason is not known'
        console.warn('Failed to upload file:', source.name, reason)
        setState(next, { is: 'failed', reason })
      }
    }
    void run()
  }, [next, busy, setState])

  // Whoever leaves, or signs out, waits for no file any more.
  useEffect(() => () => upload.current?.controller.abort(), [])

  const stop = useCallback((key: string) => {
    if (upload.current?.key === key) upload.current.controller.abort()
    sources.current.delete(key)
  }, [])

  const addReady = useCallback((documents: readonly OutboxFile[]) => {
    setFiles(held => {
      const known = new Set(held.map(file => file.key))
      return [...documents.map(readyFile).filter(file => !known.has(file.key)), ...held]
    })
  }, [])
  return useMemo(
    () => ({
      files,
      add: chosen => {
        const added = chosen.map(file => {
          const key = newId()
          const pending = chosenFile(key, file)
          if (pending.state.is === 'waiting') sources.current.set(key, file)
          return pending
        })
        setFiles(held => [...held, ...added])
      },
      addReady,
      retry: key => setState(key, { is: 'waiting' }),
      remove: key => {
        stop(key)
        setFiles(held => held.filter(file => file.key !== key))
      },
      clear: () => {
        for (const file of files) stop(file.key)
        setFiles([])
      },
    }),
    [files, addReady, setState, stop],
  )
}
