/** TRANSFERRED is shown when a provider sends it; it is never set here. */
export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'] as const

/**
 * What there is to do: every open conversation that the bot has not, those whose customer waits for a person, those that
 * can soon not be answered any more, or what was put off.
 */
export const queues = ['open', 'waiting', 'closing', 'snoozed'] as const
export type Queue = (typeof queues)[number]

/** A conversation's tags: how many, and how long in UTF-16 units. */
export const maxTags = 20

export const maxTagLength = 40

/** Why a conversation is put off: so many UTF-16 units. */
export const maxSnoozeReason = 200

/** By what something that was put off is back: its time, its customer, or a press. */
export const snoozeEnds = ['time', 'customer', 'press'] as const
export type SnoozeEnd = (typeof snoozeEnds)[number]

/** Nothing is put off for longer, in days. */
export const maxSnoozeDays = 366

/** What a reply came to that may not be with the customer: it has not left yet, it was not sent, or nobody knows. */
export const unsentReplies = ['waiting', 'failed', 'unknown'] as const
export type UnsentReply = (typeof unsentReplies)[number]

/**
 * Why no message reaches a customer at all. not-on-whatsapp: WhatsApp could not deliver to the number. blocked: we have
 * blocked them there. no-address: nothing that they were known by is theirs any more. number-gone: the business number that
 * they wrote to is not ours any more.
 */
export const unreachableReasons = ['not-on-whatsapp', 'blocked', 'no-address', 'number-gone'] as const
export type UnreachableReason = (typeof unreachableReasons)[number]
