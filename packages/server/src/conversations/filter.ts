import type { ConversationState } from '@parley/core/api/conversations'
import { type RawBuilder, sql } from 'kysely'

/** What narrows the list; `assigneeId` "none" means nobody. */
export interface ListFilter {
  readonly status?: ConversationState['status'] | undefined
  readonly search?: string | undefined
  readonly assigneeId?: number | 'none' | undefined
  /** With an issue that is not resolved, or without any such. */
  readonly hasOpenIssues?: boolean | undefined
}

/** Whether there is something to search for. */
export const isSearch = ({ search }: ListFilter): boolean => (search?.trim() ?? '') !== ''

/** Written into LIKE, `%`, `_` and `\` stand for themselves. */
const pattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const openIssue = sql`exists (select 1 from issues i where i.conversation_id = c.id and i.status <> 'RESOLVED')`

/** The filter without its status, of the conversation `c`; a search looks at its customer `cu` and last message `m` too. */
export const narrow = ({ search, assigneeId, hasOpenIssues }: ListFilter): RawBuilder<unknown> => {
  const parts = [sql`true`]
  if (assigneeId === 'none') parts.push(sql`c.assignee_id is null`)
  else if (assigneeId !== undefined) parts.push(sql`c.assignee_id = ${assigneeId}`)
  if (hasOpenIssues !== undefined) parts.push(hasOpenIssues ? openIssue : sql`not ${openIssue}`)
  const typed = search?.trim() ?? ''
  if (typed !== '') {
    const any = pattern(typed)
    parts.push(sql`(
      coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')') ilike ${any}
      or m.content ilike ${any}
      or coalesce(cu.phone, 'Unknown') like ${any}
      or coalesce(cu.phone, 'Unknown') like ${pattern(typed.replace(/\s+/g, ''))})`)
  }
  return sql.join(parts, sql` and `)
}
