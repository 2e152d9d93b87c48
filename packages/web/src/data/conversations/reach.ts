import type { Reach } from '@parley/core/conversations/api'
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
