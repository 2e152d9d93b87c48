/**
 * What of the queue is offered to agents by itself: what the bot gave to people, all that waits for a person, or nothing,
 * so that agents take what they like.
 */
export const offerModes = ['handed-over', 'all', 'none'] as const
export type OfferMode = (typeof offerModes)[number]

/** In characters. */
export const routingLimits = { word: 100 } as const

/** Milliseconds for which who rejected an offer, or let it lapse, is passed over for that conversation. */
export const passedOverMs = 15 * 60_000

/** Milliseconds for which who let an offer lapse is offered nothing at all: they are not at their desk. */
export const awayMs = 5 * 60_000

/** Milliseconds for which a customer comes back to the agent who had them. */
export const previousOwnerMs = 7 * 24 * 60 * 60_000
