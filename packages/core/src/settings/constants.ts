/** Who may still do what a setting narrows. */
export const narrowed = ['everybody', 'supervisors'] as const

/** When a customer sees that their messages are read and that somebody writes: as soon as an agent types, or not at all. */
export const writingShown = ['from-first-key', 'never'] as const

/** Whether customers are asked how they were served once their conversation is resolved. */
export const ratingAsked = ['off', 'on'] as const

/** Which conversations are whose who answers in them: those that nobody has, or none. */
export const repliesTake = ['unassigned', 'nothing'] as const

/** Who must have a second factor. */
export const secondFactorRule = ['off', 'administrators', 'everybody'] as const

/** For how many seconds at most an agent's reply is held so that it can be taken back. */
export const mostUndoSeconds = 30

/** From so many minutes on a wait is long, and too long. */
export interface WaitMarks {
  readonly long: number
  readonly too_long: number
}

/** Of a workspace that decided nothing else. */
export const defaultWaitMarks: WaitMarks = { long: 15, too_long: 45 }
