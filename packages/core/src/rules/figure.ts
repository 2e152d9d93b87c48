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

/** A figure as screens write it, with its unit; a dash when it was not measured. Rates have one decimal (CONST-08). */
export function figureText(value: number | null, unit: Unit): string {
  if (value === null || !Number.isFinite(value)) return notMeasured
  switch (unit) {
    case 'minutes':
      return `${tenthsText(value)} min`
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
