import { maxVoiceSeconds, voiceBitsPerSecond } from '@parley/core/attachments/rules'
import { useEffect, useRef, useState } from 'react'
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OGG,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny'
import { useLatest } from '../../../ui/hooks/use-latest.ts'

/** Where a recorder is. failed: by the name of what the browser threw. full: it stopped by itself, and what there is was handed on. */
type RecorderState =
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
  const told = useLatest({ onRecorded, onClose })

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
          told().onRecorded(await recording.finish())
          if (!isHere) return
          if (byItself) setState({ is: 'full' })
          else told().onClose()
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
  }, [told])

  return {
    state,
    stop: () => void running.current?.finish(false),
    discard: () => {
      running.current?.discard()
      told().onClose()
    },
  }
}

/** A recording that is under way. */
interface Recording {
  /** How loud the last moments were, from 0 to 1. */
  level(): number
  /** Ends it, and lets go of the microphone. Rejects when nothing was recorded. */
  finish(): Promise<File>
  /** Ends it and forgets it. */
  discard(): void
}

/** What browsers put Opus into. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus']

/**
 * Asks for the microphone and begins to record one channel of Opus. Rejects with what the browser threw.
 * @param onEnd is called when the microphone goes away meanwhile
 */
async function startRecording(onEnd: () => void): Promise<Recording> {
  const mimeType =
    'MediaRecorder' in window ? types.find(type => MediaRecorder.isTypeSupported(type)) : undefined
  if (mimeType === undefined || !('mediaDevices' in navigator)) {
    throw new DOMException('No recorder of Opus', 'NotSupportedError')
  }
  const microphone = await navigator.mediaDevices.getUserMedia({ audio: true })
  const context = new AudioContext()
  // Some 170 ms: longer than the pause between two looks at it, so that no sound falls between them.
  const meter = new AnalyserNode(context, { fftSize: 8192 })
  // WhatsApp plays one channel only, whatever the microphone has.
  const mono = new MediaStreamAudioDestinationNode(context, { channelCount: 1, channelCountMode: 'explicit' })
  new MediaStreamAudioSourceNode(context, { mediaStream: microphone }).connect(meter).connect(mono)
  await context.resume()
  const recorder = new MediaRecorder(mono.stream, { mimeType, audioBitsPerSecond: voiceBitsPerSecond })
  const pieces: Blob[] = []
  recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
  const stopped = new Promise<void>(resolve => {
    recorder.addEventListener('stop', () => resolve(), { once: true })
  })
  const letGo = () => {
    for (const track of microphone.getTracks()) track.stop()
    void context.close()
  }
  for (const track of microphone.getTracks()) track.addEventListener('ended', onEnd)
  recorder.start()

  const samples = new Float32Array(meter.fftSize)
  return {
    level: () => {
      meter.getFloatTimeDomainData(samples)
      return samples.reduce((loudest, sample) => Math.min(1, Math.max(loudest, Math.abs(sample))), 0)
    },
    finish: async () => {
      if (recorder.state !== 'inactive') recorder.stop()
      await stopped
      letGo()
      const voice = await toOgg(new Blob(pieces, { type: mimeType }))
      return new File([voice], 'Voice message.ogg', { type: voiceType })
    },
    discard: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      letGo()
    },
  }
}

/** The type of what WhatsApp plays as a voice note. */
const voiceType = 'audio/ogg; codecs=opus'

/**
 * Puts the Opus packets of a browser's recording into an Ogg file, as they are. Rejects where there are none, or
 * they are of another codec.
 */
export async function toOgg(recorded: Blob): Promise<Blob> {
  const input = new Input({ source: new BlobSource(recorded), formats: [WEBM, OGG] })
  const track = await input.getPrimaryAudioTrack()
  const decoderConfig = await track?.getDecoderConfig()
  if (track === null || track.codec !== 'opus' || !decoderConfig) throw new Error('Nothing was recorded')
  const target = new BufferTarget()
  const output = new Output({ format: new OggOutputFormat(), target })
  const packets = new EncodedAudioPacketSource('opus')
  output.addAudioTrack(packets)
  await output.start()
  let count = 0
  for await (const packet of new EncodedPacketSink(track).packets()) {
    await packets.add(packet, { decoderConfig })
    count += 1
  }
  if (count === 0) throw new Error('Nothing was recorded')
  await output.finalize()
  return new Blob(target.buffer === null ? [] : [target.buffer], { type: voiceType })
}
