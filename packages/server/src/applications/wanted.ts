import { type WantedDocument, wantedDocuments } from '@parley/bot/documents'
import { askableStatuses } from '@parley/core/applications/constants'
import type { Reader } from '../db/write.ts'
import { applicationsById } from './queries.ts'

/** What the applications of a customer may take from the chat. */
export async function wantedOf(
  reader: Reader,
  customerId: number,
  now: Date,
): Promise<readonly WantedDocument[]> {
  const rows = await reader
    .selectFrom('applications')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', 'in', askableStatuses)
    .orderBy('id')
    .execute()
  const applications = await applicationsById(
    reader,
    rows.map(({ id }) => id),
  )
  return wantedDocuments(
    rows.flatMap(({ id }) => applications.get(id) ?? []),
    now,
  )
}
