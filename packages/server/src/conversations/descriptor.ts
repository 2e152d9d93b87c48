import { sql } from 'kysely'
import type { Reader, TxContext, Writer } from '../db/write.ts'
import type { Descriptor, Erased } from '../descriptor.ts'
import type { StatusFollowers } from './actions.ts'
import { contactRoutes, conversationRoutes } from './routes.ts'

/** A conversation in an export. */
export interface ConversationRecord {
  readonly id: string
  readonly status: string
  readonly created_at: Date
}

/** The customer's conversations, oldest first. */
export async function conversationRecords(
  reader: Reader,
  customerId: number,
): Promise<readonly ConversationRecord[]> {
  const { rows } = await sql<ConversationRecord>`
    select c.id::text, c.status, c.tags, c.phone_number_id, c.peer, c.created_at, c.updated_at, c.last_activity,
      c.human_wait_started_at, c.customer_wrote_at, c.window_refused_at, c.unreachable, c.unreachable_at,
      c.snoozed_until, c.snooze_reason, c.assignee_id::text, a.name as assignee_name
    from conversations c left join agents a on a.id = c.assignee_id
    where c.customer_id = ${customerId} order by c.created_at, c.id`.execute(reader)
  return rows
}

/** Tags are agents' words, and the audit log has them too. */
async function blankTags({ tx }: TxContext, { conversations }: Erased): Promise<void> {
  await sql`set local parley.erasure = 'on'`.execute(tx)
  await sql`update audit set before = null, after = null
    where action = 'conversation.tags' and object_id in ${conversations}`.execute(tx)
}

export const conversationResource: Descriptor<{
  readonly writer: Writer
  readonly followers: StatusFollowers
}> = {
  routes: (http, { writer, followers }) => {
    conversationRoutes(http, writer, followers)
    contactRoutes(http, writer)
  },
  erase: {
    first: blankTags,
    tables: {
      conversations: {
        where: of => sql`customer_id = ${of.customer}`,
        set: of => sql`status = 'ARCHIVED', tags = '{}', human_wait_started_at = null, with_bot = false, bot_from = null,
          erased_at = ${of.now}, updated_at = ${of.now}, customer_wrote_at = null, window_refused_at = null,
          unreachable = null, unreachable_at = null, closing_soon = false, closing_within_hour = false, snoozed_until = null, snoozed_by = null,
          snooze_reason = null, acknowledged_wait = null, no_reply_wait = null, no_reply_by = null, no_reply_at = null,
          no_reply_message_id = null, peer = case when peer is not null then '' end, version = version + 1`,
      },
    },
  },
  shows: { noun: 'conversation', ids: of => of.conversations },
  audit: {
    conversation: id =>
      sql`(select c.name from conversations v join customers c on c.id = v.customer_id
        where v.id = ${id} and c.erased_at is null)`,
  },
}
