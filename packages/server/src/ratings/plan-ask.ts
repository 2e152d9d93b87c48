import type { OnResolved } from '../conversations/set-status.ts'
import { runJobAt } from '../db/write.ts'
import { workspaceSettings } from '../settings/queries.ts'

/**
 * Notes that the customer of a conversation that was just resolved is to be asked for a rating, in the transaction of the
 * change; where the workspace asks for none nothing is noted.
 * @param afterMs how long it may be taken back until they are asked
 */
export const planAsk =
  (afterMs: number): OnResolved =>
  async (tx, { id, assignee_id: ownerId, inbound_no: inboundNo }, now) => {
    const { settings } = await workspaceSettings(tx)
    if (settings.ask_for_rating === 'off') return
    // Resolved, taken back and resolved again: they are asked once.
    await tx
      .updateTable('rating_asks')
      .set({ not_asked: 'undone' })
      .where('conversation_id', '=', id)
      .where('asked_at', 'is', null)
      .where('not_asked', 'is', null)
      .execute()
    const due = new Date(now.getTime() + afterMs)
    await tx
      .insertInto('rating_asks')
      .values({ conversation_id: id, owner_id: ownerId, inbound_no: inboundNo, due_at: due })
      .execute()
    await runJobAt(tx, 'ask for ratings', id, due)
  }
