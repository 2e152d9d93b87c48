import { type Emit, type Tx, type Writer, write } from '../db/write.ts'
import { familyOf } from './refresh-token.ts'

export type EndReason = 'logout' | 'reuse' | 'password' | 'disabled'

/** Ends one session if it is not over; its sockets close on the change. */
export async function endSession(
  tx: Tx,
  emit: Emit,
  session: { readonly id: number; readonly agentId: number },
  end: { readonly reason: EndReason; readonly now: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('id', '=', session.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n)
    emit({ noun: 'session', id: session.id, kind: 'changed', agentId: session.agentId })
}

/** Ends every session of an agent. */
export async function endSessionsOf(
  tx: Tx,
  emit: Emit,
  agentId: number,
  end: { readonly reason: EndReason; readonly now: Date },
): Promise<void> {
  const open = await tx
    .selectFrom('sessions')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of open) await endSession(tx, emit, { id, agentId }, end)
}

/** Ends the session that a refresh token, current or past, belongs to. Answers whether there is such a session. */
export async function logout(writer: Writer, refreshToken: string): Promise<boolean> {
  const family = familyOf(refreshToken)
  if (family === null) return false
  return write(writer, async (tx, emit) => {
    const session = await tx
      .selectFrom('sessions')
      .select(['id', 'agent_id as agentId'])
      .where('family', '=', family)
      .executeTakeFirst()
    if (session === undefined) return false
    await endSession(tx, emit, session, { reason: 'logout', now: writer.now() })
    return true
  })
}
