import type { SavedFilter } from '@parley/core/api/saved-views'
import { type Known, searchNames } from '@parley/core/rules/saved-view'
import type { Emit, Tx } from '../db/write.ts'
import { tellOfViews } from '../saved-views/hold.ts'

/** Views that search for a customer who is erased go with them: their words say who it is. */
export async function forgetViews(tx: Tx, emit: Emit, customer: Known): Promise<void> {
  const rows = await tx.selectFrom('saved_views').select(['id', 'owner_id', 'filter']).execute()
  const naming = rows.filter(({ filter }) => searchNames((filter as SavedFilter).search ?? '', customer))
  if (naming.length === 0) return
  const ids = naming.map(({ id }) => id)
  await tx.deleteFrom('saved_views').where('id', 'in', ids).execute()
  for (const ownerId of new Set(naming.map(view => view.owner_id))) tellOfViews(emit, ownerId)
}
