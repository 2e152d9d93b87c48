/** So many conversations are changed by one call at most. */
export const maxBulk = 100
