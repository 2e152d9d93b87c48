import type { ConversationEntity, Reach } from '@parley/core/entities/conversation'
import { useLayoutEffect, useState } from 'react'
import { createStore, type Readable } from '../../store.ts'

/** When WhatsApp takes what for a customer, now and from now on; null: nothing is known of it. */
export type HeldReach = Readable<Reach | null>

/**
 * The reach of a conversation as a store, the same for as long as the screen stands: every message moves the end of the
 * window, and who only asks whether it is open is not drawn for that. Before the screen is painted it holds the newest.
 */
export function useHeldReach({ reach }: Pick<ConversationEntity, 'reach'>): HeldReach {
  const [held] = useState(() => createStore(reach))
  useLayoutEffect(() => held.set(reach), [held, reach])
  return held
}

/** A reach that does not change. */
export const fixedReach = (reach: Reach | null): HeldReach => ({
  get: () => reach,
  subscribe: () => () => undefined,
})

/** That of a conversation which the window does not concern. */
export const noReach: HeldReach = fixedReach(null)
