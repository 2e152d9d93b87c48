import type { CustomerNote } from '@parley/core/customers/note'
import type { AgentId, ConversationId } from '@parley/core/ids'
import { ApiError } from '@parley/core/errors'
import { sql } from 'kysely'
import type { Reader } from '../db/write.ts'

interface Row {
  readonly conversation_id: number
  readonly text: string | null
  readonly version: number | null
  readonly updated_at: Date | null
  readonly updated_by: number | null
  readonly name: string | null
}

const noteOf = (row: Row): CustomerNote => ({
  conversation_id: String(row.conversation_id) as ConversationId,
  text: row.text ?? '',
  version: row.version ?? 0,
  changed:
    row.updated_at === null
      ? null
      : {
          at: row.updated_at.toISOString(),
          by: { id: String(row.updated_by) as AgentId, name: row.name ?? '' },
        },
})

/** The note on a conversation's customer. @throws ApiError conversation.not-found */
export async function customerNote(reader: Reader, conversationId: number): Promise<CustomerNote> {
  const { rows } = await sql<Row>`
    select c.id as conversation_id, n.text, n.version, n.updated_at, n.updated_by, a.name
    from conversations c left join customer_notes n on n.customer_id = c.customer_id
    left join agents a on a.id = n.updated_by
    where c.id = ${conversationId}`.execute(reader)
  if (rows[0] === undefined) throw new ApiError('conversation.not-found', { id: conversationId })
  return noteOf(rows[0])
}
