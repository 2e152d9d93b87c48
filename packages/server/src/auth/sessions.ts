import type { OwnSession } from '@parley/core/account/api'
import { Refusal } from '@parley/core/errors'
import { record } from '../audit/record.ts'
import { type Reader, type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { endAndLeave, type Leave } from './end.ts'

const open = (reader: Reader, agentId: number, now: Date) =>
  reader
    .selectFrom('sessions')
    .where('agent_id', '=', agentId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)

/** An agent's open sessions, the last used first; `current` marks the caller's. */
export async function sessionsOf(
  reader: Reader,
  agentId: number,
  caller: Caller,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await open(reader, agentId, now)
    .select(['id', 'device', 'address', 'created_at', 'used_at'])
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

interface Ending {
  /** The owner of the sessions. */
  readonly agentId: number
  readonly by: Caller
  readonly leave: Leave
}

const reasonOf = ({ agentId, by }: Ending) => (agentId === by.agentId ? 'owner' : 'colleague')

/** Ends one session of an agent, the caller's too. @throws Refusal session.not-found, also for an ended one */
export const endSessionOf = (writer: Writer, id: number, ending: Ending): Promise<void> =>
  write(writer, async (tx, emit) => {
    const { agentId, by, leave } = ending
    const now = writer.now()
    const session = await open(tx, agentId, now).select('id').where('id', '=', id).executeTakeFirst()
    if (session === undefined) throw new Refusal('session.not-found', { id })
    const ended = await endAndLeave(tx, emit, { id, agentId }, { reason: reasonOf(ending), now, leave })
    if (ended) await record(tx, by, { action: 'session.ended', noun: 'session', objectId: id }, now)
  })

/** Ends all sessions of an agent but the caller's. Returns their number. */
export const endSessionsBut = (writer: Writer, ending: Ending): Promise<number> =>
  write(writer, async (tx, emit) => {
    const { agentId, by, leave } = ending
    const now = writer.now()
    const rows = await open(tx, agentId, now)
      .select('id')
      .where('id', '<>', by.sessionId)
      .orderBy('id')
      .execute()
    const ended: number[] = []
    for (const { id } of rows)
      if (await endAndLeave(tx, emit, { id, agentId }, { reason: reasonOf(ending), now, leave }))
        ended.push(id)
    const entry = { action: 'session.ended', noun: 'session' } as const
    await record(
      tx,
      by,
      ended.map(objectId => ({ ...entry, objectId })),
      now,
    )
    return ended.length
  })
