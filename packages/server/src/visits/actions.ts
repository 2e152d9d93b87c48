import { ApiError } from '@parley/core/errors'
import type { ChangeVisitBody, CreateVisitBody } from '@parley/core/visits/api'
import type * as z from 'zod'
import { lockConversation } from '../conversations/lock.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { type Writer, write } from '../db/write.ts'
import { visitById } from './queries.ts'

interface NewVisit extends z.output<typeof CreateVisitBody> {
  readonly conversationId: number
  readonly agentId: number
}

const sameClientId = () => new ApiError('visit.same-client-id')

/**
 * Notes a visit and returns its id. The same client id with the same branch and time returns the first visit's.
 * @throws ApiError conversation.not-found, customer.erased, visit.same-client-id
 */
export const createVisit = (writer: Writer, visit: NewVisit): Promise<number> =>
  write(writer, async (tx, publish) => {
    const { conversationId, agentId, branch, note } = visit
    const at = new Date(visit.at)
    await lockConversation(tx, conversationId)
    const earlier = await findExisting({
      clientId: visit.client_visit_id,
      find: clientId =>
        tx
          .selectFrom('visits')
          .select(['id', 'conversation_id', 'branch', 'at'])
          .where('agent_id', '=', agentId)
          .where('client_visit_id', '=', clientId)
          .executeTakeFirst(),
      isSame: made =>
        made.conversation_id === conversationId &&
        made.branch === branch &&
        made.at.getTime() === at.getTime(),
      conflictError: sameClientId,
    })
    if (earlier !== null) return earlier.id
    const place = { conversation_id: conversationId, agent_id: agentId }
    const inserted = await tx
      .insertInto('visits')
      .values({ ...place, branch, at, note, client_visit_id: visit.client_visit_id ?? null })
      // Only this conversation is locked: another transaction may insert the same client id into another one.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_visit_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = insertOrConflict(inserted, sameClientId)
    publish({ noun: 'visit', id, kind: 'created' })
    return id
  })

/**
 * Changes a visit. An edit without a change leaves the version as it is.
 * @throws ApiError visit.not-found, customer.erased, visit.changed with the current visit
 */
export const changeVisit = (
  writer: Writer,
  id: number,
  { version, branch, note, status, at: text }: z.output<typeof ChangeVisitBody>,
): Promise<void> =>
  write(writer, async (tx, publish) => {
    const { conversation_id: conversationId } = await visitById(tx, id)
    await lockConversation(tx, Number(conversationId))
    const visit = await visitById(tx, id)
    if (visit.version !== version) throw new ApiError('visit.changed', {}, undefined, { current: visit })
    const at = new Date(text)
    const isSame =
      visit.branch === branch &&
      visit.at === at.toISOString() &&
      visit.note === note &&
      visit.status === status
    if (isSame) return
    await tx
      .updateTable('visits')
      .set({ branch, at, note, status, version: version + 1 })
      .where('id', '=', id)
      .execute()
    publish({ noun: 'visit', id, kind: 'changed' })
  })
