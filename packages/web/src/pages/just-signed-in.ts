/** The state of the navigation from sign-in to the first screen. */
export const justSignedIn = { hasJustSignedIn: true } as const

/** Whether a navigation comes from sign-in. */
export const hasJustSignedIn = (state: unknown): boolean =>
  (state as Partial<typeof justSignedIn> | null)?.hasJustSignedIn === true
