import { record } from '../audit/record.ts'
import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { accessLifetime } from './access-token.ts'
import { familyOf } from './refresh-token.ts'

export type EndReason = 'logout' | 'owner' | 'colleague' | 'reuse' | 'password' | 'disabled'

/** Ends a session; its sockets close on the event. Returns false if it had ended already. */
export async function endSession(
  tx: Tx,
  emit: Emit,
  session: { readonly id: number; readonly agentId: number },
  end: { readonly reason: EndReason; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  emit({ noun: 'session', id: session.id, kind: 'changed', agentId: session.agentId })
  return true
}

/** Ends every session of an agent, or every other one. Returns the ended ones. */
export async function endSessionsOf(
  tx: Tx,
  emit: Emit,
  agentId: number,
  { but, ...end }: { readonly reason: EndReason; readonly now: Date; readonly but?: number },
): Promise<readonly number[]> {
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('id', '<>', but ?? 0)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of open) await endSession(tx, emit, { id, agentId }, end)
  return open.map(({ id }) => id)
}

/** Ends a locked agent's offers after their last session. */
export type Leave = (tx: Tx, emit: Emit, agentId: number, now: Date) => Promise<void>

/**
 * Ends the session of a current or past refresh token, and with the last one in use the agent's offers. Returns whether
 * there is such a session.
 */
export async function logout(
  writer: Writer,
  refreshToken: string,
  { leave, address }: { readonly leave: Leave; readonly address: string },
): Promise<boolean> {
  const family = familyOf(refreshToken)
  if (family === null) return false
  return write(writer, async (tx, emit) => {
    const session = await tx
      .selectFrom('sessions')
      .select(['id', 'agent_id as agentId'])
      .where('family', '=', family)
      .executeTakeFirst()
    if (session === undefined) return false
    const now = writer.now()
    const ended = await endAndLeave(tx, emit, session, { reason: 'logout', now, leave })
    const by = { agentId: session.agentId, address }
    if (ended) await record(tx, by, { action: 'sign-out', noun: 'session', objectId: session.id }, now)
    return true
  })
}

/** Ends a session, and with the last one in use its agent's offers. Returns false if it had ended already. */
export async function endAndLeave(
  tx: Tx,
  emit: Emit,
  session: { readonly id: number; readonly agentId: number },
  { leave, ...end }: { readonly reason: EndReason; readonly now: Date; readonly leave: Leave },
): Promise<boolean> {
  const { agentId } = session
  // Lock the agent first, so that the later of two ending sessions is seen as the last, and no offer comes between.
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forNoKeyUpdate().execute()
  const ended = await endSession(tx, emit, session, end)
  if (ended && !(await hasSessionInUse(tx, agentId, end.now))) await leave(tx, emit, agentId, end.now)
  return ended
}

/** Whether the agent has a session in use. One without renewal within an access token's life is abandoned. */
async function hasSessionInUse(tx: Tx, agentId: number, now: Date): Promise<boolean> {
  const lapsed = new Date(now.getTime() - accessLifetime * 1000)
  const session = await tx
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('used_at', '>', lapsed)
    .executeTakeFirst()
  return session !== undefined
}
