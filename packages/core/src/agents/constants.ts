import { t } from '../text/translate.ts'

/** The statuses that agents set themselves. Only AVAILABLE counts as online (AGENT-01). */
export const ownStatuses = ['AVAILABLE', 'BUSY', 'ON_BREAK'] as const
export type OwnStatus = (typeof ownStatuses)[number]
/** The statuses that agents choose with a reason and an end. */
export const chosenStatuses = ['BUSY', 'ON_BREAK'] as const satisfies readonly OwnStatus[]
export type ChosenStatus = (typeof chosenStatuses)[number]
/** The status of an agent who has the page End of shift open. */
export const finishing = 'FINISHING'
/** The statuses of a working agent who takes no conversations. */
export const awayStatuses = [...chosenStatuses, finishing] as const
export type AwayStatus = (typeof awayStatuses)[number]

/** Milliseconds for which the end of a shift lasts without being renewed, and the interval at which the page renews it. */
export const finishingLastsMs = 3 * 60_000
export const finishingRenewMs = 60_000

export const maxStatusReason = 80

/** The choices, in minutes, after which an agent becomes available again automatically. */
export const statusMinutes = [15, 30, 60] as const
export type StatusMinutes = (typeof statusMinutes)[number]

/** Reasons that are offered as buttons. */
export const usualStatusReasons: Readonly<Record<ChosenStatus, readonly string[]>> = {
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
