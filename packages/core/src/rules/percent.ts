/** A part of a whole in percent; 0 where there is nothing to share. */
export const percentOf = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100)

/** What stands where nothing was measured. */
export const notMeasured = '–'

/** A percentage with so many decimals, "81.4%"; a dash for none. */
export const percentText = (percent: number | null, decimals: 0 | 1): string =>
  percent === null || !Number.isFinite(percent) ? notMeasured : `${percent.toFixed(decimals)}%`

/** A fraction of 1 as a percentage with one decimal; a dash for none. */
export const fractionText = (fraction: number | null): string =>
  percentText(fraction === null ? null : fraction * 100, 1)
