import type { ConversationId, CustomerId, MergeId } from '@parley/core/ids'
import type { Merge } from '@parley/core/customers/merges'
import type { Reader } from '../db/write.ts'
import type { Before } from './before.ts'

/** The merges into a conversation's customer, newest first; all, or one. */
export async function mergesOf(reader: Reader, conversationId: number, id?: number): Promise<Merge[]> {
  const rows = await reader
    .selectFrom('merges')
    .innerJoin('conversations', 'conversations.customer_id', 'merges.kept_id')
    .innerJoin('agents as made', 'made.id', 'merges.made_by')
    .leftJoin('agents as undone', 'undone.id', 'merges.undone_by')
    .select(['merges.id', 'gone_id', 'made_at', 'before', 'undone_at'])
    .select(['made.name as made_by', 'undone.name as undone_by'])
    .where('conversations.id', '=', conversationId)
    .$if(id !== undefined, query => query.where('merges.id', '=', id ?? 0))
    .orderBy('merges.id', 'desc')
    .execute()
  return rows.map(row => {
    const { gone, conversations } = row.before as Before
    return {
      id: String(row.id) as MergeId,
      made_at: row.made_at.toISOString(),
      made_by: row.made_by,
      gone: { id: String(row.gone_id) as CustomerId, name: gone.name, phone_number: gone.phone },
      conversation_ids: conversations.map(one => String(one.id) as ConversationId),
      undone: row.undone_at === null ? null : { at: row.undone_at.toISOString(), by: row.undone_by ?? '' },
    }
  })
}
