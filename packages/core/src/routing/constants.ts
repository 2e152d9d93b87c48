/** The part of the queue that is offered automatically: the bot's handovers, everything, or nothing. */
export const offerModes = ['handed-over', 'all', 'none'] as const
export type OfferMode = (typeof offerModes)[number]

/** Limits, in characters. */
export const routingLimits = { word: 100 } as const

/** Milliseconds without an offer of a conversation after rejecting it or letting its offer expire. */
export const passedOverMs = 15 * 60_000

/** Milliseconds without any offer after "Maybe Later", or after letting an offer expire. */
export const pauseMs = 5 * 60_000

/** Milliseconds in which a customer returns to their last agent. */
export const previousOwnerMs = 7 * 24 * 60 * 60_000
