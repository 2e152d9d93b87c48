import type { OwnSession } from '@parley/core/api/account'
import { Refusal } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type Reader, type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { endAndLeave, endSessionsOf, type Leave } from './end.ts'

/** The caller's sessions that are not over, the last used first. */
export async function ownSessions(reader: Reader, caller: Caller, now: Date): Promise<OwnSession[]> {
  const rows = await reader
    .selectFrom('sessions')
    .select(['id', 'device', 'address', 'created_at', 'used_at'])
    .where('agent_id', '=', caller.agentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(row => ({
    id: String(row.id) as OwnSession['id'],
    device: row.device,
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_used_at: row.used_at.toISOString(),
    current: row.id === caller.sessionId,
  }))
}

/** Ends one of the caller's sessions, this one too. One that is over already is none. @throws Refusal session.not-found */
export const endOwnSession = (writer: Writer, caller: Caller, id: number, leave: Leave): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const session = await tx
      .selectFrom('sessions')
      .select(['id', 'agent_id as agentId'])
      .where('id', '=', id)
      .where('agent_id', '=', caller.agentId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    if (session === undefined) throw new Refusal('session.not-found', { id })
    const ended = await endAndLeave(tx, emit, session, { reason: 'owner', now, leave })
    if (ended) await record(tx, caller, { action: 'session.ended', noun: 'session', objectId: id }, now)
  })

/** Ends all of the caller's sessions but this one. Answers how many. */
export const endOtherSessions = (writer: Writer, caller: Caller): Promise<number> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const end = { reason: 'owner', now, but: caller.sessionId } as const
    const ended = await endSessionsOf(tx, emit, caller.agentId, end)
    const entry = { action: 'session.ended', noun: 'session' } as const
    await record(
      tx,
      caller,
      ended.map(objectId => ({ ...entry, objectId })),
      now,
    )
    return ended.length
  })
