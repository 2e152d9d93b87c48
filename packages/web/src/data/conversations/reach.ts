import type { Reach } from '@parley/core/conversations/api'
import { type ComposerMode, composerMode, staysTrueMs } from '@parley/core/conversations/window'
import { useSyncExternalStore } from 'react'
import { serverNow } from '../../client/server-clock.ts'
import type { Readable } from '../../store.ts'

/**
 * When WhatsApp takes what for a customer, now and from now on; null: nothing is known of it. A store, since every message
 * moves the end of the window, and who only asks whether it is open is not drawn for that.
 */
export type CachedReach = Readable<Reach | null>

/** A reach that does not change. */
export const fixedReach = (reach: Reach | null): CachedReach => ({
  get: () => reach,
  subscribe: () => () => undefined,
})

/** That of a conversation which the window does not concern. */
export const noReach: CachedReach = fixedReach(null)

/**
 * What `select` makes of what can be sent to a customer now, by the server's clock: a string, number, boolean or null.
 * Whoever asks is drawn again when that changes, at the second in which the window closes too, and not for every tick.
 */
export function useReach<S extends string | number | boolean | null>(
  reach: CachedReach,
  select: (mode: ComposerMode, now: Date) => S,
): S {
  'use memo'
  const subscribe = (changed: () => void) => followReach(reach, changed)
  return useSyncExternalStore(subscribe, () => {
    const now = new Date(serverNow())
    return select(composerMode(reach.get(), now), now)
  })
}

/** Runs `changed` whenever something else may be to be said, with one timer; also when a sleeping machine wakes up. */
function followReach(reach: CachedReach, changed: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    const now = new Date(serverNow())
    const stays = staysTrueMs(composerMode(reach.get(), now), now)
    if (stays !== null) timer = setTimeout(look, stays)
  }
  const look = () => {
    changed()
    wait()
  }
  wait()
  const unfollow = reach.subscribe(look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(timer)
    unfollow()
    document.removeEventListener('visibilitychange', look)
  }
}
