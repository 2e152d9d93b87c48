import { BusinessHours, type KeptHours } from '@parley/core/business-hours/api'
import { defaultBusinessHours, tidyHours } from '@parley/core/business-hours/rules'
import type { Reader } from '../db/write.ts'
import { type VersionedValue, versionedValue } from '../settings/versioned.ts'

/** The stored hours; the default until somebody sets them. */
export const hoursOf = (value: unknown): BusinessHours =>
  value === null ? defaultBusinessHours : BusinessHours.parse(value)

/** For the audit: "08:00–12:00" for a span of a day, "12-25 Christmas" for a yearly holiday. */
const auditOf = ({ week, holidays }: BusinessHours) => ({
  ...Object.fromEntries(
    Object.entries(week).map(([day, spans]) => [day, spans.map(({ from, to }) => `${from}–${to}`)]),
  ),
  holidays: holidays.map(({ date, name, yearly }) => `${yearly ? date.slice(5) : date} ${name}`),
})

export const storedHours: VersionedValue<BusinessHours> = {
  table: 'business_hours',
  read: hoursOf,
  tidy: tidyHours,
  audit: auditOf,
  action: 'hours.changed',
  stale: 'hours.changed',
}

export async function businessHours(reader: Reader): Promise<KeptHours> {
  const { value, ...stored } = await versionedValue(reader, storedHours)
  return { hours: value, ...stored }
}
