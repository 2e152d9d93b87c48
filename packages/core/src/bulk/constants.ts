/** The most conversations in one call. */
export const maxBulk = 100
