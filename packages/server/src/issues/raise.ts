import type { CreateIssueBody } from '@parley/core/issues/api'
import { Refusal } from '@parley/core/errors'
import { createIssue } from '@parley/core/issues/rules'
import type * as z from 'zod'
import { lockConversation } from '../conversations/lock.ts'
import { madeBefore, madeNow } from '../db/once.ts'
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
    const earlier = await madeBefore(clickOf(tx, agentId, conversationId, raised))
    if (earlier !== null) return earlier.id
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
    const { id } = madeNow(inserted, sameClientId)
    emit({ noun: 'issue', id, kind: 'created' })
    // Its row counts the open ones.
    emit({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return id
  })

const sameClientId = () => new Refusal('issue.same-client-id')

const clickOf = (tx: Tx, agentId: number, conversationId: number, raised: Raised) => ({
  clientId: raised.client_issue_id,
  find: (clientId: string) =>
    tx
      .selectFrom('issues')
      .select(['id', 'conversation_id', 'title'])
      .where('assigned_agent_id', '=', agentId)
      .where('client_issue_id', '=', clientId)
      .executeTakeFirst(),
  isSame: (made: { conversation_id: number; title: string }) =>
    made.conversation_id === conversationId && made.title === raised.title,
  refusal: sameClientId,
})
