/** The share of something in a whole; the share of nothing is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/** A mean in units of `per`; null for the mean of nothing. */
export const mean = (sum: number, count: number, per = 1): number | null =>
  count === 0 ? null : sum / count / per

/** A share as 0 to 100; null where there is nothing to measure. */
export const percent = (part: number, whole: number): number | null =>
  whole === 0 ? null : (part / whole) * 100

export const secondsPerMinute = 60
export const msPerMinute = 60_000
