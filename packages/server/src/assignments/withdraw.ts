import { type Asker, requirePermission } from '@parley/core/access/rules'
import { ApiError } from '@parley/core/errors'
import { type Actor, record } from '../audit/record.ts'
import { alreadyAssignedError, lockConversation } from '../conversations/lock.ts'
import { write, type Writer } from '../db/write.ts'
import { endOffer, openOffer } from './offer.ts'

interface Withdrawing {
  readonly conversationId: number
  readonly assignmentId: number
  readonly by: Actor & { readonly agentId: number; readonly asker: Asker }
}

/**
 * Withdraws an open offer: the owner stays, and without one the conversation is in the queue. Its author may do so, and a
 * supervisor. An offer that is over already stays as it is, unless its agent accepted it.
 * @throws ApiError conversation.not-found, conversation.changed, customer.erased, session.forbidden, assignment.taken,
 * assignment.offered-to-other
 */
export const withdraw = (writer: Writer, { conversationId, assignmentId, by }: Withdrawing): Promise<void> =>
  write(writer, async context => {
    const { tx } = context
    const conversation = await lockConversation(tx, conversationId)
    const made = await tx
      .selectFrom('assignments')
      .select(['agent_id', 'by_id'])
      .where('id', '=', assignmentId)
      .where('conversation_id', '=', conversationId)
      .executeTakeFirst()
    if (made === undefined) throw new ApiError('conversation.changed')
    if (made.by_id !== by.agentId) requirePermission(by.asker, 'colleague-assignments')
    const open = await openOffer(tx, conversationId)
    if (open?.id === assignmentId) {
      await endOffer(context, open, { state: 'withdrawn', reason: null })
      const change = { before: { offered_to: String(open.agent_id) }, after: { offered_to: null } }
      await record(context, by, 'conversation.assigned', conversationId, change)
    } else if (open !== undefined) {
      throw new ApiError('assignment.offered-to-other', { holder: open.agent_name })
    } else if (conversation.assignee_id === made.agent_id) {
      throw await alreadyAssignedError(tx, made.agent_id)
    }
  })
