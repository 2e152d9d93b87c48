import type { SavedFilter } from '@parley/core/saved-views/api'
import { type Writer, write } from '../db/write.ts'
import { type Editor, heldView, oneViewAtATime, taken, tellOfViews, viewNamed } from './hold.ts'

/** What of a view is to be another; what is not given stays. */
export interface ViewChange {
  readonly name?: string | undefined
  readonly filter?: SavedFilter | undefined
}

/**
 * Renames a view or overwrites its filter; of two who do, the last decides.
 * @throws Refusal view.not-found, session.forbidden, view.taken
 */
export const changeView = (
  writer: Writer,
  id: number,
  { name, filter }: ViewChange,
  by: Editor,
): Promise<void> =>
  write(writer, async (tx, emit) => {
    await oneViewAtATime(tx)
    const row = await heldView(tx, id, by)
    const next = name ?? row.name
    const other = await viewNamed(tx, row.owner_id, next)
    if (other !== undefined && other.id !== id) throw taken(other.name)
    await tx
      .updateTable('saved_views')
      .set({ name: next, ...(filter !== undefined && { filter: JSON.stringify(filter) }) })
      .where('id', '=', id)
      .execute()
    tellOfViews(emit, row.owner_id)
  })
