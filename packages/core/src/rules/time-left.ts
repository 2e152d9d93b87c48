/** "4 min left", rounded up; "under a minute left" below one. Milliseconds. */
export const timeLeft = (left: number): string =>
  left <= 60_000 ? 'under a minute left' : `${Math.ceil(left / 60_000)} min left`
