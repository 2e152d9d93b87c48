import { sendableAs, sentOtherwise } from '@parley/core/attachments/rules'
import type { OutboxFile } from '@parley/core/messages/outbox'
import { t } from '@parley/core/text/translate'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { newId } from '../../client/client.ts'
import { type UploadOptions, uploadDocument } from '../../client/files.ts'

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
    /** WhatsApp would not take it, so it is not uploaded; another try helps nothing. */
    | { readonly is: 'refused'; readonly reason: string }
  /** What to know of how it goes out; null: nothing. */
  readonly note: string | null
}

/** A file that was just chosen: it waits for its upload, unless WhatsApp takes no such file. */
export function chosenFile(
  key: string,
  { name, size, type }: Pick<File, 'name' | 'size' | 'type'>,
): PendingFile {
  const as = sendableAs(type, size)
  const state =
    'problem' in as ? ({ is: 'refused', reason: as.problem } as const) : ({ is: 'waiting' } as const)
  return { key, name, size, state, note: sentOtherwise(type, size) }
}

/** Whether it stands in the way of sending until somebody does something about it. */
export const isStopped = ({ state }: PendingFile): boolean => state.is === 'failed' || state.is === 'refused'

const loadedOf = ({ size, state }: PendingFile): number =>
  state.is === 'ready' ? (size ?? 0) : state.is === 'uploading' ? state.loaded : 0

/** How much of all bytes is up, in whole percent; null when nothing is on its way. Failed files do not count. */
export function uploadPercent(files: readonly PendingFile[]): number | null {
  if (!files.some(({ state }) => state.is === 'uploading' || state.is === 'waiting')) return null
  const counted = files.filter(file => !isStopped(file))
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
  note: sentOtherwise(file.mime_type, file.size ?? 1),
})

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

export type PendingFiles = ReturnType<typeof usePendingFiles>

/**
 * The composer's files. They go up one after the other; one that fails stays and does not stop the next.
 * @param keep is given the recordings that are not up yet when the composer goes
 */
export function usePendingFiles(keep: (recording: File) => void) {
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
      add: (chosen: readonly File[]) => addAll(chosen, false),
      /** Adds what was recorded here: it goes out as a voice note. */
      addRecording,
      /** Adds what the server has and makes ours only now. */
      addTaken,
      addReady,
      retry: (key: string) => setState(key, { is: 'waiting' }),
      remove: (key: string) => {
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
