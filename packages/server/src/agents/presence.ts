import { isAbsenceSure, keepPresence, type PresenceKept, presenceRefreshMs } from '@parley/core/rules/agent'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'
import { every, type Repeated } from '../every.ts'
import { isOnline, lapsedBefore } from './profiles.ts'

/** Which agents have sockets at this process, told to all processes through the database. */
export interface Presence extends Repeated {
  /** How many sockets the agent has at this process. */
  socketsOf(agentId: number): number
  /** A socket opened: counted at once, resolves once that is written. */
  opened(agentId: number): Promise<void>
  /** A socket closed. The row is left to lapse, so that a reload is no absence. */
  closed(agentId: number): void
  /** The agent's client was heard of; writes when the row is due to be refreshed. */
  heard(agentId: number): Promise<void>
  /** Refreshes everybody here; runs by itself every `presenceRefreshMs`. Rejects when the database does not take it. */
  keep(): Promise<void>
  /** Whether who has no presence is gone: not soon after a start or after the database could not be reached. */
  isAbsenceSure(): boolean
}

/** @param process this process's own name, new at each start */
export function startPresence(
  writer: Writer,
  process: string,
  onTrouble: (error: unknown) => void,
): Presence {
  const sockets = new Map<number, number>()
  const seen = new Map<number, number>()
  const refresh = async (agentId: number) => {
    const now = writer.now()
    await touch(writer, process, agentId, now)
    seen.set(agentId, now.getTime())
  }
  let kept: PresenceKept | null = null
  const keep = async () => {
    // Without anybody here the database must be seen to answer all the same.
    await sql`select 1`.execute(writer.db)
    await Promise.all([...sockets.keys()].map(refresh))
    kept = keepPresence(kept, writer.now().getTime())
  }
  const repeated = every(presenceRefreshMs, keep, onTrouble)
  const socketsOf = (agentId: number) => sockets.get(agentId) ?? 0
  return {
    socketsOf,
    opened: async agentId => {
      sockets.set(agentId, socketsOf(agentId) + 1)
      await refresh(agentId)
    },
    closed: agentId => {
      const left = socketsOf(agentId) - 1
      if (left > 0) sockets.set(agentId, left)
      else sockets.delete(agentId)
    },
    heard: async agentId => {
      const age = writer.now().getTime() - (seen.get(agentId) ?? 0)
      if (age >= presenceRefreshMs) await refresh(agentId)
    },
    keep,
    isAbsenceSure: () => isAbsenceSure(kept, writer.now().getTime()),
    close: () => repeated.close(),
  }
}

/** Who was not there before becomes online with it, which others hear of. */
const touch = (writer: Writer, process: string, agentId: number, now: Date): Promise<void> =>
  write(writer, async (tx, emit) => {
    const { rows } = await sql<{ was_online: boolean; available: boolean }>`
      select ${isOnline(now)} as was_online, a.status = 'AVAILABLE' as available
      from agents a where a.id = ${agentId} for no key update of a`.execute(tx)
    const [agent] = rows
    if (agent === undefined) return
    await tx
      .insertInto('presence')
      .values({ agent_id: agentId, process, seen_at: now })
      .onConflict(conflict => conflict.columns(['agent_id', 'process']).doUpdateSet({ seen_at: now }))
      .execute()
    if (agent.was_online || !agent.available) return
    await tx.updateTable('agents').set({ last_activity_at: now }).where('id', '=', agentId).execute()
    emit({ noun: 'agent', id: agentId, kind: 'changed' })
  })

/** Forgets presence that has lapsed, which others hear of. */
export const sweepPresence = (writer: Writer): Promise<void> =>
  write(writer, async (tx, emit) => {
    const now = writer.now()
    const gone = await tx
      .deleteFrom('presence')
      .where('seen_at', '<=', lapsedBefore(now))
      .returning('agent_id')
      .execute()
    for (const { agent_id: id } of gone) emit({ noun: 'agent', id, kind: 'changed' })
  })
