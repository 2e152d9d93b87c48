import { isAbsenceSure, keepPresence, type PresenceKept, presenceRefreshMs } from '@parley/core/agents/rules'
import { sql } from 'kysely'
import { type Writer, write } from '../db/write.ts'
import { interval, type Repeated } from '../timers/interval.ts'
import { isOnline, lapsedBefore } from './queries.ts'

/** The agents with sockets at this process, shared with other processes through the database. */
export interface Presence extends Repeated {
  /** The agent's sockets at this process. */
  socketsOf(agentId: number): number
  /** Counts an opened socket at once; resolves once that is written. */
  opened(agentId: number): Promise<void>
  /** Counts a closed socket. The row expires by itself, so that a reload is no absence. */
  closed(agentId: number): void
  /** Call at each sign of life. Writes if the row is due. */
  heard(agentId: number): Promise<void>
  /** Renews all agents here, as it does every `presenceRefreshMs`. Rejects when the database fails. */
  keep(): Promise<void>
  /** Whether a missing presence means absence: not soon after a start or a database outage. */
  isAbsenceSure(): boolean
}

/** @param process this process's name, new at each start */
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
    // Check the database even without agents: absences depend on it.
    await sql`select 1`.execute(writer.db)
    await Promise.all([...sockets.keys()].map(refresh))
    kept = keepPresence(kept, writer.now().getTime())
  }
  const repeated = interval(presenceRefreshMs, keep, onTrouble)
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

/** Renews an agent's presence; publishes an agent who comes online. */
const touch = (writer: Writer, process: string, agentId: number, now: Date): Promise<void> =>
  write(writer, async ({ tx, publish }) => {
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
    publish({ noun: 'agent', id: agentId, kind: 'changed' })
  })

/** Deletes lapsed presence and publishes it. */
export const sweepPresence = (writer: Writer): Promise<void> =>
  write(writer, async ({ tx, publish, now }) => {
    const gone = await tx
      .deleteFrom('presence')
      .where('seen_at', '<=', lapsedBefore(now))
      .returning('agent_id')
      .execute()
    for (const { agent_id: id } of gone) publish({ noun: 'agent', id, kind: 'changed' })
  })
