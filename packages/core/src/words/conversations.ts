/** TRANSFERRED is shown when a provider sends it; it is never set here. */
export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'] as const

/** A conversation's tags: how many, and how long in UTF-16 units. */
export const maxTags = 20

export const maxTagLength = 40
