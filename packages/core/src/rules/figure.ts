import type { Unit } from '../metrics/metric.ts'
import { fractionText, notMeasured, percentText } from './percent.ts'

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const tenths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** A count with separators, "5,318"; a dash for none. */
export const countText = (count: number | null): string =>
  count === null ? notMeasured : whole.format(count)

/** A number with one decimal; a dash for none. */
export const tenthsText = (value: number | null): string =>
  value === null ? notMeasured : tenths.format(value)

const minutesPerHour = 60
const hoursPerDay = 24

/**
 * A length of time in minutes as screens write it: "4.3 min" under 100 minutes, then "5 h 12 min", from a day on "2 d 6 h";
 * the smaller part is left out where it is 0.
 */
function durationText(minutes: number): string {
  // What would be written as 100.0 is 1 h 40 min.
  if (Math.abs(minutes) < 99.95) return `${tenthsText(minutes)} min`
  const inMinutes = Math.round(minutes)
  if (inMinutes < hoursPerDay * minutesPerHour) return twoParts(inMinutes, minutesPerHour, 'h', 'min')
  return twoParts(Math.round(minutes / minutesPerHour), hoursPerDay, 'd', 'h')
}

function twoParts(small: number, perLarge: number, large: string, unit: string): string {
  const rest = small % perLarge
  return `${whole.format(Math.floor(small / perLarge))} ${large}${rest === 0 ? '' : ` ${rest} ${unit}`}`
}

/** A number rounded to so many decimals, for a table that is downloaded; null stays. */
export const roundedTo = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals))

/** A figure as screens write it, with its unit; a dash when it was not measured. Rates have one decimal (CONST-08). */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return notMeasured
  switch (unit) {
    case 'minutes':
      return durationText(value)
    case 'rating':
      return `${tenthsText(value)} of 5`
    case 'fraction':
      return fractionText(value)
    case 'percent':
      return percentText(value, 1)
    default:
      return countText(value)
  }
}
