import { notOfThisChannel, takes } from '@parley/core/channel/rules'
import { ApiError } from '@parley/core/errors'
import { isTakenOver } from '@parley/core/messages/outbox'
import { lockAgent } from '../agents/queries.ts'
import { record } from '../audit/record.ts'
import { countUse } from '../canned-replies/actions.ts'
import {
  lockConversation,
  type LockedConversation,
  refuseArchived,
  alreadyAssignedError,
} from '../conversations/lock.ts'
import { channelOf, refuseUnlessOpen } from '../conversations/reach.ts'
import { noteMessage } from '../conversations/thread.ts'
import { silenceBot } from '../conversations/with-bot.ts'
import { findExisting, insertOrConflict } from '../db/once.ts'
import { type Tx, type TxContext, write, type Writer } from '../db/write.ts'
import { idOf } from '../http/ids.ts'
import { contentOf, isSameContent, type Outbound } from './content.ts'
import { endSentDraft } from './drafts/actions.ts'
import { inboundNoUpTo, raiseMark } from './mark-seen.ts'
import { answersSince } from './queries.ts'
import { endedWait, queuedNow } from './queue.ts'
import { quotedBy } from './quotes.ts'

/** Assigns a locked, unassigned conversation to the agent who replies, who was locked before it. Answers whether it did. */
export type TakeByReply = (
  context: TxContext,
  conversation: LockedConversation,
  agent: Awaited<ReturnType<typeof lockAgent>>,
) => Promise<boolean>

interface Sending extends Outbound {
  /** How long a reply is held, so that its writer can take it back; a template is not. */
  readonly holdMs: number
  /** Null: the conversation keeps its owner. */
  readonly take: TakeByReply | null
  /** Resolves the conversation in the transaction of the reply; absent: the reply leaves the status as it is. */
  readonly resolve?: (context: TxContext) => Promise<void>
}

/**
 * Accepts a message: stored as queued, delivered soon. The same client id with the same content answers the first
 * message again, before any other check. What the agent had seen when they wrote becomes read, and an unassigned
 * conversation may become theirs. Answers the message's id.
 * @throws ApiError agent.not-found, conversation.not-found, conversation.archived, assignment.taken, message.window-closed, message.unreachable,
 *   template.not-found, template.not-sendable, message.same-client-id, message.answered-since, attachment.not-found, attachment.of-another-customer, input.invalid
 */
export const send = (writer: Writer, outbound: Sending): Promise<number> =>
  write(writer, async context => {
    const { tx, publish } = context
    const { by, reply, take } = outbound
    const { agentId } = by
    const taker = take === null ? null : await lockAgent(tx, agentId)
    const conversation = await lockConversation(tx, outbound.conversationId)
    const conversationId = conversation.id
    const earlier = await findExisting(clickOf(tx, outbound))
    if (earlier !== null) return earlier.id
    const { now } = context
    refuseArchived(conversation)
    await refuseIfTakenOver(tx, conversation, outbound)
    refuseUntaken(conversation, reply)
    refuseUnlessOpen(conversation, now, reply.template !== undefined)
    const issueId = await issueFor(tx, conversationId, reply.issue_id)
    const quotedId = await quotedBy(tx, conversationId, reply.quoted_message_id ?? null)
    const { type, text, details, document } = await contentOf(tx, conversation, outbound)
    await refuseIfAnswered(tx, outbound)
    const inserted = await tx
      .insertInto('messages')
      .values({
        conversation_id: conversationId,
        direction: 'OUTBOUND',
        source: 'AGENT',
        message_type: type,
        content: text,
        details: details && JSON.stringify(details),
        agent_id: agentId,
        at: now,
        arrived_at: now,
        client_message_id: reply.client_message_id ?? null,
        ...queuedNow(conversationId, now, reply.template === undefined ? outbound.holdMs : 0),
        issue_id: issueId,
        quoted_id: quotedId,
        metadata: reply.metadata === undefined ? null : JSON.stringify(reply.metadata),
        ...endedWait(conversation, now),
      })
      // The lock is on this conversation; the same client id may be on its way into another.
      .onConflict(conflict => conflict.columns(['agent_id', 'client_message_id']).doNothing())
      .returning('id')
      .executeTakeFirst()
    const { id } = insertOrConflict(inserted, sameClientId)
    if (document !== null) {
      await tx
        .insertInto('message_attachments')
        .values({ message_id: id, attachment_id: document.id, position: 0 })
        .execute()
      if (document.isShared) {
        const after = { message_id: String(id), conversation_id: String(conversationId) }
        await record(context, by, 'attachment.shared', document.id, { after })
      }
    }
    if (reply.canned_reply !== undefined) {
      const { id: replyId, intent = null } = reply.canned_reply
      await countUse(tx, agentId, { id: replyId, intent })
    }
    if (reply.draft !== undefined) {
      const { page_id: pageId, write_no: no, version } = reply.draft
      await endSentDraft(context, { agentId, conversationId }, { pageId, no, version })
    }
    if (issueId !== null) await noteAttached(context, issueId)
    const isTaken = taker !== null && (await take?.(context, conversation, taker)) === true
    const silenced = conversation.with_bot && !isTaken ? await silenceBot(context, conversation) : {}
    const also = { human_wait_started_at: null, last_reply_id: id, ...silenced }
    await noteMessage(context, conversationId, id, also)
    if (reply.seen_message_id !== undefined) {
      const seenNo = await inboundNoUpTo(tx, conversationId, Number(reply.seen_message_id))
      await raiseMark(context, agentId, conversation, seenNo)
    }
    publish({ noun: 'message', id, kind: 'created' })
    publish({ noun: 'conversation', id: conversationId, kind: 'changed' })
    await outbound.resolve?.(context)
    return id
  })

const extras = ['template', 'ask', 'card', 'voice'] as const

/** @throws ApiError input.invalid naming the part that the conversation's channel does not support */
function refuseUntaken(conversation: LockedConversation, reply: Outbound['reply']): void {
  const channel = channelOf(conversation)
  const untaken = extras.find(extra => reply[extra] !== undefined && !takes(channel, extra))
  if (untaken !== undefined) throw ApiError.field(untaken, notOfThisChannel)
}

const sameClientId = () => new ApiError('message.same-client-id')

const findMade = (tx: Tx, agentId: number, clientId: string) =>
  tx
    .selectFrom('messages as m')
    .leftJoin('message_attachments as k', 'k.message_id', 'm.id')
    .select(['m.id', 'm.conversation_id', 'm.content', 'm.details', 'm.quoted_id', 'k.attachment_id'])
    .where('m.agent_id', '=', agentId)
    .where('m.client_message_id', '=', clientId)
    .executeTakeFirst()

const clickOf = (tx: Tx, { conversationId, by, reply }: Outbound) => ({
  clientId: reply.client_message_id,
  find: (clientId: string) => findMade(tx, by.agentId, clientId),
  isSame: (made: NonNullable<Awaited<ReturnType<typeof findMade>>>) =>
    made.conversation_id === conversationId &&
    isSameContent(made, reply) &&
    made.quoted_id === idOrNull(reply.quoted_message_id) &&
    made.attachment_id ===
      idOrNull(reply.template === undefined ? reply.document_id : reply.template.document_id),
  conflictError: sameClientId,
})

const idOrNull = (id: string | undefined) => (id === undefined ? null : idOf(id))

/** The lock makes a concurrent takeover wait, or it was first. */
async function refuseIfTakenOver(
  tx: Tx,
  { assignee_id: ownerId }: LockedConversation,
  { by, reply: { believed_assignee_id: believedId } }: Outbound,
): Promise<void> {
  if (believedId === undefined || ownerId === null) return
  if (isTakenOver(String(ownerId), String(by.agentId), believedId))
    throw await alreadyAssignedError(tx, ownerId)
}

/** Under the conversation's lock, the second of two concurrent replies sees the first. */
async function refuseIfAnswered(tx: Tx, { conversationId, by, reply }: Outbound): Promise<void> {
  if (reply.seen_message_id === undefined || reply.force === true) return
  const since = { messageId: Number(reply.seen_message_id), exceptAgentId: by.agentId }
  const messages = await answersSince(tx, conversationId, since)
  const newest = messages.at(-1)
  if (newest === undefined) return
  const name = newest.sender_name ?? 'The system'
  throw new ApiError('message.answered-since', { name }, undefined, { messages })
}

/** @throws ApiError input.invalid naming `issue_id`, where it is not one of the conversation's */
async function issueFor(tx: Tx, conversationId: number, text: string | undefined): Promise<number | null> {
  if (text === undefined) return null
  const issue = await tx
    .selectFrom('issues')
    .select('id')
    .where('id', '=', idOf(text) ?? 0)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst()
  if (issue === undefined) throw ApiError.field('issue_id', 'is no issue of this conversation')
  return issue.id
}

/** An issue lists its messages, so a new one changes it. */
export async function noteAttached({ tx, publish, now }: TxContext, issueId: number): Promise<void> {
  await tx.updateTable('issues').set({ updated_at: now }).where('id', '=', issueId).execute()
  publish({ noun: 'issue', id: issueId, kind: 'changed' })
}
