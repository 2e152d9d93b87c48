import { BusinessHours, type KeptHours } from '@parley/core/business-hours/api'
import type { AgentId } from '@parley/core/ids'
import { defaultBusinessHours } from '@parley/core/business-hours/rules'
import type { Reader } from '../db/write.ts'

/** The stored hours; the default until somebody sets them. */
export const hoursOf = (value: unknown): BusinessHours =>
  value === null ? defaultBusinessHours : BusinessHours.parse(value)

export async function businessHours(reader: Reader): Promise<KeptHours> {
  const row = await reader
    .selectFrom('business_hours')
    .leftJoin('agents', 'agents.id', 'updated_by')
    .select(['value', 'version', 'updated_at', 'updated_by', 'agents.name'])
    .executeTakeFirstOrThrow()
  const { updated_by: by, name } = row
  return {
    hours: hoursOf(row.value),
    version: row.version,
    updated_at: row.updated_at?.toISOString() ?? null,
    updated_by: by === null ? null : { id: String(by) as AgentId, name: name ?? '' },
  }
}
