export const assignmentStates = ['offered', 'accepted', 'rejected', 'expired', 'withdrawn'] as const

export const defaultRejectReason = 'Not interested'

/** Why an offer is rejected, by a code that stays the same; `other` is said in words of one's own. */
export const rejectReasons = ['queue-full', 'language', 'break', 'field', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

/** Of a reason in words. */
export const maxRejectReason = 500
