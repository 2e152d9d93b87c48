import { sql } from 'kysely'
import type * as z from 'zod'
import { notOfThisChannel, takes } from '@parley/core/channel/rules'
import { ApiError } from '@parley/core/errors'
import type { Failure, Message } from '@parley/core/messages/api'
import { sendDeadlineMs } from '@parley/core/messages/delivery'
import { whyNotReactable } from '@parley/core/messages/rules'
import { lockConversation, refuseArchived } from '../conversations/lock.ts'
import { channelOf, refuseUnlessOpen } from '../conversations/reach.ts'
import { write, type Writer } from '../db/write.ts'
import { wamidOf } from './quotes.ts'

/**
 * Sets the business's reaction to a message; null removes it. It is sent to WhatsApp soon, and repeated if need be: the same
 * reaction twice is one.
 * @throws ApiError message.not-found, message.not-reactable, conversation.archived, message.window-closed, message.unreachable
 */
export const react = (
  writer: Writer,
  messageId: number,
  agentId: number,
  emoji: string | null,
): Promise<void> =>
  write(writer, async context => {
    const { tx, publish } = context
    const message = await tx
      .selectFrom('messages')
      .select(['conversation_id', 'source', 'status', 'at', 'revoked_at'])
      .select(sql.raw<string | null>(wamidOf('messages.id')).as('wamid'))
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (message === undefined) throw new ApiError('message.not-found', { id: messageId })
    const conversation = await lockConversation(tx, message.conversation_id)
    refuseArchived(conversation)
    if (!takes(channelOf(conversation), 'reaction'))
      throw new ApiError('message.not-reactable', { reason: `A sign ${notOfThisChannel}` })
    const { now } = context
    refuseUnlessOpen(conversation, now)
    const reason = whyNotReactable(
      {
        status: message.status as Message['status'],
        source: message.source as Message['source'],
        sender_id: null,
        revoked_at: message.revoked_at?.toISOString() ?? null,
        created_at: message.at.toISOString(),
      },
      now,
    )
    if (reason !== null || message.wamid === null) {
      throw new ApiError('message.not-reactable', { reason: reason ?? 'WhatsApp does not have it yet' })
    }
    const due = {
      emoji: emoji ?? '',
      agent_id: agentId,
      at: now,
      next_try_at: now,
      deadline: new Date(now.getTime() + sendDeadlineMs),
      tries: 0,
      failure: null,
    }
    await tx
      .insertInto('agent_reactions')
      .values({ message_id: messageId, version: 1, ...due })
      .onConflict(conflict =>
        conflict.column('message_id').doUpdateSet({ ...due, version: sql`agent_reactions.version + 1` }),
      )
      .execute()
    publish({ noun: 'message', id: messageId, kind: 'changed' })
  })

type Reaction = Message['reactions'][number]

/** The business's reaction, in a row of a message. */
export interface ReactionColumns {
  readonly wanted_emoji: string | null
  readonly wanted_at: Date | null
  readonly wanted_by: string | null
  readonly told_emoji: string | null
  readonly told_at: Date | null
  readonly told_by: string | null
  readonly reaction_due: boolean
  readonly reaction_failure: z.output<typeof Failure> | null
}

export const reactionColumns = sql`
  ar.emoji as wanted_emoji, ar.at as wanted_at, aw.name as wanted_by, ar.told as told_emoji, ar.told_at, at.name as told_by,
  coalesce(ar.next_try_at is not null, false) as reaction_due, ar.failure as reaction_failure`

export const reactionJoins = sql`
  left join agent_reactions ar on ar.message_id = m.id
  left join agents aw on aw.id = ar.agent_id
  left join agents at on at.id = ar.told_agent_id`

/**
 * The business's reaction: the current one, and one that is pending or failed. A pending or failed removal is the state of
 * the current reaction.
 */
export function businessReactions(row: ReactionColumns): readonly Reaction[] {
  const { wanted_emoji: wanted, wanted_at: at, told_emoji: told } = row
  if (wanted === null || at === null) return []
  const sign = (emoji: string, name: string | null, when: Date, state: Reaction['state']): Reaction => ({
    emoji,
    by: 'AGENT',
    agent_name: name,
    at: when.toISOString(),
    state,
    failure: state === 'failed' ? row.reaction_failure : null,
  })
  const there = told === null || told === '' ? null : told
  const toldAt = row.told_at ?? at
  if (row.reaction_due) {
    return wanted === ''
      ? there === null
        ? []
        : [sign(there, row.told_by, toldAt, 'waiting')]
      : [sign(wanted, row.wanted_by, at, 'waiting')]
  }
  if (row.reaction_failure === null) return there === null ? [] : [sign(there, row.told_by, toldAt, 'there')]
  if (wanted === '') return there === null ? [] : [sign(there, row.told_by, toldAt, 'failed')]
  return [
    ...(there === null ? [] : [sign(there, row.told_by, toldAt, 'there')]),
    sign(wanted, row.wanted_by, at, 'failed'),
  ]
}
