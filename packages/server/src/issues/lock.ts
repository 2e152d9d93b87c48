import type { Issue } from '@parley/core/issues/api'
import { issueNotFound } from '@parley/core/issues/rules'
import { lockConversation } from '../conversations/lock.ts'
import type { Tx } from '../db/write.ts'
import { issuesById } from './queries.ts'

/**
 * Reads an issue under its conversation's lock, which puts the edits of a conversation's issues into one order.
 * @throws Refusal issue.not-found
 */
export async function lockedIssue(tx: Tx, id: number): Promise<Issue> {
  const found = await tx
    .selectFrom('issues')
    .select('conversation_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw issueNotFound(id)
  await lockConversation(tx, found.conversation_id)
  const issue = (await issuesById(tx, [id])).get(id)
  if (issue === undefined) throw issueNotFound(id)
  return issue
}
