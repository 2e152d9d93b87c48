/** Who may still do what a setting narrows. */
export const narrowed = ['everybody', 'supervisors'] as const

/** Who must have a second factor. */
export const secondFactorRule = ['off', 'administrators', 'everybody'] as const
