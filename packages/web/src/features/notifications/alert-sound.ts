import { soundThrottleMs } from '@parley/core/notifications/rules'

export interface SoundWorld {
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
