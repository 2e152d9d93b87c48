import type * as z from 'zod'
import { ApiError } from '@parley/core/errors'
import type { MessageId } from '@parley/core/ids'
import type { CreateIssueBody, Issue } from '@parley/core/issues/api'
import { attachMessage, createIssue, issueNotFound } from '@parley/core/issues/rules'
import { lockConversation } from '../conversations/lock.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { type Tx, write, type Writer } from '../db/write.ts'
import type { Caller } from '../http/caller.ts'
import { noteAttached } from '../messages/send.ts'
import { issueById } from './queries.ts'

const sameClientId = () => new ApiError('issue.same-client-id')

/**
 * Raises an issue and returns its id. The same client id with the same title returns the first issue's.
 * @throws ApiError conversation.not-found, issue.same-client-id
 */
export const raiseIssue = (
  writer: Writer,
  { agentId, agentName }: Caller,
  conversationId: number,
  raised: z.output<typeof CreateIssueBody>,
): Promise<number> =>
  write(writer, async context => {
    const { tx, publish } = context
    await lockConversation(tx, conversationId)
    const earlier = await findExisting({
      clientId: raised.client_issue_id,
      find: clientId =>
        tx
          .selectFrom('issues')
          .select(['id', 'conversation_id', 'title'])
          .where('assigned_agent_id', '=', agentId)
          .where('client_issue_id', '=', clientId)
          .executeTakeFirst(),
      isSame: made => made.conversation_id === conversationId && made.title === raised.title,
      conflictError: sameClientId,
    })
    if (earlier !== null) return earlier.id
    const { now } = context
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
      // Only this conversation is locked: another transaction may insert the same client id into another one.
      .onConflict(conflict => conflict.columns(['assigned_agent_id', 'client_issue_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = insertOrConflict(inserted, sameClientId)
    publish({ noun: 'issue', id, kind: 'created' })
    // The conversation's row counts open issues.
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
    return id
  })

/**
 * Stores the result of a rule. A rule that returns the same object changes nothing.
 * @throws ApiError issue.not-found, and the rule's own
 */
export const editIssue = (
  writer: Writer,
  id: number,
  rule: (issue: Issue, now: Date) => Issue,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const before = await lockIssue(tx, id)
    const after = rule(before, context.now)
    if (after === before) return
    await tx
      .updateTable('issues')
      .set({
        status: after.status,
        closed_at: after.closed_at === null ? null : new Date(after.closed_at),
        updated_at: new Date(after.updated_at),
        resolution_summary: after.resolution_summary,
        resolution_minutes: after.resolution_time,
        reopen_reason: after.reopen_reason,
      })
      .where('id', '=', id)
      .execute()
    publish({ noun: 'issue', id, kind: 'changed' })
    // The conversation's row counts open issues.
    publish({ noun: 'conversation', id: Number(after.conversation_id), kind: 'changed' })
  })

/**
 * Attaches a message to an issue. Returns true, and changes nothing, if the message has an issue already.
 * @throws ApiError issue.not-found, message.not-found also for a message of another conversation
 */
export const attach = (writer: Writer, id: number, messageId: number): Promise<boolean> =>
  write(writer, async context => {
    const { tx, publish } = context
    const issue = await lockIssue(tx, id)
    const message = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'issue_id'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (message === undefined) throw new ApiError('message.not-found', { id: messageId })
    const { alreadyAttached } = attachMessage(
      issue,
      {
        id: String(messageId) as MessageId,
        conversation_id: String(message.conversation_id),
        issue_id: message.issue_id === null ? null : String(message.issue_id),
      },
      context.now,
    )
    if (alreadyAttached) return true
    await tx.updateTable('messages').set({ issue_id: id }).where('id', '=', messageId).execute()
    publish({ noun: 'message', id: messageId, kind: 'changed' })
    await noteAttached(context, id)
    return false
  })

/**
 * Reads an issue under its conversation's lock: edits of one conversation's issues run one at a time.
 * @throws ApiError issue.not-found
 */
async function lockIssue(tx: Tx, id: number): Promise<Issue> {
  const found = await tx
    .selectFrom('issues')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw issueNotFound(id)
  await lockConversation(tx, found.conversation_id)
  return issueById(tx, id)
}
