import type { ConversationEntity } from '@parley/core/conversations/api'
import type { ConversationFilter } from '@parley/core/conversations/rules'
import { queryOf } from '@parley/core/live/load'
import { readConversations } from '@parley/core/read/entities'
import { api } from '../../client/client.ts'

const pageSize = 500
/** What a file of the list holds at most: beyond it a spreadsheet is no way to look. */
export const mostExported = 10_000

/** The conversations of a filter, in its order, page after page up to the limit. Rejects with `ApiFailure`. */
export async function fetchWholeList(filter: ConversationFilter): Promise<readonly ConversationEntity[]> {
  const rows: ConversationEntity[] = []
  for (;;) {
    const last = rows.at(-1)
    const { value } = await api.conversations({
      query: { ...queryOf(filter), limit: pageSize, ...(last !== undefined && { after: last.id }) },
    })
    const page = readConversations(value)
    rows.push(...page)
    if (page.length < pageSize || rows.length >= mostExported) return rows
  }
}
