import type { SavedFilter } from '@parley/core/saved-views/api'
import { searchNames } from '@parley/core/saved-views/rules'
import type { Descriptor, Erased } from '../descriptor.ts'
import type { TxContext } from '../db/write.ts'
import { tellOfViews } from './actions.ts'
import { savedViewRoutes } from './routes.ts'

/** Deletes the views that search for the customer: their text names the customer. */
async function deleteNaming(
  { tx, publish }: TxContext,
  { names, marks, customerNumber }: Erased,
): Promise<void> {
  const phones = marks.map(mark => `+${mark}`)
  const rows = await tx.selectFrom('saved_views').select(['id', 'owner_id', 'filter']).execute()
  const naming = rows.filter(({ filter }) =>
    names.some(name => searchNames((filter as SavedFilter).search ?? '', { name, phones, customerNumber })),
  )
  if (naming.length === 0) return
  const ids = naming.map(({ id }) => id)
  await tx.deleteFrom('saved_views').where('id', 'in', ids).execute()
  for (const ownerId of new Set(naming.map(view => view.owner_id))) tellOfViews(publish, ownerId)
}

export const savedViewResource: Descriptor = {
  routes: (http, { writer }) => savedViewRoutes(http, writer),
  erase: { first: deleteNaming, tables: {} },
}
