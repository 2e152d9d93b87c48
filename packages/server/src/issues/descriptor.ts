import { sql } from 'kysely'
import { type Carry, type Descriptor, erasedTitle, inConversations, listed } from '../descriptor.ts'
import { issueRoutes } from './routes.ts'

interface Moved {
  readonly id: number
  /** The messages that were linked to it. */
  readonly messageIds: readonly number[]
}

/** An issue and its messages are in one conversation: messages that stay behind lose their link. */
const carry: Carry<readonly Moved[]> = {
  async carry({ tx }, { fromId, toId }) {
    const { rows } = await sql<Moved>`
      select i.id, array(select m.id from messages m where m.issue_id = i.id order by m.id) as "messageIds"
      from issues i where i.conversation_id = ${fromId} and i.closed_at is null order by i.id`.execute(tx)
    const ids = rows.map(({ id }) => id)
    await sql`update messages set issue_id = null where issue_id = any(${ids}::bigint[])`.execute(tx)
    await sql`update issues set conversation_id = ${toId} where id = any(${ids}::bigint[])`.execute(tx)
    return rows
  },
  async part({ tx }, { fromId, toId }, moved) {
    for (const { id, messageIds } of moved) {
      const back = await sql`
        update issues set conversation_id = ${toId} where id = ${id} and conversation_id = ${fromId}
          and not exists (select 1 from messages where issue_id = ${id}) returning id`.execute(tx)
      if (back.rows.length > 0)
        await sql`update messages set issue_id = ${id} where id = any(${[...messageIds]}::bigint[])
          and conversation_id = ${toId} and issue_id is null`.execute(tx)
    }
  },
}

export const issueResource: Descriptor = {
  routes: (http, { writer }) => issueRoutes(http, writer),
  export: {
    conversation: {
      issues: listed(
        id => sql`select id::text, title, description, status, priority, category, assigned_agent_id::text,
            resolution_summary, resolution_minutes, reopen_reason, created_at, updated_at, closed_at
          from issues where conversation_id = ${id} order by id`,
      ),
    },
  },
  erase: {
    tables: {
      issues: {
        where: inConversations,
        set: () => sql`title = ${erasedTitle}, description = '', resolution_summary = null, reopen_reason = null,
          client_issue_id = null`,
      },
    },
  },
  carry: { issues: carry },
  isWork: of => sql`exists (select 1 from issues where ${inConversations(of)})`,
  shows: {
    noun: 'issue',
    table: 'issues',
    ids: of => sql`(select id from issues where ${inConversations(of)})`,
  },
}
