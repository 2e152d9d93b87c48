import { sql } from 'kysely'
import { reachProblem } from '@parley/core/conversations/window'
import { ConversationStatus } from '@parley/core/conversations/api'
import { ApiError } from '@parley/core/errors'
import { takenBackCode } from '@parley/core/messages/delivery'
import type { Actor } from '../audit/record.ts'
import type { FailureFacts } from '../channels/adapter.ts'
import { changeStatusIn, type StatusFollowers } from '../conversations/actions.ts'
import { lockConversation } from '../conversations/lock.ts'
import { modeOf, type ReachColumns } from '../conversations/reach.ts'
import { newestOf, newestReplyOf } from '../conversations/thread.ts'
import { type TxContext, write, type Writer } from '../db/write.ts'
import { endRemindersAt } from '../reminders/actions.ts'
import { notWaiting } from './holds.ts'

/**
 * The reason why a queued message must not be sent now; null: it may.
 * @param isTemplate templates need no open window
 */
export function reachFailure(conversation: ReachColumns, now: Date, isTemplate = false): FailureFacts | null {
  const mode = modeOf(conversation, now)
  const problem = reachProblem(mode)
  if (isTemplate && mode.is === 'template-only') return null
  return problem === null ? null : { code: mode.is === 'unreachable' ? 'unreachable' : 'window', ...problem }
}

/**
 * Fails a queued message for good; it no longer counts as an answer. Its conversation must be locked.
 * @param also more columns to set
 */
export async function failUnsent(
  context: TxContext,
  id: number,
  failure: FailureFacts,
  also: { readonly revoked_at?: Date } = {},
): Promise<void> {
  const { publish } = context
  const { conversation_id: conversationId } = await context.tx
    .updateTable('messages')
    .set({ status: 'failed', failure: JSON.stringify(failure), next_try_at: null, ...notWaiting, ...also })
    .where('id', '=', id)
    .returning('conversation_id')
    .executeTakeFirstOrThrow()
  await restoreWait(context, id)
  publish({ noun: 'message', id, kind: 'changed' })
  // The conversation's row shows it, and whether the customer waits again.
  publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
}

/**
 * The failed message is no longer an answer: its response time is deleted. The first other answer since the wait began takes over
 * the wait; without one the wait continues from its old start. The conversation must be locked, the message failed already.
 */
export async function restoreWait({ tx, publish }: TxContext, messageId: number): Promise<void> {
  const failed = await tx
    .updateTable('messages')
    .set({ response_time_seconds: null })
    .where('id', '=', messageId)
    .where('wait_started_at', 'is not', null)
    .returning(['conversation_id', 'wait_started_at'])
    .executeTakeFirst()
  if (failed === undefined || failed.wait_started_at === null) return
  const { conversation_id: conversationId, wait_started_at: started } = failed
  const answer = await tx
    .selectFrom('messages')
    .select(['id', 'at', 'response_time_seconds', 'wait_started_at'])
    .where('conversation_id', '=', conversationId)
    .where('source', '=', 'AGENT')
    .where('status', '<>', 'failed')
    .where('at', '>=', started)
    .orderBy('at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (answer === undefined) {
    await tx
      .updateTable('conversations')
      .set({ human_wait_started_at: sql<Date>`least(human_wait_started_at, ${started}::timestamptz)` })
      .where('id', '=', conversationId)
      .execute()
    return
  }
  const own = answer.response_time_seconds === null ? null : answer.wait_started_at
  if (own !== null && own <= started) return
  const sinceStart = ((own ?? answer.at).getTime() - started.getTime()) / 1000
  await tx
    .updateTable('messages')
    .set({
      response_time_seconds: Math.round(sinceStart) + (answer.response_time_seconds ?? 0),
      wait_started_at: started,
    })
    .where('id', '=', answer.id)
    .execute()
  publish({ noun: 'message', id: answer.id, kind: 'changed' })
}

type Agent = Actor & { readonly agentId: number }

const takenBack: FailureFacts = {
  code: takenBackCode,
  sentence: 'It was undone before it was sent.',
  remedy: 'Write a new message.',
}

/**
 * Takes back a message that has not left the server. The customer never gets it, no figure counts it, search does not find it,
 * and it is no conversation's last message. A conversation that it resolved is open again. The row stays, failed for that reason.
 * Claims take the same lock, so either the claim or the undo comes first. A repetition changes nothing.
 * @throws ApiError message.not-found, message.not-yours, message.left
 */
export const takeBack = (
  writer: Writer,
  followers: StatusFollowers,
  messageId: number,
  by: Agent,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const { agentId } = by
    const found = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'agent_id'])
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (found === undefined) throw new ApiError('message.not-found', { id: messageId })
    if (found.agent_id !== agentId) throw new ApiError('message.not-yours')
    const { conversation_id: conversationId } = found
    await lockConversation(tx, conversationId)
    const { now } = context
    // A message that was attempted may be with the customer, whatever the attempt's result.
    const { rows } = await sql<{ status: string; code: string | null; is_attempted: boolean }>`
      select m.status, m.failure->>'code' as code,
        exists (select 1 from attempts a where a.message_id = m.id) as is_attempted
      from messages m where m.id = ${messageId}`.execute(tx)
    const [message] = rows
    if (message?.status === 'failed' && message.code === takenBackCode) return
    if (message?.status !== 'queued' || message.is_attempted) throw new ApiError('message.left')
    await failUnsent(context, messageId, takenBack, { revoked_at: now })
    await endRemindersAt(context, messageId, agentId)
    await tx
      .updateTable('conversations')
      .set({
        last_message_id: newestOf(conversationId),
        last_reply_id: newestReplyOf(conversationId),
        updated_at: now,
      })
      .where('id', '=', conversationId)
      .execute()
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
    const before = await statusBefore(context, messageId)
    if (before !== null) await changeStatusIn(context, conversationId, { status: before, by }, followers)
  })

/**
 * The status of a conversation before a message of the agent resolved it; null: the message did not, or the status was set since.
 * A message and the change that it makes are of one transaction, so of one time.
 */
async function statusBefore({ tx }: TxContext, messageId: number): Promise<ConversationStatus | null> {
  const { rows } = await sql<{ before: string }>`
    select last.before->>'status' as before
    from messages m join conversations c on c.id = m.conversation_id and c.status = 'RESOLVED'
    cross join lateral (
      select a.id, a.at, a.agent_id, a.before, a.after from audit a
      where a.object_id = c.id and a.action = 'conversation.status' order by a.at desc, a.id desc limit 1) last
    where m.id = ${messageId} and last.id > m.id and last.at = m.at and last.agent_id = m.agent_id and last.after->>'status' = 'RESOLVED'`.execute(
    tx,
  )
  const [row] = rows
  return row === undefined ? null : ConversationStatus.parse(row.before)
}

const leftBehind: FailureFacts = {
  code: 'restored',
  sentence: 'Parley was restored from an older backup, so the customer may or may not have this message.',
  remedy: 'Ask the customer before you press Retry.',
}

/**
 * Ends the sending of all queued messages and those in flight. In a restored backup, the original server may have sent them
 * since. Each becomes undecided, with the reason, and only an agent sends it again. Nothing else may send meanwhile. @returns
 * their number
 */
export async function leaveUnsent({ tx, publish, now }: TxContext): Promise<number> {
  const failure = JSON.stringify(leftBehind)
  await sql`
    update attempts set state = 'unknown', failure = ${failure}::jsonb, updated_at = ${now}
    where state = 'sending'`.execute(tx)
  await sql`
    insert into attempts (message_id, conversation_id, no, state, lease_until, phone_number_id, failure, created_at, updated_at)
    select m.id, m.conversation_id, 1 + coalesce((select max(no) from attempts a where a.message_id = m.id), 0),
      'unknown', ${now}, c.phone_number_id, ${failure}::jsonb, ${now}, ${now}
    from messages m join conversations c on c.id = m.conversation_id where m.status = 'queued'`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    update messages set status = 'unknown', failure = ${failure}::jsonb, next_try_at = null
    where status in ('queued', 'sending') returning id`.execute(tx)
  for (const { id } of rows) publish({ noun: 'message', id, kind: 'changed' })
  return rows.length
}
