/** Whether somebody can sign in: active can; the others cannot, each for its reason. */
export const personStates = ['active', 'invited', 'locked', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

export const longestName = 200
export const longestDepartment = 100
/** Conversations at once. */
export const mostCapacity = 100
