/** The users who still have a permission that a setting restricts. */
export const narrowed = ['everybody', 'supervisors'] as const

/** When a customer sees blue ticks and "typing…": as soon as an agent types, or never. */
export const writingShown = ['from-first-key', 'never'] as const

/** Whether customers are asked for a rating once their conversation is resolved. */
export const ratingAsked = ['off', 'on'] as const

/** The conversations that a reply assigns to its writer: those without an owner, or none. */
export const repliesTake = ['unassigned', 'nothing'] as const

/** The users who must have a second factor. */
export const secondFactorRule = ['off', 'administrators', 'everybody'] as const

/** The longest undo time of a reply, in seconds. */
export const mostUndoSeconds = 30

/** The wait, in minutes, from which it is long, and too long. */
export interface WaitMarks {
  readonly long: number
  readonly too_long: number
}

export const defaultWaitMarks: WaitMarks = { long: 15, too_long: 45 }

/** The settings that say for how many days something is kept. */
export const retentionSettings = [
  'keep_messages_days',
  'keep_events_days',
  'keep_refused_days',
  'keep_audit_days',
] as const
export type RetentionSetting = (typeof retentionSettings)[number]

/** A hundred years. */
export const mostRetentionDays = 36_500
