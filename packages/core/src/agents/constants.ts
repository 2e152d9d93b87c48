import { t } from '../text/translate.ts'

/** The statuses that agents set themselves. Only AVAILABLE counts as online (AGENT-01). */
export const ownStatuses = ['AVAILABLE', 'BUSY', 'ON_BREAK'] as const
export type OwnStatus = (typeof ownStatuses)[number]
/** The statuses of a working agent who takes no conversations. */
export const awayStatuses = ['BUSY', 'ON_BREAK'] as const satisfies readonly OwnStatus[]
export type AwayStatus = (typeof awayStatuses)[number]

export const maxStatusReason = 80

/** The choices, in minutes, after which an agent becomes available again automatically. */
export const statusMinutes = [15, 30, 60] as const
export type StatusMinutes = (typeof statusMinutes)[number]

/** Reasons that are offered as buttons. */
export const usualStatusReasons: Readonly<Record<AwayStatus, readonly string[]>> = {
  BUSY: [t('On a call'), t('In a meeting'), t('Paperwork')],
  ON_BREAK: [t('Lunch'), t('Tea'), t('Training')],
}

/** Only an active account can sign in; each other state names the reason. */
export const personStates = ['active', 'invited', 'locked', 'disabled'] as const
export type PersonState = (typeof personStates)[number]

export const longestName = 200
export const longestDepartment = 100
/** Conversations at once. */
export const mostCapacity = 100
