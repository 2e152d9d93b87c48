import { createStore, useStore } from '../../store.ts'

/** A conversation that is offered to the viewer and shown for an answer. */
export interface IncomingOffer {
  readonly conversationId: string
  /** What the notice of it said; may be empty. */
  readonly message: string
}

const shown = createStore<IncomingOffer | null>(null)

/** Shows an offer for an answer, in place of the one that is shown. */
export const openOffer = (conversationId: string, message: string): void =>
  shown.set({ conversationId, message })

/** Puts the offer that is shown away; it stays open on the server. */
export const closeOffer = (): void => shown.set(null)

/** The offer that is shown, or null. */
export const useIncomingOffer = (): IncomingOffer | null => useStore(shown)

/** The conversation whose offer is shown now, or null. */
export const shownOffer = (): string | null => shown.get()?.conversationId ?? null
