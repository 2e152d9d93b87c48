import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

/** Which notices of a conversation are done. */
export interface DoneCause {
  readonly conversationId: number
  readonly cause: 'offer' | 'message'
  /** Only this agent's. */
  readonly agentId?: number
  /** Everybody's but this agent's. */
  readonly exceptAgentId?: number
}

/** Dismisses the notices whose cause is done. The conversation must be locked. */
export async function dismissDone(tx: Tx, emit: Emit, done: DoneCause, now: Date): Promise<void> {
  const { rows } = await sql<{ id: number; agent_id: number }>`
    update notifications set dismissed_at = ${now}, updated_at = ${now}
    where id in (
      select id from notifications
      where conversation_id = ${done.conversationId} and cause = ${done.cause} and dismissed_at is null
        and (${done.agentId ?? null}::bigint is null or agent_id = ${done.agentId ?? null})
        and (${done.exceptAgentId ?? null}::bigint is null or agent_id <> ${done.exceptAgentId ?? null})
      order by id for no key update
    )
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows) emit({ noun: 'notification', id, kind: 'changed', agentId })
}
