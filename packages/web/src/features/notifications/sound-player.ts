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
