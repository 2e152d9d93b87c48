import { type RawBuilder, sql } from 'kysely'
import type { Emit, Tx } from '../db/write.ts'

type About =
  | { readonly conversationId: number; readonly cause: 'offer' | 'message' | 'status' }
  | { readonly ticketId: number; readonly cause: 'ticket' }
  | { readonly noteId: number; readonly cause: 'mention' }
  | { readonly reminderId: number; readonly cause: 'reminder' }

/** Which notices of a conversation, or of one of its tickets, notes or reminders, are done. */
export type DoneCause = About & {
  /** Only this agent's. */
  readonly agentId?: number
  /** Everybody's but this agent's. */
  readonly exceptAgentId?: number
}

const placeOf = (about: About): RawBuilder<unknown> => {
  if ('ticketId' in about) return sql`ticket_id = ${about.ticketId}`
  if ('reminderId' in about) return sql`reminder_id = ${about.reminderId}`
  return 'noteId' in about ? sql`note_id = ${about.noteId}` : sql`conversation_id = ${about.conversationId}`
}

/** Dismisses the notices whose cause is done. The conversation, also of a ticket, a note or a reminder, must be locked. */
export async function dismissDone(tx: Tx, emit: Emit, done: DoneCause, now: Date): Promise<void> {
  const about = placeOf(done)
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
