/** The statuses that agents give themselves. Only AVAILABLE counts as online (AGENT-01). */
export const ownStatuses = ['AVAILABLE', 'BUSY', 'ON_BREAK'] as const
export type OwnStatus = (typeof ownStatuses)[number]
/** Of these, those that say why somebody who works takes nothing. */
export const awayStatuses = ['BUSY', 'ON_BREAK'] as const satisfies readonly OwnStatus[]
export type AwayStatus = (typeof awayStatuses)[number]

/** Characters of the reason. */
export const maxStatusReason = 80

/** After so many minutes an agent is available again by themselves, where they say so. */
export const statusMinutes = [15, 30, 60] as const
export type StatusMinutes = (typeof statusMinutes)[number]

/** Reasons that are offered by one press. */
export const usualStatusReasons: Readonly<Record<AwayStatus, readonly string[]>> = {
  BUSY: ['On a call', 'In a meeting', 'Paperwork'],
  ON_BREAK: ['Lunch', 'Tea', 'Training'],
}

/** Whether somebody can sign in: active can; the others cannot, each for its reason. */
export const personStates = ['active', 'invited', 'locked', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

export const longestName = 200
export const longestDepartment = 100
/** Conversations at once. */
export const mostCapacity = 100
