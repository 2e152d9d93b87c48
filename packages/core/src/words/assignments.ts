export const assignmentStates = ['offered', 'accepted', 'rejected', 'expired', 'withdrawn'] as const

export const defaultRejectReason = 'Not interested'
