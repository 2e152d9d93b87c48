import { soundThrottleMs } from '@parley/core/notifications/rules'
import { preference, rememberPreference } from '../../data/session/preferences.ts'
import { createStore, useStore } from '../../store.ts'

interface SoundWorld {
  /** Epoch milliseconds. */
  now(): number
  isMuted(): boolean
  /** Both reject when they cannot play. */
  playTone(): Promise<void>
  playFile(): Promise<void>
}

/** The sound of a new notice: tone and file together, at most once per 3 s; each also plays when the other cannot. */
export function alertSound(world: SoundWorld): () => void {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = world.now()
    if (world.isMuted() || now - last < soundThrottleMs) return
    last = now
    world.playTone().catch(logUnlessRefused)
    world.playFile().catch(logUnlessRefused)
  }
}

/** A browser refuses sound until somebody has used the page. That is no failure. */
function logUnlessRefused(cause: unknown): void {
  if (cause instanceof DOMException && cause.name === 'NotAllowedError') return
  console.warn('The notification sound could not be played', cause)
}

const toneHz = 880
const toneS = 0.5
const loudness = 0.12
/** Without a ramp the loudspeaker clicks. */
const rampS = 0.02
/** A browser that allows sound starts it within this; one that refuses leaves us waiting for a press on the page. */
const startMs = 300

let context: AudioContext | null = null
let file: HTMLAudioElement | null = null

/** Plays 880 Hz for half a second. Rejects with NotAllowedError while the browser allows no sound. */
export async function playTone(): Promise<void> {
  context ??= new AudioContext()
  if (context.state !== 'running') {
    await Promise.race([context.resume(), new Promise(done => setTimeout(done, startMs))])
  }
  // What is started now would sound all at once when the context is allowed to run.
  if (context.state !== 'running') throw new DOMException('The page may not play yet', 'NotAllowedError')
  const start = context.currentTime
  const gain = context.createGain()
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + rampS)
  gain.gain.setValueAtTime(loudness, start + toneS - rampS)
  gain.gain.linearRampToValueAtTime(0, start + toneS)
  const tone = context.createOscillator()
  tone.type = 'sine'
  tone.frequency.value = toneHz
  tone.connect(gain).connect(context.destination)
  tone.start(start)
  tone.stop(start + toneS)
}

/** Plays the file from its beginning. Rejects with NotAllowedError while the browser allows no sound. */
export async function playFile(): Promise<void> {
  file ??= new Audio('/notice.wav')
  file.currentTime = 0
  await file.play()
}

const on = createStore(true, () => {
  void startSoundChoice()
  return () => undefined
})
/** Chosen on this page: what was remembered before counts no more. */
let chosen = false

let reading: Promise<void> | null = null

/** Reads the remembered choice, once for the page. Wait for it before anything may sound. */
export function startSoundChoice(): Promise<void> {
  reading ??= preference('sound').then(choice => {
    if (!chosen) on.set(choice === 'on')
    return undefined
  })
  return reading
}

/** Turns the sound on or off at once and remembers it. */
export function chooseSound(next: boolean): void {
  chosen = true
  on.set(next)
  void rememberPreference('sound', next ? 'on' : 'off')
}

export const isSoundOn = on.get

/** Whether new notices are heard. */
export const useSoundChoice = (): boolean => useStore(on)
