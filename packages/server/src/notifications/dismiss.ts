import { sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

type About =
  | { readonly conversationId: number; readonly cause: 'offer' | 'message' | 'status' }
  | { readonly ticketId: number; readonly cause: 'ticket' }

/** Which notices of a conversation or of one of its tickets are done. */
export type DoneCause = About & {
  /** Only this agent's. */
  readonly agentId?: number
  /** Everybody's but this agent's. */
  readonly exceptAgentId?: number
}

/** Dismisses the notices whose cause is done. The conversation, also of a ticket, must be locked. */
export async function dismissDone(tx: Tx, emit: Emit, done: DoneCause, now: Date): Promise<void> {
  const about =
    'ticketId' in done ? sql`ticket_id = ${done.ticketId}` : sql`conversation_id = ${done.conversationId}`
  const { rows } = await sql<{ id: number; agent_id: number }>`
    update notifications set dismissed_at = ${now}, updated_at = ${now}
    where id in (
      select id from notifications
      where ${about} and cause = ${done.cause} and dismissed_at is null
        and (${done.agentId ?? null}::bigint is null or agent_id = ${done.agentId ?? null})
        and (${done.exceptAgentId ?? null}::bigint is null or agent_id <> ${done.exceptAgentId ?? null})
      order by id for no key update
    )
    returning id, agent_id`.execute(tx)
  for (const { id, agent_id: agentId } of rows) emit({ noun: 'notification', id, kind: 'changed', agentId })
}
