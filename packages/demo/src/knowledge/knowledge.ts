import type { KnowledgeContent } from '@parley/core/api/knowledge'
import { defaultBusinessHours } from '@parley/core/rules/business-hours'
import type { Tx } from '@parley/server/db/write'
import { insertRows, takeIds } from '../insert.ts'
import { claimAnswers } from './claims.ts'
import { coverAnswers } from './cover.ts'
import { pensionAnswers } from './pension.ts'
import { premiumAnswers } from './premium.ts'
import { serviceAnswers } from './service.ts'

/** What the demo's bot says, for the made-up insurer Parley Life. */
export const demoAnswers: readonly KnowledgeContent[] = [
  ...premiumAnswers,
  ...pensionAnswers,
  ...coverAnswers,
  ...claimAnswers,
  ...serviceAnswers,
]

/** Uganda's public holidays that fall on the same day each year. */
export const demoHolidays = [
  ['01-01', 'New Year’s Day'],
  ['01-26', 'Liberation Day'],
  ['02-16', 'Archbishop Janani Luwum Day'],
  ['03-08', 'International Women’s Day'],
  ['05-01', 'Labour Day'],
  ['06-03', 'Martyrs’ Day'],
  ['06-09', 'National Heroes’ Day'],
  ['10-09', 'Independence Day'],
  ['12-25', 'Christmas Day'],
  ['12-26', 'Boxing Day'],
].map(([day, name = '']) => ({ date: `2026-${day}`, name, yearly: true }))

/** Publishes the demo's answers and decides its hours, both by this agent. */
export async function addKnowledge(tx: Tx, agentId: number, now: Date): Promise<void> {
  const ids = await takeIds(tx, demoAnswers.length)
  const rows = demoAnswers.map((content, place) => ({ id: ids[place] ?? 0, content }))
  await insertRows(
    tx,
    'knowledge_answers',
    rows.map(({ id, content }) => ({
      id,
      published: content,
      published_version: 1,
      published_at: now,
      updated_at: now,
      updated_by: agentId,
    })),
  )
  await insertRows(
    tx,
    'knowledge_versions',
    rows.map(({ id, content }) => ({ answer_id: id, version: 1, content, by_id: agentId, at: now })),
  )
  await tx.updateTable('knowledge_edition').set({ edition: 1 }).execute()
  const hours = { ...defaultBusinessHours, holidays: demoHolidays }
  await tx
    .updateTable('business_hours')
    .set({ value: JSON.stringify(hours), version: 2, updated_at: now, updated_by: agentId })
    .execute()
}
