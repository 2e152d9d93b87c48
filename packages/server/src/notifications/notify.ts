import { cut } from '@parley/core/text/format'
import type { NoticeText } from '@parley/core/notifications/rules'
import { contentLabel } from '@parley/core/conversations/thread'
import { sql } from 'kysely'
import { statement } from '../db/statement.ts'
import type { Emit, Tx } from '../db/write.ts'
import { dismissDone } from './dismiss.ts'

/** What a colleague did with an owner's conversation or with a ticket of it. */
export interface ColleaguesWork {
  readonly conversationId: number
  readonly byId: number
  readonly about: { readonly cause: 'status' } | { readonly cause: 'ticket'; readonly ticketId: number }
  /** Given the colleague's name. */
  readonly say: (by: string) => NoticeText
}

/**
 * Tells a conversation's owner what a colleague did, in the transaction of it; the own work and a conversation that
 * nobody has are no news. An owner has one open notice for each ticket and for each conversation's status, which says the
 * newest; it is unread again. Who did it has seen what such a notice of their own said, so that one is done. The
 * conversation must be locked.
 */
export async function notifyOwner(tx: Tx, emit: Emit, work: ColleaguesWork, now: Date): Promise<void> {
  const { conversationId, byId, about } = work
  // A ticket's notice leads to the ticket, so it names no conversation.
  const place =
    about.cause === 'ticket'
      ? ({ column: 'ticket_id', id: about.ticketId } as const)
      : ({ column: 'conversation_id', id: conversationId } as const)
  const own = about.cause === 'ticket' ? about : { cause: about.cause, conversationId }
  await dismissDone(tx, emit, { ...own, agentId: byId }, now)
  const owner = await tx
    .selectFrom('conversations as c')
    .innerJoin('agents as o', 'o.id', 'c.assignee_id')
    .innerJoin('agents as b', join => join.on('b.id', '=', byId))
    .select(['o.id', 'b.name as by'])
    .where('c.id', '=', conversationId)
    .where('o.id', '<>', byId)
    .where('o.disabled_at', 'is', null)
    .executeTakeFirst()
  if (owner === undefined) return
  const { title, message } = work.say(owner.by)
  const notice = await tx
    .insertInto('notifications')
    .values({
      agent_id: owner.id,
      cause: about.cause,
      type: about.cause,
      title,
      message,
      [place.column]: place.id,
      created_at: now,
      updated_at: now,
    })
    .onConflict(conflict =>
      conflict
        .columns(['agent_id', place.column])
        .where('cause', '=', sql.lit(about.cause))
        .where('dismissed_at', 'is', null)
        .doUpdateSet({ title, message, read_at: null, updated_at: now }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  emit({ noun: 'notification', id: notice.id, kind: 'changed', agentId: owner.id })
}

const longestExcerpt = 120

/** A customer's message, as a notice tells of it. */
export interface MessageTold {
  readonly conversationId: number
  readonly text: string
  readonly type: string
}

/** Answers the conversation of each notice. */
const telling = statement<{ id: number }>(
  'notify_of_messages',
  `insert into notifications (agent_id, cause, type, title, message, conversation_id, created_at, updated_at)
   select a.id, 'message', 'MESSAGE',
     'New message from ' || coalesce(cu.name, 'Customer (' || coalesce(cu.phone, 'Unknown') || ')'),
     t.words, c.id, $3::timestamptz, $3::timestamptz
   from unnest($1::bigint[], $2::text[]) as t (conversation_id, words)
   join conversations c on c.id = t.conversation_id and not c.with_bot
   join customers cu on cu.id = c.customer_id
   left join agents o on o.id = c.assignee_id and o.disabled_at is null
   join agents a on a.disabled_at is null and (a.id = o.id or (o.id is null and a.status = 'AVAILABLE'))
   order by a.id, c.id
   on conflict (agent_id, conversation_id) where cause = 'message' and dismissed_at is null
   do update set title = excluded.title, message = excluded.message, read_at = null, updated_at = excluded.updated_at
   returning conversation_id as id`,
)

/**
 * Tells of customers' messages, at most one of each conversation: the owner, else every available agent; of what the bot
 * answers nobody. An agent has one open notice for each conversation, which says the newest; it is unread again. However many
 * agents hear of a conversation's message, the log has one row. The conversations must be locked.
 */
export async function notifyOfMessages(
  tx: Tx,
  emit: Emit,
  messages: readonly MessageTold[],
  now: Date,
): Promise<void> {
  if (messages.length === 0) return
  const wordsOf = ({ text, type }: MessageTold) =>
    cut(contentLabel({ content: text, message_type: type }).trim(), longestExcerpt)
  const told = await telling(tx, [
    messages.map(({ conversationId }) => conversationId),
    messages.map(wordsOf),
    now,
  ])
  for (const { id } of told) emit({ noun: 'message-notices', id, kind: 'changed' })
}
