import type { BusinessHours } from '@parley/core/business-hours/api'
import { ApiError } from '@parley/core/errors'
import { hoursProblems, tidyHours } from '@parley/core/business-hours/rules'
import { type Actor, record } from '../audit/record.ts'
import { type Writer, write } from '../db/write.ts'
import { hoursOf } from './queries.ts'

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
  const after = tidyHours(hours)
  await write(writer, async (tx, publish) => {
    const row = await tx.selectFrom('business_hours').selectAll().forNoKeyUpdate().executeTakeFirstOrThrow()
    const before = tidyHours(hoursOf(row.value))
    if (JSON.stringify(before) === JSON.stringify(after)) return
    if (version !== row.version) throw new ApiError('hours.changed')
    const now = writer.now()
    await tx
      .updateTable('business_hours')
      .set({
        value: JSON.stringify(after),
        version: row.version + 1,
        updated_at: now,
        updated_by: by.agentId,
      })
      .execute()
    publish({ noun: 'bot', id: 0, kind: 'changed' })
    const changed = { before: auditOf(before), after: auditOf(after) }
    await record(tx, by, { action: 'hours.changed', noun: 'settings', objectId: null, ...changed }, now)
  })
}

/** For the audit: "08:00–12:00" for a span of a day, "12-25 Christmas" for a yearly holiday. */
const auditOf = ({ week, holidays }: BusinessHours) => ({
  ...Object.fromEntries(
    Object.entries(week).map(([day, spans]) => [day, spans.map(({ from, to }) => `${from}–${to}`)]),
  ),
  holidays: holidays.map(({ date, name, yearly }) => `${yearly ? date.slice(5) : date} ${name}`),
})
