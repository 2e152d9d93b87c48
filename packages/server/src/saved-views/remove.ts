import { type Writer, write } from '../db/write.ts'
import { type Editor, heldView, oneViewAtATime, tellOfViews } from './hold.ts'

/** Deletes a view. @throws Refusal view.not-found, session.forbidden */
export const removeView = (writer: Writer, id: number, by: Editor): Promise<void> =>
  write(writer, async (tx, emit) => {
    await oneViewAtATime(tx)
    const row = await heldView(tx, id, by)
    await tx.deleteFrom('saved_views').where('id', '=', id).execute()
    tellOfViews(emit, row.owner_id)
  })
