import type { BusinessHours } from '@parley/core/business-hours/api'
import { ApiError } from '@parley/core/errors'
import { hoursProblems } from '@parley/core/business-hours/rules'
import type { Actor } from '../audit/record.ts'
import type { Writer } from '../db/write.ts'
import { changeVersioned } from '../settings/versioned.ts'
import { storedHours } from './queries.ts'

/**
 * Changes the business hours from the next message on. The same hours again are no change.
 * @throws ApiError hours.changed, input.invalid with the wrong fields
 */
export async function changeBusinessHours(
  writer: Writer,
  hours: BusinessHours,
  version: number,
  by: Actor,
): Promise<void> {
  const problems = hoursProblems(hours)
  const [first] = Object.entries(problems)
  if (first !== undefined)
    throw new ApiError('input.invalid', { reason: `${first[0]} ${first[1]}` }, problems)
  await changeVersioned(writer, storedHours, hours, version, by)
}
