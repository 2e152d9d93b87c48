export const assignmentStates = ['offered', 'accepted', 'rejected', 'expired', 'withdrawn'] as const

/** How an agent gets a conversation: as an offer, or as its owner at once. */
export const assignWays = ['offer', 'owner'] as const
export type AssignWay = (typeof assignWays)[number]

export const defaultRejectReason = 'Not interested'

/** Stable codes for the reasons of a rejection; `later` means "Maybe Later", `other` has a typed text. */
export const rejectReasons = ['queue-full', 'language', 'break', 'field', 'later', 'other'] as const
export type RejectReason = (typeof rejectReasons)[number]

/** The longest typed reason. */
export const maxRejectReason = 500
