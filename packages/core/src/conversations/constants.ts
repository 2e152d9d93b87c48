/** TRANSFERRED is shown if a provider sends it; Parley never sets it. */
export const conversationStatuses = ['ACTIVE', 'RESOLVED', 'DORMANT', 'ARCHIVED', 'TRANSFERRED'] as const

/** The orders of a list by its time. Lists begin with the newest. */
export const timeOrders = ['newest', 'oldest'] as const
export type TimeOrder = (typeof timeOrders)[number]

/**
 * The queues: all open conversations except the bot's, those whose customer waits for a person, those whose window closes soon,
 * those whose last reply failed or may have failed, snoozed ones, and those that need no reply.
 */
export const queues = ['open', 'waiting', 'closing', 'failed', 'snoozed', 'no-reply'] as const
export type Queue = (typeof queues)[number]

/**
 * The classes of waiting conversations in the order of a queue: the window closes within an hour, an urgent ticket is open, a
 * high one, none of these; then, the customer only thanks or agrees; last, nothing reaches the customer, or the last reply failed
 * or may have failed.
 */
export const queueClasses = [
  'closing',
  'urgent',
  'high',
  'normal',
  'acknowledgement',
  'undeliverable',
] as const
export type QueueClass = (typeof queueClasses)[number]

/** Limits of a conversation's tags: their number, and their length in characters (code points). */
export const maxTags = 20

export const maxTagLength = 40

/** The longest reason for a snooze, in characters (code points). */
export const maxSnoozeReason = 200

/** The end of a snooze: its time, a message of the customer, or a press of an agent. */
export const snoozeEnds = ['time', 'customer', 'press'] as const
export type SnoozeEnd = (typeof snoozeEnds)[number]

/** The longest snooze, in days. */
export const maxSnoozeDays = 366

/** The states of a reply that may not have reached the customer: not sent yet, failed, or unknown. */
export const unsentReplies = ['waiting', 'failed', 'unknown'] as const
export type UnsentReply = (typeof unsentReplies)[number]

/**
 * Why no message can reach a customer. not-on-whatsapp: WhatsApp could not deliver to the number. blocked: we have blocked the
 * customer there. no-address: no address we knew belongs to them any more. number-gone: the business number that they wrote to is
 * no longer ours.
 */
export const unreachableReasons = ['not-on-whatsapp', 'blocked', 'no-address', 'number-gone'] as const
export type UnreachableReason = (typeof unreachableReasons)[number]
