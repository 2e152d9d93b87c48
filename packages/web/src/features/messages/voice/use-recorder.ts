import { maxVoiceSeconds } from '@parley/core/attachments/rules'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Recording, startRecording } from './record.ts'

/** Where a recorder is. failed: by the name of what the browser threw. full: it stopped by itself, and what there is was handed on. */
export type RecorderState =
  | { readonly is: 'asking' }
  | { readonly is: 'recording'; readonly seconds: number; readonly level: number }
  | { readonly is: 'saving' }
  | { readonly is: 'failed'; readonly name: string }
  | { readonly is: 'full' }

const lookEveryMs = 100

/** Records from its first moment on. Whoever goes meanwhile leaves what there is; only Discard throws it away. */
export function useRecorder(onRecorded: (recording: File) => void, onClose: () => void) {
  'use memo'
  const [state, setState] = useState<RecorderState>({ is: 'asking' })
  const running = useRef<{ finish: (byItself: boolean) => Promise<void>; discard: () => void } | null>(null)
  const told = useRef({ onRecorded, onClose })
  useLayoutEffect(() => {
    told.current = { onRecorded, onClose }
  })

  useEffect(() => {
    let isHere = true
    let timer: ReturnType<typeof setInterval> | undefined
    const fail = (cause: unknown) => {
      console.warn('Failed to record', cause)
      if (isHere) setState({ is: 'failed', name: cause instanceof Error ? cause.name : '' })
    }
    // Only a page that goes altogether loses what was said.
    const holdPage = (event: BeforeUnloadEvent) => event.preventDefault()
    const end = () => {
      clearInterval(timer)
      removeEventListener('beforeunload', holdPage)
      running.current = null
    }
    const run = (recording: Recording) => {
      const startedAt = performance.now()
      const finish = async (byItself: boolean) => {
        if (running.current === null) return
        end()
        if (isHere) setState({ is: 'saving' })
        try {
          told.current.onRecorded(await recording.finish())
          if (!isHere) return
          if (byItself) setState({ is: 'full' })
          else told.current.onClose()
        } catch (cause) {
          fail(cause)
        }
      }
      const discard = () => {
        end()
        recording.discard()
      }
      running.current = { finish, discard }
      const look = () => {
        const seconds = (performance.now() - startedAt) / 1000
        if (seconds >= maxVoiceSeconds) void finish(true)
        else setState({ is: 'recording', seconds, level: recording.level() })
      }
      look()
      timer = setInterval(look, lookEveryMs)
      addEventListener('beforeunload', holdPage)
    }
    const begin = async () => {
      try {
        const recording = await startRecording(() => void running.current?.finish(false))
        // Nothing was said yet.
        if (isHere) run(recording)
        else recording.discard()
      } catch (cause) {
        fail(cause)
      }
    }
    void begin()
    return () => {
      isHere = false
      void running.current?.finish(false)
    }
  }, [])

  return {
    state,
    stop: () => void running.current?.finish(false),
    discard: () => {
      running.current?.discard()
      told.current.onClose()
    },
  }
}
