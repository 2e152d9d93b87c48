import { voiceBitsPerSecond } from '@parley/core/attachments/rules'
import { toOgg, voiceType } from './remux.ts'

/** A recording that is under way. */
export interface Recording {
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
export async function startRecording(onEnd: () => void): Promise<Recording> {
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
