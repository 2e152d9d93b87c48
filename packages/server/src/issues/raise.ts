import type { CreateIssueBody } from '@parley/core/api/issues'
import { Refusal } from '@parley/core/errors'
import { createIssue } from '@parley/core/rules/issue'
import type * as z from 'zod'
import { lockConversation } from '../conversations/lock.ts'
import { type Tx, type Writer, write } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'

type Raised = z.output<typeof CreateIssueBody>

/**
 * Raises an issue and answers its id. The same client id with the same title answers the first issue again.
 * @throws Refusal conversation.not-found, issue.same-client-id
 */
export const raiseIssue = (
  writer: Writer,
  { agentId, agentName }: Caller,
  conversationId: number,
  raised: Raised,
): Promise<number> =>
  write(writer, async (tx, emit) => {
    await lockConversation(tx, conversationId)
    const earlier = await earlierIssue(tx, agentId, conversationId, raised)
    if (earlier !== null) return earlier
    const now = writer.now()
    const issue = createIssue(raised, { id: String(agentId), name: agentName }, now)
    const inserted = await tx
      .insertInto('issues')
      .values({
        conversation_id: conversationId,
        title: issue.title,
        description: issue.description,
        status: issue.status,
        priority: issue.priority,
        category: issue.category,
        assigned_agent_id: agentId,
        client_issue_id: raised.client_issue_id ?? null,
        created_at: now,
        updated_at: now,
      })
      // The lock is on this conversation; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['assigned_agent_id', 'client_issue_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted === undefined) throw new Refusal('issue.same-client-id')
    emit({ noun: 'issue', id: inserted.id, kind: 'created' })
    // Its row counts the open ones.
    emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return inserted.id
  })

/** The issue that this client id made before, or null. */
async function earlierIssue(
  tx: Tx,
  agentId: number,
  conversationId: number,
  raised: Raised,
): Promise<number | null> {
  if (raised.client_issue_id === undefined) return null
  const earlier = await tx
    .selectFrom('issues')
    .select(['id', 'conversation_id', 'title'])
    .where('assigned_agent_id', '=', agentId)
    .where('client_issue_id', '=', raised.client_issue_id)
    .executeTakeFirst()
  if (earlier === undefined) return null
  if (earlier.conversation_id !== conversationId || earlier.title !== raised.title) {
    throw new Refusal('issue.same-client-id')
  }
  return earlier.id
}
