import { t } from '@parley/core/text/translate'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '../../client/client.ts'
import { type UploadOptions, uploadDocument } from '../../client/upload.ts'
import { chosenFile, type PendingFile, readyFile } from './pending-file.ts'

export interface PendingFiles {
  readonly files: readonly PendingFile[]
  readonly add: (chosen: readonly File[]) => void
  /** Adds what was recorded here: it goes out as a voice note. */
  readonly addRecording: (recording: File) => void
  /** Adds what the server has and makes ours only now. */
  readonly addTaken: (files: readonly FileToTake[]) => void
  readonly addReady: (documents: readonly OutboxFile[]) => void
  readonly retry: (key: string) => void
  readonly remove: (key: string) => void
  readonly clear: () => void
}

/** A file that is on the server, and how it becomes an upload of the agent's own. */
export type FileToTake = Pick<OutboxFile, 'name' | 'mime_type' | 'size'> & {
  readonly take: () => Promise<OutboxFile>
}

interface Source {
  readonly bring: (options: UploadOptions) => Promise<OutboxFile>
  /** What exists nowhere else; null: it can be chosen again. */
  readonly recording: File | null
}

const sourceOf = (file: File, isRecording: boolean): Source => ({
  bring: async options => {
    const uploaded = await uploadDocument(file, options)
    return isRecording ? { ...uploaded, voice: true } : uploaded
  },
  recording: isRecording ? file : null,
})

/**
 * The composer's files. They go up one after the other; one that fails stays and does not stop the next.
 * @param keep is given the recordings that are not up yet when the composer goes
 */
export function usePendingFiles(keep: (recording: File) => void): PendingFiles {
  const [files, setFiles] = useState<readonly PendingFile[]>([])
  const sources = useRef(new Map<string, Source>())
  const upload = useRef<{ readonly key: string; readonly controller: AbortController } | null>(null)
  const setState = useCallback((key: string, state: PendingFile['state']) => {
    setFiles(held => held.map(file => (file.key === key ? { ...file, state } : file)))
  }, [])

  const waiting = files.find(({ state }) => state.is === 'waiting')
  const [next, name] = [waiting?.key, waiting?.name]
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
        const file = await source.bring({ onProgress, signal: controller.signal })
        // One that was taken away meanwhile stays away: there is no such key any more.
        setState(next, { is: 'ready', file })
        sources.current.delete(next)
      } catch (cause) {
        if (controller.signal.aborted) return
        const reason = cause instanceof Error ? cause.message : t('unknown reason')
        console.warn('Failed to upload file:', name, reason)
        setState(next, { is: 'failed', reason })
      }
    }
    void run()
  }, [next, name, busy, setState])

  // Whoever leaves, or signs out, waits for no file any more. A file can be chosen again, a recording cannot.
  useEffect(() => {
    const held = sources.current
    return () => {
      upload.current?.controller.abort()
      for (const { recording } of held.values()) if (recording !== null) keep(recording)
      held.clear()
    }
  }, [keep])

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
  const addAll = useCallback((chosen: readonly File[], isRecording: boolean) => {
    const added = chosen.map(file => {
      const key = newId()
      const pending = chosenFile(key, file)
      if (pending.state.is === 'waiting') sources.current.set(key, sourceOf(file, isRecording))
      return pending
    })
    setFiles(held => [...held, ...added])
  }, [])
  const addTaken = useCallback((wanted: readonly FileToTake[]) => {
    const added = wanted.map(({ name, mime_type: type, size, take }) => {
      const key = newId()
      sources.current.set(key, { bring: take, recording: null })
      return { ...chosenFile(key, { name, type, size: size ?? 1 }), size }
    })
    setFiles(held => [...held, ...added])
  }, [])
  const addRecording = useCallback((recording: File) => addAll([recording], true), [addAll])
  return useMemo(
    () => ({
      files,
      add: chosen => addAll(chosen, false),
      addRecording,
      addTaken,
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
    [files, addAll, addRecording, addTaken, addReady, setState, stop],
  )
}
