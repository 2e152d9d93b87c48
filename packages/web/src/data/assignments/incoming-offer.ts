import { useSyncExternalStore } from 'react'

/** A conversation that is offered to the viewer and shown for an answer. */
export interface IncomingOffer {
  readonly conversationId: string
  /** What the notice of it said; null when it said nothing. */
  readonly message: string | null
}

let shown: IncomingOffer | null = null
const listeners = new Set<() => void>()

function show(offer: IncomingOffer | null): void {
  shown = offer
  for (const tell of listeners) tell()
}

/** Shows an offer for an answer, in place of the one that is shown. */
export const openOffer = (conversationId: string, message: string | null): void =>
  show({ conversationId, message })

/** Puts the offer that is shown away; it stays open on the server. */
export const closeOffer = (): void => show(null)

const subscribe = (changed: () => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The offer that is shown, or null. */
export const useIncomingOffer = (): IncomingOffer | null => useSyncExternalStore(subscribe, () => shown)
