/** TRANSFERRED is shown when a provider sends it; it is never set here. */
export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'] as const

/** What there is to do: every open conversation that the bot has not, or those whose customer waits for a person. */
export const queues = ['open', 'waiting'] as const
export type Queue = (typeof queues)[number]

/** A conversation's tags: how many, and how long in UTF-16 units. */
export const maxTags = 20

export const maxTagLength = 40
