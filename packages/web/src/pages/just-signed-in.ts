/** The state of the navigation from sign-in to the first screen, and of a page that begins anew for who has signed in there. */
export const justSignedIn = { hasJustSignedIn: true } as const

/** Whether a navigation comes from sign-in. */
export const hasJustSignedIn = (state: unknown): boolean =>
  (state as Partial<typeof justSignedIn> | null)?.hasJustSignedIn === true
