/** A longer one is stopped: WhatsApp shows its player for voice notes of up to 512 KB, and people listen to no longer ones. */
export const maxVoiceSeconds = 120

/** What the recorder aims at: two minutes of it are 360 KB. */
export const voiceBitsPerSecond = 24_000

/** A stretch of time in whole seconds, as a player shows it: "1:07". */
export function playingTime(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Why nothing can be recorded and what helps, by the name of what the browser threw (W3C Media Capture, 10.2.1). */
export function microphoneProblem(name: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'The browser does not let Parley use the microphone. Allow it in the settings of this site, beside the address, then record again.'
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone was found. Connect one, then record again.'
    case 'NotReadableError':
    case 'AbortError':
      return 'The microphone gives no sound: perhaps another program uses it. Close that, then record again.'
    case 'NotSupportedError':
      return 'This browser cannot record voice notes. Use a current Chrome, Edge or Firefox over a secure address.'
    default:
      return 'The recording failed. Record again; if it fails again, attach a sound file.'
  }
}
