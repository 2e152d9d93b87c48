import { createStore, useStore } from '../../store.ts'

/** A conversation that is offered to the viewer, as its notice tells of it. */
export interface IncomingOffer {
  readonly conversationId: string
  /** The words of the notice; may be empty. */
  readonly message: string
  /** Another one if the conversation is offered anew. */
  readonly key: string
}

const shown = createStore<IncomingOffer | null>(null)

/** Shows an offer whole in a window, in place of the one that is shown. */
export const openOffer = (offer: IncomingOffer): void => shown.set(offer)

/** Closes that window; the offer stays open. */
export const closeOffer = (): void => shown.set(null)

/** The offer in that window, or null. */
export const useIncomingOffer = (): IncomingOffer | null => useStore(shown)
